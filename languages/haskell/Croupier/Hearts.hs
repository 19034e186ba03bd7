{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A Hearts player at Croupier's table: answers the table's questions with what its 'PlayFunc' returns.
module Croupier.Hearts
  ( serve
  ) where

import Cards (Card(..), Rank(..), Suit(..))
import Croupier.Json (fields, isNull, items, number)
import Croupier.Serve (Asked(..), Compact(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Array (Array, listArray, (!))
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Hearts.Types (PlayFunc, PlayerId)

-- | What a player is given beside its memory: itself, its hand, the trick, and the trick before.
data View = View PlayerId [Card] [(Card, PlayerId)] (Maybe [(Card, PlayerId)])

-- | Plays until the table has no more games. The memory counts from the second trick of a deal on.
serve :: PlayFunc -> IO ()
serve play = Serve.serve hearts (\(View me hand onTable before) memory -> play me hand onTable (with memory <$> before))
  where with memory played = (played, memory)

hearts :: Game View Card
hearts = Game
  { called = "Hearts"
  , named = "hearts"
  , readView = view . fields . shown
  , writeMove = \card -> Out.char7 '"' <> Out.string7 (show card) <> Out.char7 '"'
  , compact = Just Compact
      { unpackView = const unpacked
      , codeOf = \(Card suit rank) -> Just (fromIntegral (13 * fromEnum suit + fromEnum rank))
      }
  }

view :: [(B.ByteString, B.ByteString)] -> View
view parts = View (name (value "seat")) (map written (items (value "hand"))) (trick (value "trick")) before
  where
    value key = field key parts
    before = if isNull (value "previous") then Nothing else Just (trick (value "previous"))

-- | A trick as the player knows it, newest card first; the table writes the oldest first.
trick :: B.ByteString -> [(Card, PlayerId)]
trick = foldl (\newer played -> one (fields played) : newer) [] . items
  where one parts = (written (field "card" parts), name (field "seat" parts))

-- | A view in bytes: twelve, four for each score, then the hand, the finished tricks and the trick in play,
-- each with its number before it. Of the finished tricks a player is given the last.
unpacked :: B.ByteString -> View
unpacked bytes = View (names ! byte 0) (cards (handAt + 1) held) (played inPlayAt (byte (inPlayAt - 1))) before
  where
    byte at = fromIntegral (Bytes.index bytes at) :: Int
    seats = byte 1
    handAt = 12 + 4 * seats
    held = byte handAt
    tricksAt = handAt + 1 + held
    finished = byte tricksAt
    inPlayAt = tricksAt + 1 + finished * (seats + 1) + 1
    before = if finished == 0 then Nothing else Just (played (tricksAt + 1 + (finished - 1) * (seats + 1)) seats)
    cards at count = if count == 0 then [] else numbered ! byte at : cards (at + 1) (count - 1 :: Int)
    -- Newest card first; who led stands before the cards.
    played at count = newest (at + count) (byte at + count - 1) count
    newest at seat count
      | count == 0 = []
      | otherwise = (numbered ! byte at, names ! (seat `rem` seats)) : newest (at - 1) (seat - 1) (count - 1 :: Int)

names :: Array Int PlayerId
names = listArray (0, 3) ["1", "2", "3", "4"]

-- | Cards by their numbers: suits in their order, ranks within them. There is one of each, made once.
numbered :: Array Int Card
numbered = listArray (0, 51) [Card suit rank | suit <- [minBound .. maxBound], rank <- [minBound .. maxBound]]

-- | A card as the table writes it, in quotes. What players read with 'read' is slower, and the same.
written :: B.ByteString -> Card
written text = Card suit rank
  where
    suit = case B.index text 1 of
      'S' -> Spade
      'C' -> Club
      'D' -> Diamond
      _ -> Heart
    rank = case B.index text 2 of
      'A' -> Ace
      'K' -> King
      'Q' -> Queen
      'J' -> Jack
      '1' -> Ten
      digit -> toEnum (fromEnum digit - fromEnum '2')

-- | A seat by the name players know it by: the first is "1".
name :: B.ByteString -> PlayerId
name = maybe "?" (show . (+ 1)) . number
