-- | Bids about what the lot is worth, sometimes one card more, and never more than it needs to win for
-- certain.
--
-- Whoever bids the same for the same lot every time is soon outbid, so a die is thrown from the player's own
-- luck.
module Shade (choose) where

import Jujitsu
import System.Random (mkStdGen, randomR)

choose :: Choose
choose view memory = (Bid (bid view (die view)), memory)

-- | 0, 1 or 2, another one each turn.
die :: View -> Int
die view = fst (randomR (0, 2) (mkStdGen (luck view + 1000 * roundNumber view + length (myCards view))))

bid :: View -> Int -> Int
bid view thrown
  | worth <= cardsInRound view `div` 4 = minimum (myCards view)
  | top : _ <- certain, worth > cardsInRound view `div` 2 = top
  | enough : _ <- dropWhile (< wanted) (myCards view) = enough
  | otherwise = maximum (myCards view)
  where
    worth = sum (lot view)
    wanted = min (worth + thrown) (cardsInRound view)
    -- More than the other can bid: the lowest of these wins as well as the highest.
    certain = filter (> maximum (opponentCards view)) (myCards view)
