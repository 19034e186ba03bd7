{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A player of Psychological Jujitsu at Croupier's table: views from JSON or from frames, bids back.
module Croupier.Jujitsu
  ( serve
  ) where

import Croupier.Json (fields, int, items, number)
import Croupier.Serve (Asked(..), Compact(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Bits (shiftL, shiftR, testBit, xor)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.Int (Int32)
import Data.Word (Word32, Word64)
import Jujitsu (Bid(..), Choose, Turn(..), View(..))

-- | Plays until the table has no more games.
serve :: Choose -> IO ()
serve = Serve.serve jujitsu

jujitsu :: Game View Bid
jujitsu = Game
  { called = "Jujitsu"
  , named = "jujitsu"
  , readView = \asked -> view (Serve.luck asked) (fields (shown asked))
  , writeMove = \(Bid card) -> Out.intDec card
  , compact = Just Compact { unpackView = unpacked, codeOf = code }
  }

view :: Int -> [(B.ByteString, B.ByteString)] -> View
view own parts = View
  { seat = int (value "seat")
  , match = ints (value "match")
  , myPoints = int (value "myPointsTotal")
  , opponentPoints = int (value "opponentPointsTotal")
  , roundNumber = int (value "currentRound")
  , lot = ints (value "lot")
  , nextVictoryCard = number (value "nextVictoryCard")
  , myCards = ints (value "myCardsRemaining")
  , opponentCards = ints (value "opponentCardsRemaining")
  , drawPile = ints (value "drawPile")
  , previousTurns = map (turn . fields) (items (value "previousTurns"))
  , luck = own
  }
  where value key = field key parts

turn :: [(B.ByteString, B.ByteString)] -> Turn
turn parts = Turn
  { myBid = int (value "myBid")
  , opponentBid = int (value "opponentBid")
  , drawnVictoryCard = int (value "drawnVictoryCard")
  , myCardsWon = ints (value "myCardsWon")
  , opponentCardsWon = ints (value "opponentCardsWon")
  , myBidLegal = value "myResponseLegal" == "true"
  , opponentBidLegal = value "opponentResponseLegal" == "true"
  }
  where value key = field key parts

ints :: B.ByteString -> [Int]
ints = map int . items

-- | The compact view: four bytes, the points, the hands and the pile as sets of cards, then the rounds, the
-- lot and the turns, each with their number before them. What a turn won follows from its bids and those
-- before.
unpacked :: Int -> B.ByteString -> View
unpacked own bytes = View
  { seat = byte 0
  , match = row 36
  , myPoints = four 4
  , opponentPoints = four 8
  , roundNumber = byte 1
  , lot = row lotAt
  , nextVictoryCard = if byte 3 == 255 then Nothing else Just (byte 3)
  , myCards = set 12
  , opponentCards = set 20
  , drawPile = set 28
  , previousTurns = turns (turnsAt + 1) (byte turnsAt) []
  , luck = own
  }
  where
    byte at = fromIntegral (Bytes.index bytes at) :: Int
    four at = foldr (\place more -> byte place + 256 * more) 0 [at .. at + 3]
    row at = map byte [at + 1 .. at + byte at]
    set at = [number' | number' <- [0 .. 63], testBit (Bytes.index bytes (at + number' `div` 8)) (number' `mod` 8)]
    lotAt = 37 + byte 36
    turnsAt = lotAt + 1 + byte lotAt
    turns _ 0 _ = []
    turns at left waiting = Turn
      { myBid = mine
      , opponentBid = theirs
      , drawnVictoryCard = byte (at + 2)
      , myCardsWon = if mine > theirs then atStake else []
      , opponentCardsWon = if theirs > mine then atStake else []
      , myBidLegal = testBit (byte (at + 3)) 0
      , opponentBidLegal = testBit (byte (at + 3)) 1
      } : turns (at + 4) (left - 1 :: Int) (if mine == theirs then atStake else [])
      where
        (mine, theirs) = (byte at, byte (at + 1))
        atStake = waiting ++ [byte (at + 2)]

-- | A bid's number: small for small ones, above and below zero.
code :: Bid -> Maybe Word64
code (Bid card)
  | fromIntegral small /= card = Nothing
  | otherwise = Just (fromIntegral (fromIntegral (shiftL small 1 `xor` shiftR small 31) :: Word32))
  where small = fromIntegral card :: Int32
