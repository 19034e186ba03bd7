{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A Last Card player at Croupier's table: views from JSON, moves back. The table writes a card's rank first.
module Croupier.LastCard
  ( serve
  ) where

import Croupier.Json (fields, int, isNull, items)
import Croupier.Serve (Asked(..), Game(..), field)
import qualified Croupier.Serve as Serve
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.List (intersperse)
import LastCard (Card(..), Choose, Direction(..), Move(..), Rank(..), Seat(..), Suit(..), View(..))

-- | Plays until the table has no more games.
serve :: Choose -> IO ()
serve = Serve.serve lastCard

lastCard :: Game View Move
lastCard = Game
  { Serve.called = "Last Card"
  , Serve.named = "last-card"
  , readView = \asked -> view (Serve.luck asked) (fields (shown asked))
  , writeMove = move
  , compact = Nothing
  }

view :: Int -> [(B.ByteString, B.ByteString)] -> View
view own parts = View
  { seat = int (value "seat")
  , hand = map card (items (value "hand"))
  , played = map card (items (value "played"))
  , lastPlayed = card (value "last_played")
  , chosenSuit = if isNull (value "chosen_suit") then Nothing else Just (suit (B.index (value "chosen_suit") 1))
  , punishment = int (value "punishment")
  , deckSize = int (value "deck")
  , seats = map (one . fields) (items (value "players"))
  , direction = if value "direction" == "\"backward\"" then Backward else Forward
  , turn = int (value "turn")
  , turnLimit = int (value "turn_limit")
  , luck = own
  }
  where value key = field key parts

one :: [(B.ByteString, B.ByteString)] -> Seat
one parts = Seat
  { seatNumber = int (field "seat" parts)
  , handSize = int (field "cards" parts)
  , called = field "called" parts == "true"
  , calls = int (field "calls" parts)
  }

-- | A card as the table writes it, in quotes.
card :: B.ByteString -> Card
card written = Card (suit (B.index written (B.length written - 2))) rank
  where
    rank = case B.index written 1 of
      'A' -> Ace
      'K' -> King
      'Q' -> Queen
      'J' -> Jack
      '1' -> Ten
      digit -> toEnum (fromEnum digit - fromEnum '2')

-- | By the first letter of its name, large or small.
suit :: Char -> Suit
suit letter
  | letter `elem` ("Ss" :: String) = Spade
  | letter `elem` ("Cc" :: String) = Club
  | letter `elem` ("Dd" :: String) = Diamond
  | otherwise = Heart

move :: Move -> Out.Builder
move (Move list named call) =
  "{\"cards\":[" <> mconcat (intersperse (Out.char7 ',') (map written list)) <> "],\"suit\":"
    <> maybe "null" suitName named <> ",\"last_card\":" <> (if call then "true}" else "false}")
  where
    written (Card its rank) = Out.char7 '"' <> Out.string7 (show rank) <> Out.string7 (show its) <> Out.char7 '"'

suitName :: Suit -> Out.Builder
suitName named = case named of
  Spade -> "\"spades\""
  Club -> "\"clubs\""
  Diamond -> "\"diamonds\""
  Heart -> "\"hearts\""
