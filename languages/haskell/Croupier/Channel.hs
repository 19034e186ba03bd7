{-# LANGUAGE Safe #-}
-- | Lines from the table on descriptor 3 and to it on descriptor 4, each with one call of the system: a decision should
-- cost no more than the player's own thinking. What the player prints goes elsewhere.
module Croupier.Channel
  ( lines3
  , send4
  ) where

import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Out
import qualified Data.ByteString.Char8 as B
import qualified Data.ByteString.Lazy as Lazy
import Control.Monad (when)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Ptr (castPtr, plusPtr)
import System.Posix.IO (fdReadBuf, fdWriteBuf)
import System.Posix.Types (Fd)

fromTable, toTable :: Fd
fromTable = 3
toTable = 4

-- | Gives every line to an action, until the table closes its end.
lines3 :: (B.ByteString -> IO ()) -> IO ()
lines3 act = allocaBytes size (from B.empty)
  where
    size = 65536
    from had buffer = do
      got <- fdReadBuf fromTable buffer (fromIntegral size)
      when (got > 0) $ do
        new <- Bytes.packCStringLen (castPtr buffer, fromIntegral got)
        rest <- whole (if B.null had then new else had <> new)
        from rest buffer
    whole bytes = case B.elemIndex '\n' bytes of
      Nothing -> pure bytes
      Just end -> act (B.take end bytes) >> whole (B.drop (end + 1) bytes)

-- | Sends a line.
send4 :: Out.Builder -> IO ()
send4 message = Bytes.useAsCStringLen line (\(start, size) -> push (castPtr start) size)
  where
    line = Lazy.toStrict (Out.toLazyByteString (message <> Out.char7 '\n'))
    push start left = when (left > 0) $ do
      sent <- fdWriteBuf toTable start (fromIntegral left)
      push (start `plusPtr` fromIntegral sent) (left - fromIntegral sent)
