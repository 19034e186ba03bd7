{-# LANGUAGE Safe #-}
-- | A Hearts player at Croupier's table: answers the table's questions with what its 'PlayFunc' returns.
module Croupier.Hearts
  ( serve
  ) where

import Cards (Card(..), Rank(..), Suit(..))
import Control.DeepSeq (rnf)
import Control.Exception (SomeException, evaluate, try)
import Croupier.Channel (lines3, send4)
import Croupier.Json (fields, isNull, items, number, quoted, text)
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.Maybe (fromMaybe)
import Hearts.Types (PlayFunc, PlayerId)

-- | Plays until the table has no more games.
serve :: PlayFunc -> IO ()
serve play = lines3 (answer play)

answer :: PlayFunc -> B.ByteString -> IO ()
answer play line = case text (value "type") of
  "hello" | game == "hearts" -> send4 (Out.string7 "{\"type\":\"hello\",\"protocol\":1}")
          | otherwise -> send4 (fault Nothing ("a Hearts player cannot play " ++ game))
  "ask" -> do
    chosen <- try (evaluate (forced (decide play (value "view") memory)))
    send4 (either failed (chose (B.unpack asked)) chosen)
  _ -> pure ()
  where
    message = fields line
    value key = fromMaybe B.empty (lookup (B.pack key) message)
    game = text (value "game")
    asked = value "number"
    memory = text (value "memory")
    failed failure = fault (Just (B.unpack asked)) (show (failure :: SomeException))

-- | Asks the player for its card. The memory counts from the second trick of a deal on.
decide :: PlayFunc -> B.ByteString -> String -> (Card, String)
decide play view memory = play (name (value "seat")) hand (trick (value "trick")) before
  where
    parts = fields view
    value key = fromMaybe B.empty (lookup (B.pack key) parts)
    hand = map card (items (value "hand"))
    before
      | isNull (value "previous") = Nothing
      | otherwise = Just (trick (value "previous"), memory)

-- | A trick as the player knows it, newest card first; the table writes the oldest first.
trick :: B.ByteString -> [(Card, PlayerId)]
trick = foldl (\newer played -> one (fields played) : newer) [] . items
  where
    one parts = (card (part "card" parts), name (part "seat" parts))
    part key = fromMaybe B.empty . lookup (B.pack key)

-- | A card as the table writes it, in quotes. What players read with 'read' is slower, and the same.
card :: B.ByteString -> Card
card written = Card suit rank
  where
    suit = case B.index written 1 of
      'S' -> Spade
      'C' -> Club
      'D' -> Diamond
      _ -> Heart
    rank = case B.index written 2 of
      'A' -> Ace
      'K' -> King
      'Q' -> Queen
      'J' -> Jack
      '1' -> Ten
      digit -> toEnum (fromEnum digit - fromEnum '2')

-- | A seat by the name players know it by: the first is "1".
name :: B.ByteString -> PlayerId
name = maybe "?" (show . (+ 1)) . number

-- | The answer when all of it has been thought of, so that no exception is left in it. A memory longer than the table
-- takes is not thought to its end, which it may not have.
forced :: (Card, String) -> (Card, String)
forced (chosen, memory) = rnf chosen `seq` rnf bounded `seq` (chosen, bounded)
  where bounded = take 65537 memory

chose :: String -> (Card, String) -> Out.Builder
chose asked (chosen, memory) =
  Out.string7 "{\"type\":\"answer\",\"number\":" <> Out.string7 asked
    <> Out.string7 ",\"move\":\"" <> Out.string7 (show chosen)
    <> Out.string7 "\",\"memory\":" <> quoted memory <> Out.char7 '}'

fault :: Maybe String -> String -> Out.Builder
fault asked why =
  Out.string7 "{\"type\":\"fault\"" <> foldMap ((Out.string7 ",\"number\":" <>) . Out.string7) asked
    <> Out.string7 ",\"message\":" <> quoted (takeWhile (/= '\n') why)
    <> Out.string7 ",\"trace\":" <> quoted (take 10000 why) <> Out.char7 '}'
