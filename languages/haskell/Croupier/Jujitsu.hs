{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A player of Psychological Jujitsu at Croupier's table: views from JSON, bids back.
module Croupier.Jujitsu
  ( serve
  ) where

import Croupier.Json (fields, int, items, number)
import Croupier.Serve (Asked(..), Game(..), field)
import qualified Croupier.Serve as Serve
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
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
  , compact = Nothing
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
