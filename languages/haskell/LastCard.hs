{-# LANGUAGE Safe #-}
-- | Last Card: what a player sees, what it may play, and which cards fit. Cards are those of the module
-- @Cards@, which is exported too; 'show' writes a card's suit first.
--
-- > module Player (choose) where
-- > import LastCard
-- > choose :: Choose
-- > choose view memory = (play (take 1 (filter (fits view) (hand view))), memory)
module LastCard
  ( Card(..)
  , Suit(..)
  , Rank(..)
  , View(..)
  , Seat(..)
  , Direction(..)
  , Move(..)
  , Memory
  , Choose
  , pass
  , play
  , fits
  , legalCards
  , rankOf
  , suitOf
  , pointsOf
  ) where

import Cards (Card(..), Rank(..), Suit(..))
import Control.DeepSeq (NFData(..))
import Data.Maybe (fromMaybe)

-- | All that a seat may know.
data View = View
  { seat :: Int -- ^ yours, 0 to 3
  , hand :: [Card] -- ^ your cards, in the order drawn
  , played :: [Card]
    -- ^ what was played since the last reshuffle, oldest first, beginning with the face-up card
  , lastPlayed :: Card -- ^ the card on top
  , chosenSuit :: Maybe Suit -- ^ the suit to match where an ace lies on top
  , punishment :: Int -- ^ what a pass or an illegal move costs now; 0 where no punishment is active
  , deckSize :: Int
  , seats :: [Seat] -- ^ everyone, you first, in the direction of play
  , direction :: Direction
  , turn :: Int -- ^ turns taken
  , turnLimit :: Int -- ^ after so many the game ends without a winner
  , luck :: Int
    -- ^ a number of your own, the same whenever this game is played again: for 'System.Random.mkStdGen'
  } deriving (Eq, Show)

-- | One player as everyone sees them.
data Seat = Seat
  { seatNumber :: Int
  , handSize :: Int
  , called :: Bool -- ^ on their own last turn, so that they may end on the next
  , calls :: Int -- ^ how often in this game
  } deriving (Eq, Show)

-- | Forward is from seat 0 to 1.
data Direction = Forward | Backward
  deriving (Eq, Ord, Show, Read, Enum, Bounded)

-- | Up to four cards of one rank in the order played; none is a pass.
data Move = Move
  { cards :: [Card]
  , naming :: Maybe Suit -- ^ the suit an ace names; without one it names its own
  , calling :: Bool -- ^ last card
  } deriving (Eq, Show)

instance NFData Move where
  rnf (Move list suit call) = rnf list `seq` maybe () (`seq` ()) suit `seq` call `seq` ()

-- | What you want to be given with the next question of this game; empty at the first. Up to 64 KiB.
type Memory = String

-- | A player.
type Choose = View -> Memory -> (Move, Memory)

-- | Plays no card and draws one, or the punishment.
pass :: Move
pass = play []

-- | Plays these cards, names no suit and does not call.
play :: [Card] -> Move
play list = Move { cards = list, naming = Nothing, calling = False }

-- | Whether a move may begin with the card. Aces that would empty the hand may not be played all the same.
fits :: View -> Card -> Bool
fits view card
  | punishment view > 0 = rankOf card == rankOf top
  | otherwise = rankOf card == Ace || rankOf card == rankOf top || suitOf card == suit
  where
    top = lastPlayed view
    suit = fromMaybe (suitOf top) (chosenSuit view)

-- | Every largest set that may be played, as a list with each fitting card first in turn; beginnings of these
-- lists may be played too. Sets of aces leave a card in the hand.
legalCards :: View -> [[Card]]
legalCards view = filter allowed [first : filter (like first) (hand view) | first <- hand view, fits view first]
  where
    like first card = card /= first && rankOf card == rankOf first
    allowed list = not (all ((== Ace) . rankOf) list && length list == length (hand view))

-- | A card's rank.
rankOf :: Card -> Rank
rankOf (Card _ rank) = rank

-- | A card's suit.
suitOf :: Card -> Suit
suitOf (Card suit _) = suit

-- | What a card costs in a hand at the end.
pointsOf :: Card -> Int
pointsOf card = case rankOf card of
  Ace -> 5
  Two -> 2
  Five -> 2
  _ -> 1
