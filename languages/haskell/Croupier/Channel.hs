{-# LANGUAGE Safe #-}
-- | Messages from the table on descriptor 3 and to it on descriptor 4, each with one call of the system: a
-- decision should cost no more than the player's own thinking. What the player prints goes elsewhere. Knows
-- no game.
module Croupier.Channel
  ( Message(..)
  , Answer(..)
  , Mouth
  , converse
  , frames
  , inFrames
  , little
  , reply
  , replyAll
  , say
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

-- | An answer: in JSON, or the question's number, the move's code, and a memory where there is a new one.
data Answer = InJson Out.Builder | InCode Word32 Word64 (Maybe B.ByteString)

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
split (Mouth Frames _) bytes = case frame bytes of
  Just ('J', body, rest) -> Just (Json body, rest)
  Just (kind, body, rest) -> Just (Frame kind body, rest)
  Nothing -> Nothing

-- | The first whole frame: its kind, its body, and what follows it.
frame :: B.ByteString -> Maybe (Char, B.ByteString, B.ByteString)
frame bytes
  | B.length bytes < 5 || B.length behind < size = Nothing
  | otherwise = Just (B.head behind, B.drop 1 (B.take size behind), B.drop size behind)
  where
    size = little bytes
    behind = B.drop 4 bytes

-- | Frames that follow one another, each behind eight bytes, of which the number that they are is given too.
frames :: B.ByteString -> [(Int, Char, B.ByteString)]
frames bytes = case frame (B.drop 8 bytes) of
  Just (kind, body, rest) -> (little bytes + 4294967296 * little (B.drop 4 bytes), kind, body) : frames rest
  Nothing -> []

-- | A number of four bytes, the lowest first.
little :: B.ByteString -> Int
little bytes = byte 0 + 256 * (byte 1 + 256 * (byte 2 + 256 * byte 3))
  where byte at = fromIntegral (Bytes.index bytes at)

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

-- | Sends an answer, in the form that the table takes now.
reply :: Mouth -> Answer -> IO ()
reply mouth (InJson answer) = say mouth answer
reply mouth answer = sayFrame mouth (packed answer)

-- | The kind and the body of an answer's frame.
packed :: Answer -> Out.Builder
packed (InJson answer) = Out.char7 'J' <> answer
packed (InCode number code Nothing) = Out.char7 'M' <> Out.word32LE number <> Out.word64LE code
packed (InCode number code (Just memory)) = Out.char7 'K' <> Out.word32LE number <> Out.word64LE code <> Out.byteString memory

-- | Sends the answers to many questions, as many in a frame as there is room for.
replyAll :: Mouth -> [IO Answer] -> IO ()
replyAll (Mouth _ room) = go headSize
  where
    headSize = 5
    go used [] = send used
    go used (thinking : others) = thinking >>= put used . packed >>= \next -> go next others
    -- Each answer is a whole frame, behind those that are there.
    put used body
      | used + 4096 > room64 = send used >> put headSize body
      | otherwise = do
          (size, next) <- Out.runBuilder body (room `plusPtr` (used + 4)) (room64 - used - 4)
          case next of
            Out.Done -> do
              _ <- Out.runBuilder (Out.word32LE (fromIntegral size)) (room `plusPtr` used) 4
              pure (used + 4 + size)
            _ | used > headSize -> send used >> put headSize body
              | otherwise -> sayLong (alone (Out.toLazyByteString body)) >> pure headSize
    alone body = Out.word32LE (size + 5) <> Out.char7 'P' <> Out.word32LE size <> Out.lazyByteString body
      where size = fromIntegral (Lazy.length body)
    send used = when (used > headSize) $ do
      _ <- Out.runBuilder (Out.word32LE (fromIntegral (used - 4)) <> Out.char7 'P') room headSize
      push room used

-- | What does not fit into the room.
sayLong :: Out.Builder -> IO ()
sayLong message =
  Bytes.useAsCStringLen (Lazy.toStrict (Out.toLazyByteString message)) (\(start, size) -> push (castPtr start) size)

push :: Ptr Word8 -> Int -> IO ()
push start left = when (left > 0) $ do
  sent <- fdWriteBuf toTable start (fromIntegral left)
  push (start `plusPtr` fromIntegral sent) (left - fromIntegral sent)
