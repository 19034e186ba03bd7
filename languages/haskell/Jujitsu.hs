{-# LANGUAGE Safe #-}
-- | Psychological Jujitsu: what a player sees, and its bid.
--
-- > module Player (choose) where
-- > import Jujitsu
-- > choose :: Choose
-- > choose view memory = (Bid (maximum (myCards view)), memory)
module Jujitsu
  ( View(..)
  , Turn(..)
  , Bid(..)
  , Memory
  , Choose
  , cardsInRound
  ) where

import Control.DeepSeq (NFData(..))

-- | All that a seat may know. Cards are numbers from 1.
data View = View
  { seat :: Int -- ^ yours, 0 or 1; the rules are the same for both
  , match :: [Int] -- ^ the rounds, each as its highest card
  , myPoints :: Int -- ^ points you have won in the match so far
  , opponentPoints :: Int
  , roundNumber :: Int -- ^ from 1
  , lot :: [Int] -- ^ the victory cards that are bid for, in the order drawn
  , nextVictoryCard :: Maybe Int -- ^ that of the next turn; nothing on the last turn of a round
  , myCards :: [Int] -- ^ your bidding cards, lowest first
  , opponentCards :: [Int]
  , drawPile :: [Int] -- ^ the victory cards to come this round, the next one included, lowest first
  , previousTurns :: [Turn] -- ^ of this round, in the order played; on its first turn, of the round before
  , luck :: Int
    -- ^ a number of your own, the same whenever this match is played again: for 'System.Random.mkStdGen'
  } deriving (Eq, Show)

-- | A past turn.
data Turn = Turn
  { myBid :: Int
  , opponentBid :: Int
  , drawnVictoryCard :: Int
  , myCardsWon :: [Int]
  , opponentCardsWon :: [Int]
  , myBidLegal :: Bool -- ^ false where it was refused or missing, and drawn at random
  , opponentBidLegal :: Bool
  } deriving (Eq, Show)

-- | A bidding card of yours.
newtype Bid = Bid Int
  deriving (Eq, Ord, Show, Read)

instance NFData Bid where
  rnf (Bid card) = card `seq` ()

-- | What you want to be given with the next question of this match; empty at the first. Up to 64 KiB.
type Memory = String

-- | A player.
type Choose = View -> Memory -> (Bid, Memory)

-- | How many cards the current round has.
cardsInRound :: View -> Int
cardsInRound view = match view !! (roundNumber view - 1)
