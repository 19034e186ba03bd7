{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A Score Four player at Croupier's table: views from JSON or from frames, pegs back.
module Croupier.ScoreFour
  ( serve
  ) where

import Croupier.Json (fields, int, isNull)
import Croupier.Serve (Asked(..), Compact(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Bits (setBit)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.List (foldl')
import Data.Word (Word64)
import ScoreFour (Board(..), Choose, Colour(..), Peg(..), View(..))

-- | Plays until the table has no more games.
serve :: Choose -> IO ()
serve = Serve.serve scoreFour

scoreFour :: Game View Peg
scoreFour = Game
  { called = "Score Four"
  , named = "score-four"
  , readView = \asked -> view asked (fields (shown asked))
  , writeMove = \(Peg its other) ->
      "{\"row\":" <> Out.intDec its <> ",\"column\":" <> Out.intDec other <> Out.char7 '}'
  , compact = Just Compact { unpackView = unpacked, codeOf = code }
  }

view :: Asked -> [(B.ByteString, B.ByteString)] -> View
view asked parts = View
  { seat = int (value "seat")
  , colour = if value "colour" == "\"black\"" then Black else White
  , board = beads (value "board")
  , lastPeg = if isNull (value "last") then Nothing else Just (peg (fields (value "last")))
  , retriesLeft = int (value "retries_left")
  , refusal = refused asked
  , luck = Serve.luck asked
  }
  where
    value key = field key parts
    peg place = Peg (int (field "row" place)) (int (field "column" place))

-- | The signs of all places follow one another; what stands between them does not count.
beads :: B.ByteString -> Board
beads = snd . foldl' place (0, Board 0 0) . B.unpack
  where
    place (at, whole@(Board white black)) sign = case sign of
      'W' -> (at + 1, Board (setBit white at) black)
      'B' -> (at + 1, Board white (setBit black at))
      '.' -> (at + 1 :: Int, whole)
      _ -> (at, whole)

-- | The compact view: four bytes, the answers that are left, and the beads of White and of Black.
unpacked :: Int -> B.ByteString -> View
unpacked own bytes = View
  { seat = byte 0
  , colour = if byte 0 == 1 then Black else White
  , board = Board (fromInteger (number 8 8)) (fromInteger (number 16 8))
  , lastPeg = if byte 3 == 255 then Nothing else Just (Peg (byte 3 `div` 4) (byte 3 `mod` 4))
  , retriesLeft = fromInteger (number 4 4)
  , refusal = Nothing
  , luck = own
  }
  where
    byte at = fromIntegral (Bytes.index bytes at) :: Int
    number at count = foldr (\place more -> toInteger (byte place) + 256 * more) 0 [at .. at + count - 1]

-- | The number of a peg; one that is not there has none.
code :: Peg -> Maybe Word64
code (Peg its other)
  | all (`elem` [0 .. 3]) [its, other] = Just (fromIntegral (4 * its + other))
  | otherwise = Nothing
