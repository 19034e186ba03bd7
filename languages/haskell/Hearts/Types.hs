{-# LANGUAGE Safe, DuplicateRecordFields #-}
-- | The types of a game of Hearts. A player needs 'PlayFunc'; the others are for those who build a table of
-- their own.
module Hearts.Types
  ( PlayerId
  , Play
  , Trick
  , GameError(..)
  , PlayerError(..)
  , Player(..)
  , Hand(..)
  , GameResult(..)
  , HandResult(..)
  , HandScore(..)
  , GameScore(..)
  , PlayFunc
  , BidFunc
  , first
  , second
  , third
  , no_snd
  , log_header
  ) where

import Cards (Card)

-- | @"1"@ to @"4"@, by seat.
type PlayerId = String

-- | A card, what its player remembered with it, and who played it.
type Play = (Card, String, PlayerId)

-- | Newest card first.
type Trick = [Play]

-- | What went wrong, who did it, and in words.
data GameError = GameError PlayerError PlayerId String
  deriving (Eq, Show)

-- | The rules a player can break.
data PlayerError
  = RenegError
  | InvalidCardError
  | BidError
  | TimeError
  | LeadError
  | BleedError
  | BrokenError
  deriving (Eq, Show)

-- | Somebody who plays.
data Player = Player
  { playerId :: PlayerId
  , playFunc :: PlayFunc
  , elo :: Double
  , gamesPlayed :: Int
  }

-- | Somebody's cards.
data Hand = Hand { player :: Player, cards :: [Card] }

-- | What a game came to.
data GameResult = GameResult
  { hands :: [HandResult]
  , gameScore :: [GameScore]
  , updatedPlayers :: [Player]
  }

-- | What a deal came to.
data HandResult = HandResult { tricks :: [Trick], scores :: [HandScore] }
  deriving (Eq, Show)

-- | The points somebody took in a deal.
data HandScore = HandScore { playerId :: PlayerId, score :: Int }
  deriving (Eq, Show)

-- | The points somebody has after a game.
data GameScore = GameScore { player :: Player, finalScore :: Int }

-- | Chooses a card.
type PlayFunc
  =  PlayerId
  -- ^ Who you are.
  -> [Card]
  -- ^ Your hand, in the order it was dealt.
  -> [(Card, PlayerId)]
  -- ^ The trick so far, newest card first.
  -> Maybe ([(Card, PlayerId)], String)
  -- ^ The whole trick before, newest card first, and what you then remembered; nothing in the first trick of
  -- a deal.
  -> (Card, String)
  -- ^ Your card, and what you want to remember.

-- | There are no bids in Hearts.
type BidFunc = ()

-- | The card of a play.
first :: (a, b, c) -> a
first (a, _, _) = a

-- | The memory of a play.
second :: (a, b, c) -> b
second (_, b, _) = b

-- | The player of a play.
third :: (a, b, c) -> c
third (_, _, c) = c

-- | A play without its memory.
no_snd :: (a, b, c) -> (a, c)
no_snd (a, _, c) = (a, c)

-- | The first line of a log of plays.
log_header :: String
log_header = "deal,trick,player,card,memory"
