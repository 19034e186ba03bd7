-- | Takes what is cheap for the coins it has left, and lets a card that only it wants go round for more
-- coins.
module Thrift (choose) where

import NoThanks

choose :: Choose
choose view memory = (if takes view then Take else Pass, memory)

takes :: View -> Bool
takes view
  | coins (mine view) == 0 = True
  | price > 0 = price <= limit (coins (mine view))
  -- It pays already. Every round of the table brings more, until somebody cannot or will not pass.
  | otherwise = wanted || poorest <= 1 || coinsOnCard view > length (seats view)
  where
    price = cost view
    poorest = minimum (map coins (others view))
    wanted = any (fitsInto (card view) . collection) (others view)

-- | The more coins are left, the longer it can wait for a better card.
limit :: Int -> Int
limit left
  | left <= 2 = 16
  | left <= 5 = 11
  | otherwise = 8

-- | Whether a card continues a row.
fitsInto :: Int -> [Int] -> Bool
fitsInto number = any (\held -> abs (held - number) == 1)
