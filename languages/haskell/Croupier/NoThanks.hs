{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A No Thanks! player at Croupier's table: views from JSON or from frames, moves back.
module Croupier.NoThanks
  ( serve
  ) where

import Croupier.Json (fields, int, items)
import Croupier.Serve (Asked(..), Compact(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Bits (testBit)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as B
import NoThanks (Choose, Move(..), Seat(..), View(..))

-- | Plays until the table has no more games.
serve :: Choose -> IO ()
serve = Serve.serve noThanks

noThanks :: Game View Move
noThanks = Game
  { called = "No Thanks!"
  , named = "no-thanks"
  , readView = \asked -> view (Serve.luck asked) (fields (shown asked))
  , writeMove = \move -> if move == Take then "\"take\"" else "\"pass\""
  , compact = Just Compact { unpackView = unpacked, codeOf = \move -> Just (if move == Take then 1 else 0) }
  }

view :: Int -> [(B.ByteString, B.ByteString)] -> View
view own parts = View
  { seat = value "seat"
  , turned = value "round"
  , card = value "card"
  , coinsOnCard = value "coins_on_card"
  , seats = map (one . fields) (items (field "players" parts))
  , luck = own
  }
  where
    value key = int (field key parts)
    one player = Seat
      { coins = int (field "coins" player)
      , collection = map int (items (field "collection" player))
      }

-- | The compact view: six bytes, then one byte of coins and eight of cards for each player.
unpacked :: Int -> B.ByteString -> View
unpacked own bytes = View
  { seat = byte 0
  , turned = byte 2
  , card = byte 3
  , coinsOnCard = byte 4
  , seats = [one (6 + 9 * at) | at <- [0 .. byte 5 - 1]]
  , luck = own
  }
  where
    byte at = fromIntegral (Bytes.index bytes at)
    one at = Seat { coins = byte at, collection = filter (taken (at + 1)) [3 .. 35] }
    taken at number = testBit (Bytes.index bytes (at + number `div` 8)) (number `mod` 8)
