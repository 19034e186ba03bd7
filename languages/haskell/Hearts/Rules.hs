{-# LANGUAGE Safe #-}
-- | The rules of Hearts, for players that want to check a card before they play it. The table has the last
-- word.
module Hearts.Rules
  ( two_clubs
  , queen_spades
  , full_score
  , cardPoints
  , winner
  , inSuit
  , dealAndBid
  , leadSuit
  , reneging
  , validPlay
  ) where

import Cards (Card(..), Rank(..), Suit(..))
import Data.List (maximumBy)
import Data.Ord (comparing)
import Deck (Deck, deal)
import Hearts.Types (GameError(..), Hand(..), Player, PlayerError(..), PlayerId, Trick, first, third)

-- | The card that leads a deal.
two_clubs :: Card
two_clubs = Card Club Two

-- | The card that costs most.
queen_spades :: Card
queen_spades = Card Spade Queen

-- | All points of a deal together.
full_score :: Int
full_score = 26

-- | What a card costs who takes it.
cardPoints :: Card -> Int
cardPoints card
  | inSuit Heart card = 1
  | card == queen_spades = 13
  | otherwise = 0

-- | Who takes a trick in which this suit was led.
winner :: Suit -> Trick -> PlayerId
winner led trick = third (maximumBy (comparing first) following)
  where following = filter (inSuit led . first) trick

-- | Whether a card is of a suit.
inSuit :: Suit -> Card -> Bool
inSuit wanted (Card suit _) = suit == wanted

-- | A hand for each player. Nobody bids in Hearts.
dealAndBid :: [Player] -> Deck -> [Hand]
dealAndBid players cards = zipWith Hand players (deal cards)

-- | The suit of the first card of a trick that has begun.
leadSuit :: Trick -> Suit
leadSuit trick = case first (last trick) of Card suit _ -> suit

-- | Whether a card from a hand does not follow the suit led in a trick, though the hand could.
reneging
  :: Card -- ^ the card
  -> [Card] -- ^ the hand
  -> Suit -- ^ the suit led
  -> [Card] -- ^ the trick so far; whoever leads cannot renege
  -> Bool
reneging card hand led trick = not (null trick) && not (inSuit led card) && any (inSuit led) hand

-- | The card, or the first rule it breaks.
validPlay
  :: Card -- ^ the card
  -> PlayerId -- ^ who plays it
  -> [Card] -- ^ the hand it comes from
  -> [Card] -- ^ the trick so far, newest card first
  -> [[Card]] -- ^ the finished tricks of this deal
  -> Either GameError Card
validPlay card who hand trick finished
  | firstTrick && leading && card /= two_clubs =
      broke LeadError "the first card of a deal is the two of clubs"
  | firstTrick && cardPoints card > 0 && any ((== 0) . cardPoints) hand =
      broke BleedError "no heart and no queen of spades may go into the first trick"
  | leading && inSuit Heart card && not heartsBroken && not (all (inSuit Heart) hand) =
      broke BrokenError "no heart may be led before one was played in an earlier trick"
  | not leading && reneging card hand ledSuit trick =
      broke RenegError "the suit led must be followed by a hand that has it"
  | card `notElem` hand = broke InvalidCardError "the card is not in the hand"
  | otherwise = Right card
  where
    broke rule = Left . GameError rule who
    firstTrick = null finished
    leading = null trick
    heartsBroken = any (any (inSuit Heart)) finished
    ledSuit = case last trick of Card suit _ -> suit
