-- | Plays the set that takes most points out of its hand, keeps aces for the middle of the game, and calls
-- when all that is left can go in one move.
module Sets (choose) where

import Data.List (sortOn)
import LastCard

choose :: Choose
choose view memory = (move, memory)
  where
    best = case sortOn (negate . worth view) (legalCards view) of
      list : _ -> list
      [] -> []
    left = filter (`notElem` best) (hand view)
    move = (play best) { naming = commonest left, calling = ready left }

-- | Points shed, a little more for what hurts a neighbour about to end. An ace is kept while there is a
-- choice.
worth :: View -> [Card] -> Int
worth view list = sum (map pointsOf list) + bonus
  where
    bonus = case map rankOf (take 1 list) of
      [Ace] -> -6
      [rank] | rank `elem` [Two, Five, Ten] && danger -> 4
      _ -> 0
    danger = any called (take 1 (drop 1 (seats view)))

-- | Whether these cards can go in one move that may be the last.
ready :: [Card] -> Bool
ready list = case list of
  first : rest -> length rest < 4 && rankOf first /= Ace && all ((== rankOf first) . rankOf) rest
  [] -> False

-- | The suit to name with an ace: the one held most.
commonest :: [Card] -> Maybe Suit
commonest list = case sortOn (negate . count) (map suitOf list) of
  suit : _ -> Just suit
  [] -> Nothing
  where count suit = length (filter ((== suit) . suitOf) list)
