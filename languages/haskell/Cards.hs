{-# LANGUAGE Safe #-}
-- | Suits, ranks and cards, as players of Hearts read and write them. Nothing else is exported, because
-- players define their own @suit@ and @rank@.
module Cards
  ( Suit(..)
  , Rank(..)
  , Card(..)
  ) where

import Control.DeepSeq (NFData(..))
import Data.Char (isSpace)
import Data.List (stripPrefix)

-- | The four suits, in the order of cards.
data Suit = Spade | Club | Diamond | Heart
  deriving (Eq, Ord, Enum, Bounded)

instance Show Suit where
  show Spade = "S"
  show Club = "C"
  show Diamond = "D"
  show Heart = "H"

-- | The ranks, two low and ace high.
data Rank
  = Two | Three | Four | Five | Six | Seven | Eight | Nine | Ten
  | Jack | Queen | King | Ace
  deriving (Eq, Ord, Enum, Bounded)

instance Show Rank where
  show Jack = "J"
  show Queen = "Q"
  show King = "K"
  show Ace = "A"
  show number = show (fromEnum number + 2)

-- | A card: ordered by suit, then by rank.
data Card = Card Suit Rank
  deriving (Eq, Ord)

-- | Its suit and its rank: @S10@, @HQ@.
instance Show Card where
  show (Card suit rank) = show suit ++ show rank

-- | What 'show' writes.
instance Read Card where
  readsPrec _ text =
    [ (Card suit rank, rest)
    | (suit, behind) <- oneOf (dropWhile isSpace text)
    , (rank, rest) <- oneOf behind
    ]

instance NFData Card where
  rnf (Card suit rank) = suit `seq` rank `seq` ()

-- | The value whose name the text begins with; no name of a suit or a rank begins another.
oneOf :: (Bounded a, Enum a, Show a) => String -> [(a, String)]
oneOf text =
  [(value, rest) | value <- [minBound .. maxBound], Just rest <- [stripPrefix (show value) text]]
