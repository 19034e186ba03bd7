-- | A first player: the lowest card that the rules allow.
module Lowest (playCard, makeBid) where

import Cards
import Data.List (sortOn)
import Hearts.Rules
import Hearts.Types

-- | The rules ask whether a heart has been played. This player remembers one letter: @h@ once it has seen
-- one.
playCard :: PlayFunc
playCard me hand trick before = (card, memory)
  where
    memory = if any (inSuit Heart) seen then "h" else ""
    seen = maybe [] (\(played, old) -> map fst played ++ [Card Heart Two | old == "h"]) before
    earlier = maybe [] (const [seen]) before
    allowed = filter (either (const False) (const True) . check) (sortOn height hand)
    check choice = validPlay choice me hand (map fst trick) earlier
    card = case allowed of
      lowest : _ -> lowest
      [] -> error "no card is allowed"

-- | Low cards first, whatever their suit.
height :: Card -> (Rank, Suit)
height (Card suit rank) = (rank, suit)

makeBid :: BidFunc
makeBid = ()
