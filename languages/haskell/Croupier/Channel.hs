{-# LANGUAGE Safe #-}
-- | Messages from the table on descriptor 3 and to it on descriptor 4, each with one call of the system: a decision
-- should cost no more than the player's own thinking. What the player prints goes elsewhere. Knows no game.
module Croupier.Channel
  ( Message(..)
  , Mouth
  , converse
  , inFrames
  , say
  , sayCode
  ) where

import Control.Monad (when)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Builder.Extra as Out
import qualified Data.ByteString.Char8 as B
import qualified Data.ByteString.Lazy as Lazy
import Data.Word (Word32, Word64, Word8)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Ptr (Ptr, castPtr, plusPtr)
import System.Posix.IO (fdReadBuf, fdWriteBuf)
import System.Posix.Types (Fd)

fromTable, toTable :: Fd
fromTable = 3
toTable = 4

-- | A message in JSON, or a frame of another kind with its body.
data Message = Json B.ByteString | Frame Char B.ByteString

-- | How messages follow one another: a line each, or frames with a length before them.
data Wire = Lines | Frames

-- | What speaks to the table.
data Mouth = Mouth Wire (Ptr Word8)

-- | The same mouth, in frames from here on.
inFrames :: Mouth -> Mouth
inFrames (Mouth _ room) = Mouth Frames room

room64 :: Int
room64 = 65536

-- | Gives every message to an action, until the table closes its end. The action says how to go on.
converse :: (Mouth -> Message -> IO Mouth) -> IO ()
converse act = allocaBytes room64 (\reading -> allocaBytes room64 (listen reading B.empty . Mouth Lines))
  where
    listen reading had mouth = do
      got <- fdReadBuf fromTable reading (fromIntegral room64)
      when (got > 0) $ do
        new <- Bytes.packCStringLen (castPtr reading, fromIntegral got)
        (rest, next) <- whole mouth (if B.null had then new else had <> new)
        listen reading rest next
    whole mouth bytes = case split mouth bytes of
      Nothing -> pure (bytes, mouth)
      Just (message, rest) -> act mouth message >>= \next -> whole next rest

-- | The first whole message, and what follows it.
split :: Mouth -> B.ByteString -> Maybe (Message, B.ByteString)
split (Mouth Lines _) bytes = case B.elemIndex '\n' bytes of
  Nothing -> Nothing
  Just end -> Just (Json (B.take end bytes), B.drop (end + 1) bytes)
split (Mouth Frames _) bytes
  | B.length bytes < 5 || B.length behind < size = Nothing
  | kind == 'J' = Just (Json body, rest)
  | otherwise = Just (Frame kind body, rest)
  where
    size = foldr (\at total -> total * 256 + fromIntegral (Bytes.index bytes at)) 0 [0 .. 3]
    behind = B.drop 4 bytes
    kind = B.head behind
    (body, rest) = (B.drop 1 (B.take size behind), B.drop size behind)

-- | Sends a message in JSON.
say :: Mouth -> Out.Builder -> IO ()
say (Mouth Lines room) message = do
  let line = message <> Out.char7 '\n'
  (size, next) <- Out.runBuilder line room room64
  case next of
    Out.Done -> push room size
    _ -> sayLong line
say mouth message = sayFrame mouth (Out.char7 'J' <> message)

-- | Sends a frame: its length, which is known only afterwards, then its kind and body.
sayFrame :: Mouth -> Out.Builder -> IO ()
sayFrame (Mouth _ room) body = do
  (size, next) <- Out.runBuilder body (room `plusPtr` 4) (room64 - 4)
  case next of
    Out.Done -> do
      _ <- Out.runBuilder (Out.word32LE (fromIntegral size)) room 4
      push room (size + 4)
    _ -> do
      let whole = Out.toLazyByteString body
      sayLong (Out.word32LE (fromIntegral (Lazy.length whole)) <> Out.lazyByteString whole)

-- | Sends an answer as a frame: the question's number, the move's code, and a memory where there is a new one.
sayCode :: Mouth -> Word32 -> Word64 -> Maybe Out.Builder -> IO ()
sayCode (Mouth _ room) number code Nothing = do
  (size, _) <- Out.runBuilder (Out.word32LE 13 <> Out.char7 'M' <> Out.word32LE number <> Out.word64LE code) room room64
  push room size
sayCode mouth number code (Just memory) =
  sayFrame mouth (Out.char7 'K' <> Out.word32LE number <> Out.word64LE code <> memory)

-- | What does not fit into the room.
sayLong :: Out.Builder -> IO ()
sayLong message =
  Bytes.useAsCStringLen (Lazy.toStrict (Out.toLazyByteString message)) (\(start, size) -> push (castPtr start) size)

push :: Ptr Word8 -> Int -> IO ()
push start left = when (left > 0) $ do
  sent <- fdWriteBuf toTable start (fromIntegral left)
  push (start `plusPtr` fromIntegral sent) (left - fromIntegral sent)
