{-# LANGUAGE BangPatterns, Safe #-}
-- | As much JSON as the protocol needs, read where it lies: values are pieces of the message, and what nobody
-- asks for is skipped and never built.
module Croupier.Json
  ( fields
  , items
  , number
  , int
  , text
  , quoted
  , fromUtf8
  , isNull
  ) where

import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as B
import qualified Data.ByteString.Builder as Out
import Data.Bits (shiftL, shiftR, (.&.), (.|.))
import Data.Char (chr, digitToInt, isAscii, isControl, isHexDigit, isSpace, ord)
import Data.Word (Word8)

-- | The keys and values of an object, in their order.
fields :: B.ByteString -> [(B.ByteString, B.ByteString)]
fields = pairs . inside '{'
  where
    pairs rest = case B.uncons rest of
      Just ('"', _) ->
        let (key, behind) = value rest
            (piece, next) = value (blank (B.drop 1 (blank behind)))
        in (B.drop 1 (B.take (B.length key - 1) key), piece) : pairs (afterComma next)
      _ -> []

-- | The members of a list.
items :: B.ByteString -> [B.ByteString]
items = members . inside '['
  where
    members rest
      | B.null rest || B.head rest == ']' = []
      | otherwise = let (piece, next) = value rest in piece : members (afterComma next)

inside :: Char -> B.ByteString -> B.ByteString
inside open bytes = case B.uncons (blank bytes) of
  Just (found, rest) | found == open -> blank rest
  _ -> B.empty

afterComma :: B.ByteString -> B.ByteString
afterComma bytes = case B.uncons (blank bytes) of
  Just (',', rest) -> blank rest
  _ -> B.empty

blank :: B.ByteString -> B.ByteString
blank bytes = case B.uncons bytes of
  Just (found, _) | isSpace found -> B.dropWhile isSpace bytes
  _ -> bytes

-- | The value at the beginning, and what follows it.
value :: B.ByteString -> (B.ByteString, B.ByteString)
value bytes = case B.uncons bytes of
  Just ('"', _) -> B.splitAt (stringEnd bytes 1) bytes
  Just (open, _) | open == '{' || open == '[' -> B.splitAt (nestEnd bytes) bytes
  _ -> B.span (`notElem` ",]} \t\r\n") bytes

-- | Where a string ends, looked for from a place inside it.
stringEnd :: B.ByteString -> Int -> Int
stringEnd bytes = go
  where
    size = B.length bytes
    go !at
      | at >= size = size
      | otherwise = case Bytes.index bytes at of
          34 -> at + 1
          92 -> go (at + 2)
          _ -> go (at + 1)

-- | Where the object or list that begins at the beginning ends. Most of a message is skipped here, so it is
-- one loop over bytes: quotes, brackets and braces.
nestEnd :: B.ByteString -> Int
nestEnd bytes = go 0 0
  where
    size = B.length bytes
    go :: Int -> Int -> Int
    go !at !depth
      | at >= size = size
      | otherwise = case Bytes.index bytes at of
          34 -> go (stringEnd bytes (at + 1)) depth
          91 -> go (at + 1) (depth + 1)
          123 -> go (at + 1) (depth + 1)
          93 -> close at depth
          125 -> close at depth
          _ -> go (at + 1) depth
    close at depth = if depth == 1 then at + 1 else go (at + 1) (depth - 1)

-- | A whole number.
number :: B.ByteString -> Maybe Int
number = fmap fst . B.readInt

-- | A whole number that is there; 0 where the table wrote none.
int :: B.ByteString -> Int
int = maybe 0 fst . B.readInt

-- | Whether a value is @null@.
isNull :: B.ByteString -> Bool
isNull = (== B.pack "null")

-- | A string's characters.
text :: B.ByteString -> String
text bytes
  | B.elem '\\' body = unescaped (fromUtf8 body)
  | otherwise = fromUtf8 body
  where body = B.drop 1 (B.take (B.length bytes - 1) bytes)

-- | The characters of bytes.
fromUtf8 :: B.ByteString -> String
fromUtf8 bytes
  | B.all isAscii bytes = B.unpack bytes
  | otherwise = decoded (Bytes.unpack bytes)

-- | Half of a pair is no character that can be written.
whole :: Char -> Char
whole char = if char >= '\xD800' && char <= '\xDFFF' then '\xFFFD' else char

unescaped :: String -> String
unescaped ('\\' : 'u' : rest) = case unit rest of
  Just (high, '\\' : 'u' : more)
    | high >= 0xD800 && high < 0xDC00, Just (low, behind) <- unit more, low >= 0xDC00 && low < 0xE000 ->
        chr (0x10000 + ((high - 0xD800) `shiftL` 10) + (low - 0xDC00)) : unescaped behind
  Just (code, behind) -> chr code : unescaped behind
  Nothing -> unescaped rest
unescaped ('\\' : short : rest) = named short : unescaped rest
unescaped (char : rest) = char : unescaped rest
unescaped [] = []

unit :: String -> Maybe (Int, String)
unit rest
  | length digits == 4 && all isHexDigit digits =
      Just (foldl (\code digit -> code * 16 + digitToInt digit) 0 digits, drop 4 rest)
  | otherwise = Nothing
  where digits = take 4 rest

named :: Char -> Char
named 'n' = '\n'
named 't' = '\t'
named 'r' = '\r'
named 'b' = '\b'
named 'f' = '\f'
named char = char

-- | Characters of UTF-8, which the table always writes correctly.
decoded :: [Word8] -> String
decoded [] = []
decoded (byte : rest)
  | byte < 0x80 = chr (fromIntegral byte) : decoded rest
  | byte < 0xE0 = more 1 (byte .&. 0x1F)
  | byte < 0xF0 = more 2 (byte .&. 0x0F)
  | otherwise = more 3 (byte .&. 0x07)
  where
    more count start =
      let (tailing, behind) = splitAt count rest
          add code next = (code `shiftL` 6) .|. fromIntegral (next .&. 0x3F)
      in chr (foldl add (fromIntegral start) tailing) : decoded behind

-- | A string as JSON.
quoted :: String -> Out.Builder
quoted string = Out.char7 '"' <> foldMap escaped string <> Out.char7 '"'

escaped :: Char -> Out.Builder
escaped char
  | char == '"' || char == '\\' = Out.char7 '\\' <> Out.char7 char
  | isControl char && isAscii char = Out.string7 "\\u00" <> hex (ord char `shiftR` 4) <> hex (ord char .&. 15)
  | otherwise = Out.charUtf8 (whole char)
  where hex digit = Out.char7 ("0123456789abcdef" !! digit)
