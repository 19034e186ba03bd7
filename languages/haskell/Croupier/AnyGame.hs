{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A player of any game at Croupier's table: views and legal moves from JSON, moves back.
module Croupier.AnyGame
  ( serve
  ) where

import AnyGame (Choose, Json(..), View(..))
import Croupier.Json (fields, fromUtf8, isNull, items, quoted, text)
import Croupier.Serve (Asked, Game(..))
import qualified Croupier.Serve as Serve
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.List (intersperse)

-- | Plays until the table has no more games.
serve :: Choose -> IO ()
serve = Serve.serve anyGame

anyGame :: Game View Json
anyGame = Game
  { called = "game"
  , named = Serve.anyGame
  , readView = view
  , writeMove = written
  , compact = Nothing
  }

view :: Asked -> View
view asked = View
  { shown = value (Serve.shown asked)
  , legal = map value (items (Serve.legal asked))
  , luck = Serve.luck asked
  }

value :: B.ByteString -> Json
value bytes
  | isNull bytes = Null
  | otherwise = case B.uncons bytes of
      Just ('"', _) -> Text (text bytes)
      Just ('[', _) -> List (map value (items bytes))
      Just ('{', _) -> Object [(text (B.cons '"' (B.snoc key '"')), value inner) | (key, inner) <- fields bytes]
      Just ('t', _) -> Truth True
      Just ('f', _) -> Truth False
      _ -> Number (number bytes)

-- | A number as JSON writes it; Haskell reads no plus in an exponent.
number :: B.ByteString -> Double
number bytes = case reads (filter (/= '+') (fromUtf8 bytes)) of
  [(found, "")] -> found
  _ -> 0

written :: Json -> Out.Builder
written json = case json of
  Null -> "null"
  Truth truth -> if truth then "true" else "false"
  Number found
    | found == fromIntegral (round found :: Integer) -> Out.integerDec (round found)
    | otherwise -> Out.doubleDec found
  Text found -> quoted found
  List found -> "[" <> mconcat (intersperse "," (map written found)) <> "]"
  Object found -> "{" <> mconcat (intersperse "," [quoted key <> ":" <> written inner | (key, inner) <- found]) <> "}"
