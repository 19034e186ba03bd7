{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A player at Croupier's table, whatever the game: hears a question, lets the player think to the end, answers.
module Croupier.Serve
  ( Game(..)
  , Compact(..)
  , Asked(..)
  , Memory
  , anyGame
  , field
  , serve
  ) where

import Control.DeepSeq (NFData, rnf)
import Control.Exception (SomeException, evaluate, try)
import Croupier.Channel (Message(..), Mouth, converse, inFrames, say, sayCode)
import Croupier.Json (fields, fromUtf8, number, quoted, text, toUtf8)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Data.Maybe (fromMaybe)
import Data.Word (Word64)

-- | What a player remembers of a game; the table keeps it.
type Memory = String

-- | What the host knows of a game.
data Game view move = Game
  { called :: String -- ^ as players say it
  , named :: String -- ^ as the table names it, or 'anyGame'
  , readView :: Asked -> view
  , writeMove :: move -> Out.Builder
  , compact :: Maybe (Compact view move) -- ^ where the game has frames for its views
  }

-- | A game's views as bytes, and its moves as numbers.
data Compact view move = Compact
  { unpackView :: Int -> B.ByteString -> view -- ^ with the player's luck
  , codeOf :: move -> Word64
  }

-- | A question.
data Asked = Asked
  { luck :: Int -- ^ a number of the player's own for this game
  , refused :: Maybe String -- ^ why its last answer was not accepted
  , shown :: B.ByteString -- ^ the view as JSON
  , legal :: B.ByteString -- ^ the legal moves as JSON, where the player knows no game's rules; empty elsewhere
  }

-- | In place of a game's name: its players play whatever is played, and are told the legal moves.
anyGame :: String
anyGame = ""

-- | The value of a key, empty where there is none.
field :: B.ByteString -> [(B.ByteString, B.ByteString)] -> B.ByteString
field key = fromMaybe B.empty . lookup key

-- | Plays until the table has no more games.
serve :: NFData move => Game view move -> (view -> Memory -> (move, Memory)) -> IO ()
serve game play = newIORef 0 >>= \seed -> converse (hear game play seed)

hear :: NFData move
  => Game view move -> (view -> Memory -> (move, Memory)) -> IORef Int -> Mouth -> Message -> IO Mouth
hear game play seed mouth message = case message of
  Frame 'A' body | Just frames <- compact game -> hearFrame frames play seed mouth (little body) "" (B.drop 4 body)
  Frame 'R' body | Just frames <- compact game ->
    let (memory, view) = B.splitAt (little (B.drop 4 body)) (B.drop 8 body)
    in hearFrame frames play seed mouth (little body) (fromUtf8 memory) view
  Frame _ _ -> pure mouth
  Json line -> hearJson game play seed mouth (fields line)

-- | A question in a frame: its number, what the player remembers, and its view.
hearFrame :: NFData move
  => Compact view move -> (view -> Memory -> (move, Memory)) -> IORef Int -> Mouth -> Int -> Memory -> B.ByteString
  -> IO Mouth
hearFrame frames play seed mouth asked memory view = do
  own <- readIORef seed
  chosen <- thought (play (unpackView frames own view) memory)
  case chosen of
    Right (move, new) ->
      sayCode mouth (fromIntegral asked) (codeOf frames move) (if new == memory then Nothing else Just (toUtf8 new))
    Left failure -> say mouth (fault (Just (B.pack (show asked))) (show failure))
  pure mouth

hearJson :: NFData move
  => Game view move -> (view -> Memory -> (move, Memory)) -> IORef Int -> Mouth -> [(B.ByteString, B.ByteString)]
  -> IO Mouth
hearJson game play seed mouth parts
  | kind == "\"ask\"" = do
      own <- readIORef seed
      let asked = Asked { luck = own, refused = text <$> lookup "refused" parts, shown = value "view"
                        , legal = value "legal" }
      chosen <- thought (play (readView game asked) memory)
      say mouth (told game (value "number") memory chosen)
      pure mouth
  | kind == "\"start\"" = writeIORef seed (fromMaybe 0 (number (value "seed"))) >> pure mouth
  | kind == "\"hello\"" = greet game mouth (text (value "game")) (value "compact" == "true")
  | otherwise = pure mouth
  where
    kind = value "type"
    value key = field key parts
    memory = maybe "" text (lookup "memory" parts)

-- | Answers the table's hello; whatever follows comes in frames where both sides have them.
greet :: Game view move -> Mouth -> String -> Bool -> IO Mouth
greet game mouth wanted offered
  | named game == anyGame = say mouth (hello <> ",\"wants\":[\"legal\"]}") >> pure mouth
  | wanted /= named game = do
      say mouth (fault Nothing ("a " ++ called game ++ " player cannot play " ++ wanted))
      pure mouth
  | offered, Just _ <- compact game = do
      say mouth (hello <> ",\"compact\":true,\"compact_memory\":true}")
      pure (inFrames mouth)
  | otherwise = say mouth (hello <> "}") >> pure mouth
  where hello = "{\"type\":\"hello\",\"protocol\":1"

-- | The answer when all of it has been thought of, so that no exception is left in it. A memory longer than the table
-- takes is not thought to its end, which it may not have.
thought :: NFData move => (move, Memory) -> IO (Either SomeException (move, Memory))
thought answer = try (evaluate (forced answer))
  where
    forced (move, memory) = let bounded = take 65537 memory in rnf move `seq` rnf bounded `seq` (move, bounded)

-- | An answer or a fault in JSON. A memory that has not changed is not sent: the table still has it.
told :: Game view move -> B.ByteString -> Memory -> Either SomeException (move, Memory) -> Out.Builder
told _ asked _ (Left failure) = fault (Just asked) (show failure)
told game asked old (Right (move, memory)) =
  "{\"type\":\"answer\",\"number\":" <> Out.byteString asked <> ",\"move\":" <> writeMove game move
    <> (if memory == old then mempty else ",\"memory\":" <> quoted memory) <> Out.char7 '}'

fault :: Maybe B.ByteString -> String -> Out.Builder
fault asked why =
  "{\"type\":\"fault\"" <> foldMap ((",\"number\":" <>) . Out.byteString) asked
    <> ",\"message\":" <> quoted (takeWhile (/= '\n') why)
    <> ",\"trace\":" <> quoted (take 10000 why) <> Out.char7 '}'

-- | A number of four bytes, the lowest first.
little :: B.ByteString -> Int
little = Bytes.foldr (\byte more -> more * 256 + fromIntegral byte) 0 . B.take 4
