{-# LANGUAGE Safe #-}
-- | Any game, with views and moves as JSON says them: for games without a module of their own.
--
-- > module Player (choose) where
-- > import AnyGame
-- > choose :: Choose
-- > choose view memory = (head (legal view), memory)
module AnyGame
  ( View(..)
  , Json(..)
  , Memory
  , Choose
  , at
  , whole
  , members
  ) where

import Control.DeepSeq (NFData(..))

-- | All that a seat may know.
data View = View
  { shown :: Json -- ^ the view as the game's rules page shows it
  , legal :: [Json] -- ^ the legal moves
  , luck :: Int
    -- ^ a number of your own, the same whenever this game is played again: for 'System.Random.mkStdGen'
  } deriving (Eq, Show)

-- | A value.
data Json
  = Null
  | Truth Bool
  | Number Double
  | Text String
  | List [Json]
  | Object [(String, Json)]
  deriving (Eq, Ord, Show)

instance NFData Json where
  rnf Null = ()
  rnf (Truth truth) = rnf truth
  rnf (Number number) = rnf number
  rnf (Text text) = rnf text
  rnf (List items) = rnf items
  rnf (Object fields) = rnf fields

-- | What you want to be given with the next question of this game; empty at the first. Up to 64 KiB.
type Memory = String

-- | A player: the move to play, mostly one of the legal ones, and what to remember.
type Choose = View -> Memory -> (Json, Memory)

-- | A field of an object; 'Null' where there is none.
at :: String -> Json -> Json
at key (Object fields) = maybe Null id (lookup key fields)
at _ _ = Null

-- | A whole number; 0 where there is none.
whole :: Json -> Int
whole (Number number) = round number
whole _ = 0

-- | The members of a list; none where there is no list.
members :: Json -> [Json]
members (List items) = items
members _ = []
