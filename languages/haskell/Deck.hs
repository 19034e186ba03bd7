{-# LANGUAGE Safe #-}
-- | All 52 cards, shuffled and dealt: for players that imagine deals. The table deals its own way.
module Deck
  ( Deck(..)
  , deal
  , sortedDeck
  , shuffleList
  , shuffledDeck
  ) where

import Cards (Card(..))
import Data.List (sortOn)
import System.Random (RandomGen, randoms)

-- | Cards to deal, so many to each player.
data Deck = Deck { handSize :: Int, deck :: [Card] }
  deriving (Eq, Show)

-- | The hands, in order, until the cards run out.
deal :: Deck -> [[Card]]
deal (Deck size rest)
  | null rest || size <= 0 = []
  | otherwise = take size rest : deal (Deck size (drop size rest))

-- | All cards, by suit and rank.
sortedDeck :: [Card]
sortedDeck = [Card suit rank | suit <- [minBound .. maxBound], rank <- [minBound .. maxBound]]

-- | The same things in an order drawn from a generator.
shuffleList :: RandomGen g => g -> [a] -> [a]
shuffleList generator things = map snd (sortOn fst (zip (randoms generator :: [Int]) things))

-- | All cards in an order drawn from a generator.
shuffledDeck :: RandomGen g => g -> [Card]
shuffledDeck generator = shuffleList generator sortedDeck
