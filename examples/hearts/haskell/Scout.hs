-- | Keeps what it knows of a deal in a record, and writes the record into its memory.
--
-- It gets rid of the queen of spades and of high spades as soon as somebody else takes the trick.
module Scout (playCard, makeBid) where

import Cards
import Data.List (maximumBy, minimumBy)
import Data.Ord (comparing)
import Hearts.Rules
import Hearts.Types

-- | What the player knows of the deal.
data Notes = Notes { broken :: Bool, queenGone :: Bool, rounds :: Int }
  deriving (Read, Show)

playCard :: PlayFunc
playCard me hand trick before = (pick notes trick options, show notes)
  where
    notes = maybe (Notes False False 0) learn before
    options = filter allowed hand
    allowed card = either (const False) (const True) (validPlay card me hand (map fst trick) (history notes))

-- | The notes of the trick before, with what that trick showed.
learn :: ([(Card, PlayerId)], String) -> Notes
learn (played, memory) = Notes
  { broken = broken || any (inSuit Heart . fst) played
  , queenGone = queenGone || queen_spades `elem` map fst played
  , rounds = rounds + 1
  }
  where
    Notes { broken, queenGone, rounds } = case reads memory of
      [(notes, _)] -> notes
      _ -> Notes False False 0

-- | Finished tricks as far as the rules ask for them: whether there was one, and whether it had a heart.
history :: Notes -> [[Card]]
history Notes { broken, rounds } = [[Card Heart Two | broken] | rounds > 0]

pick :: Notes -> [(Card, PlayerId)] -> [Card] -> Card
pick notes trick options
  | null trick = minimumBy (comparing danger) options
  | null ducking = minimumBy (comparing danger) options
  | otherwise = maximumBy (comparing danger) ducking
  where
    led = leadSuit (map (\(card, who) -> (card, "", who)) trick)
    best = maximum (filter (inSuit led) (map fst trick))
    ducking = filter (\card -> not (inSuit led card) || card < best) options
    danger card@(Card suit rank) = (weight notes card suit, rank)

-- | How much it would hurt to keep a card.
weight :: Notes -> Card -> Suit -> Int
weight Notes { queenGone } card suit
  | card == queen_spades = 3
  | suit == Spade && not queenGone && card > queen_spades = 2
  | suit == Heart = 1
  | otherwise = 0

makeBid :: BidFunc
makeBid = ()
