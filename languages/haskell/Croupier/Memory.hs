{-# LANGUAGE BangPatterns, Safe #-}
-- | What a player wants to remember, as bytes: written in the one walk in which it is thought of.
module Croupier.Memory
  ( Room
  , newRoom
  , written
  ) where

import Data.Bits (shiftR, (.&.), (.|.))
import qualified Data.ByteString as Bytes
import Data.Char (ord)
import Data.Word (Word8)
import Foreign.Marshal.Alloc (mallocBytes)
import Foreign.Ptr (Ptr, castPtr)
import Foreign.Storable (pokeByteOff)

-- | Where the longest memory has room.
newtype Room = Room (Ptr Word8)

-- | One character more than the table takes bytes: it will say that this is too much.
mostChars :: Int
mostChars = 65537

-- | A room, for as long as the program runs.
newRoom :: IO Room
newRoom = Room <$> mallocBytes (4 * mostChars)

-- | A string as UTF-8. One that is longer than the table takes is not thought to its end, which it may not
-- have; an exception in it is one here.
written :: Room -> String -> IO Bytes.ByteString
written (Room room) memory = go 0 mostChars memory >>= \size -> Bytes.packCStringLen (castPtr room, size)
  where
    go :: Int -> Int -> String -> IO Int
    go !at !left text = case text of
      char : rest | left > 0 -> put at (ord char) >>= \size -> go (at + size) (left - 1) rest
      _ -> pure at
    put at code
      | code < 0x80 = byte at code >> pure 1
      | code < 0x800 = byte at (0xC0 .|. shiftR code 6) >> more (at + 1) code >> pure 2
      | code < 0x10000 = do
          -- Half of a pair is no character that can be written.
          let one = if code >= 0xD800 && code < 0xE000 then 0xFFFD else code
          byte at (0xE0 .|. shiftR one 12) >> more (at + 1) (shiftR one 6) >> more (at + 2) one
          pure 3
      | otherwise = do
          byte at (0xF0 .|. shiftR code 18) >> more (at + 1) (shiftR code 12)
          more (at + 2) (shiftR code 6) >> more (at + 3) code
          pure 4
    more at code = byte at (0x80 .|. (code .&. 0x3F))
    byte :: Int -> Int -> IO ()
    byte at code = pokeByteOff room at (fromIntegral code :: Word8)
