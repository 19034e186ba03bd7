{-# LANGUAGE OverloadedStrings, Safe #-}
-- | A player at Croupier's table, whatever the game: hears a question, lets the player think to the end,
-- answers.
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
import Croupier.Channel (Answer(..), Message(..), Mouth, converse, frames, inFrames, little, reply, replyAll, say)
import Croupier.Json (fields, fromUtf8, number, quoted, text)
import Croupier.Memory (Room, newRoom, written)
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
  , codeOf :: move -> Maybe Word64 -- ^ nothing where a move is none of the game's; it is told in JSON
  }

-- | A question.
data Asked = Asked
  { luck :: Int -- ^ a number of the player's own for this game
  , refused :: Maybe String -- ^ why its last answer was not accepted
  , shown :: B.ByteString -- ^ the view as JSON
  , legal :: B.ByteString
    -- ^ the legal moves as JSON, where the player knows no game's rules; empty elsewhere
  }

-- | In place of a game's name: its players play whatever is played, and are told the legal moves.
anyGame :: String
anyGame = ""

-- | The value of a key, empty where there is none.
field :: B.ByteString -> [(B.ByteString, B.ByteString)] -> B.ByteString
field key = fromMaybe B.empty . lookup key

-- | Plays until the table has no more games.
serve :: NFData move => Game view move -> (view -> Memory -> (move, Memory)) -> IO ()
serve game play = do
  seed <- newIORef 0
  room <- newRoom
  converse (hear game (Player play room) seed)

-- | How a player chooses from what it sees and remembers, and room for what it will remember.
data Player view move = Player (view -> Memory -> (move, Memory)) Room

hear :: NFData move => Game view move -> Player view move -> IORef Int -> Mouth -> Message -> IO Mouth
hear game player seed mouth message = case message of
  -- The questions of many games, each with the luck of its own: nothing is remembered here.
  Frame 'P' body -> replyAll mouth [answer game player own kind asked | (own, kind, asked) <- frames body] >> pure mouth
  Frame kind body | kind == 'A' || kind == 'R' -> do
    own <- readIORef seed
    answer game player own kind body >>= reply mouth
    pure mouth
  Frame _ _ -> pure mouth
  Json line -> hearJson game player seed mouth line

-- | The answer to a question of any kind, with this luck.
answer :: NFData move => Game view move -> Player view move -> Int -> Char -> B.ByteString -> IO Answer
answer game player own kind body = case (kind, compact game) of
  ('A', Just views) -> framed game views player own (little body) B.empty (B.drop 4 body)
  ('R', Just views) ->
    let (memory, view) = B.splitAt (little (B.drop 4 body)) (B.drop 8 body)
    in framed game views player own (little body) memory view
  _ -> inJson game player own (fields body)

-- | To a question in a frame: its number, what the player remembers, and its view. A memory that has not
-- changed is not sent: the table still has it.
framed :: NFData move
  => Game view move -> Compact view move -> Player view move -> Int -> Int -> B.ByteString -> B.ByteString -> IO Answer
framed game views (Player play room) own asked memory view = do
  chosen <- try (think (play (unpackView views own view) (fromUtf8 memory)))
  pure $ case chosen of
    Right (_, Just code, new) -> InCode (fromIntegral asked) code (if new == memory then Nothing else Just new)
    Right (move, Nothing, new) -> InJson (told game number' (fromUtf8 memory) (Right (move, fromUtf8 new)))
    Left failure -> InJson (fault (Just number') (show (failure :: SomeException)))
  where
    number' = B.pack (show asked)
    think (move, new) = do
      code <- evaluate (rnf move `seq` codeOf views move)
      bytes <- written room new
      pure (move, code, bytes)

-- | To a question in JSON.
inJson :: NFData move => Game view move -> Player view move -> Int -> [(B.ByteString, B.ByteString)] -> IO Answer
inJson game (Player play _) own parts = do
  chosen <- thought (play (readView game asked) memory)
  pure (InJson (told game (value "number") memory chosen))
  where
    asked = Asked { luck = own, refused = text <$> lookup "refused" parts, shown = value "view", legal = value "legal" }
    value key = field key parts
    memory = maybe "" text (lookup "memory" parts)

hearJson :: NFData move => Game view move -> Player view move -> IORef Int -> Mouth -> B.ByteString -> IO Mouth
hearJson game player seed mouth line
  | kind == "\"ask\"" = do
      own <- readIORef seed
      inJson game player own parts >>= reply mouth
      pure mouth
  | kind == "\"start\"" = writeIORef seed (fromMaybe 0 (number (value "seed"))) >> pure mouth
  | kind == "\"hello\"" = greet game mouth (text (value "game")) (value "compact" == "true")
  | otherwise = pure mouth
  where
    parts = fields line
    kind = value "type"
    value key = field key parts

-- | Answers the table's hello; whatever follows comes in frames where both sides have them.
greet :: Game view move -> Mouth -> String -> Bool -> IO Mouth
greet game mouth wanted offered
  | named game == anyGame = say mouth (hello <> ",\"wants\":[\"legal\"]}") >> pure mouth
  | wanted /= named game = do
      say mouth (fault Nothing ("a " ++ called game ++ " player cannot play " ++ wanted))
      pure mouth
  | offered, Just _ <- compact game = do
      say mouth (hello <> ",\"compact\":true,\"compact_memory\":true,\"pure\":true}")
      pure (inFrames mouth)
  | otherwise = say mouth (hello <> "}") >> pure mouth
  where hello = "{\"type\":\"hello\",\"protocol\":1"

-- | The answer when all of it has been thought of, so that no exception is left in it. A memory longer than
-- the table takes is not thought to its end, which it may not have.
thought :: NFData move => (move, Memory) -> IO (Either SomeException (move, Memory))
thought whole = try (evaluate (forced whole))
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
