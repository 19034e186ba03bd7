{-# LANGUAGE Safe #-}
-- | No Thanks!: what a player sees, what it may say, and the arithmetic of penalties.
--
-- > module Player (choose) where
-- > import NoThanks
-- > choose :: Choose
-- > choose view memory = (if cost view < 9 then Take else Pass, memory)
module NoThanks
  ( View(..)
  , Seat(..)
  , Move(..)
  , Memory
  , Choose
  , mine
  , others
  , cost
  , penaltyOf
  ) where

import Control.DeepSeq (NFData(..))

-- | All that a seat may know.
data View = View
  { seat :: Int -- ^ yours, an index into 'seats'
  , turned :: Int -- ^ the number of the open card in the order turned up, 1 to 24
  , card :: Int -- ^ the open card, 3 to 35
  , coinsOnCard :: Int
  , seats :: [Seat] -- ^ everyone at the table; you are among them
  , luck :: Int
    -- ^ a number of your own, the same whenever this game is played again: for 'System.Random.mkStdGen'
  } deriving (Eq, Show)

-- | One player as everyone sees them.
data Seat = Seat
  { coins :: Int
  , collection :: [Int] -- ^ cards taken, lowest first
  } deriving (Eq, Show)

-- | Takes the open card with the coins on it, or puts a coin on it.
data Move = Take | Pass
  deriving (Eq, Ord, Show, Read, Enum, Bounded)

instance NFData Move where
  rnf move = move `seq` ()

-- | What you want to be given with the next question of this game; empty at the first. Up to 64 KiB.
type Memory = String

-- | A player.
type Choose = View -> Memory -> (Move, Memory)

-- | Your own coins and cards.
mine :: View -> Seat
mine view = seats view !! seat view

-- | Everyone else, by seat.
others :: View -> [Seat]
others view = [other | (at, other) <- zip [0 ..] (seats view), at /= seat view]

-- | By how much taking the open card changes your penalty; below zero where it pays.
cost :: View -> Int
cost view = penaltyOf (insert (card view) held) - penaltyOf held - coinsOnCard view
  where
    held = collection (mine view)
    insert new cards = takeWhile (< new) cards ++ new : dropWhile (< new) cards

-- | What cards cost, lowest first: one whose lower neighbour is held too costs nothing. Coins are not taken
-- off.
penaltyOf :: [Int] -> Int
penaltyOf cards = sum [number | (below, number) <- zip (0 : cards) cards, number /= below + 1]
