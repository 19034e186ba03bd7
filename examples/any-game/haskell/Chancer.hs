-- | A bot of any game: looks at nothing but the legal moves, and draws one. 'shown' has the fields of the
-- rules page.
module Chancer (choose) where

import AnyGame
import System.Random (mkStdGen, randomR)

-- | The memory counts the questions, so that each is answered by a number of its own.
choose :: Choose
choose view memory = (legal view !! fst (randomR (0, length (legal view) - 1) dice), 'x' : memory)
  where dice = mkStdGen (luck view + length memory)
