{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A Last Card player at Croupier's table: views from JSON or from frames, moves back. The table writes a
-- card's rank first.
module Croupier.LastCard
  ( serve
  ) where

import Croupier.Json (fields, int, isNull, items)
import Croupier.Serve (Asked(..), Compact(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Array (Array, listArray, (!))
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.List (foldl', intersperse)
import Data.Word (Word64)
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
  , compact = Just Compact { unpackView = unpacked, codeOf = code }
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

-- | The compact view: six bytes, the turns taken and allowed, the punishment, four bytes for each seat, then
-- the hand and what was played, each with its number before it.
unpacked :: Int -> B.ByteString -> View
unpacked own bytes = View
  { seat = byte 0
  , hand = cardsAt 31 (byte 30)
  , played = onPile
  , lastPlayed = last onPile
  , chosenSuit = if byte 3 == 255 then Nothing else Just (toEnum (byte 3))
  , punishment = two 10 + 65536 * two 12
  , deckSize = byte 4
  , seats = [seatAt ((byte 1 + step * places) `mod` 4) | places <- [0 .. 3]]
  , direction = if step == 1 then Forward else Backward
  , turn = two 6
  , turnLimit = two 8
  , luck = own
  }
  where
    byte at = fromIntegral (Bytes.index bytes at) :: Int
    two at = byte at + 256 * byte (at + 1)
    step = if byte 2 == 1 then 3 else 1
    playedAt = 31 + byte 30
    onPile = cardsAt (playedAt + 1) (byte playedAt)
    cardsAt at count = [numbered ! byte place | place <- [at .. at + count - 1]]
    seatAt number = Seat { seatNumber = number, handSize = byte at, called = byte (at + 1) == 1, calls = two (at + 2) }
      where at = 14 + 4 * number

-- | Cards by their numbers: suits in their order, ranks within them, the ace first.
numbered :: Array Int Card
numbered = listArray (0, 51) [Card its rank | its <- [minBound .. maxBound], rank <- Ace : [Two .. King]]

-- | A move's number: that of its cards, a number in the digits 1 to 52, then the suit that is named and the
-- call. Moves of up to two cards that name no suit come first.
code :: Move -> Maybe Word64
code (Move list named call)
  | length (take 6 list) > 5 = Nothing
  | otherwise = Just (case named of
      Nothing | cards * 2 < few -> cards * 2 + calling'
              | otherwise -> few + cards * 10 + calling'
      Just its -> few + cards * 10 + 2 * (fromIntegral (fromEnum its) + 1) + calling')
  where
    few = 2 * (1 + 52 + 52 * 52)
    calling' = if call then 1 else 0
    cards = foldl' (\list' (Card its rank) -> list' * 52 + number its rank + 1) 0 list
    number its rank = fromIntegral (13 * fromEnum its + (fromEnum rank + 1) `mod` 13)

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
