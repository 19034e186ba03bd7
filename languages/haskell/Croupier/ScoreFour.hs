{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A Score Four player at Croupier's table: views from JSON, pegs back.
module Croupier.ScoreFour
  ( serve
  ) where

import Croupier.Json (fields, int, isNull, items)
import Croupier.Serve (Asked(..), Game(..), field)
import qualified Croupier.Serve as Serve
import Data.Bits (setBit)
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.List (foldl')
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
  , compact = Nothing
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
