-- | Looks three beads ahead: wins, stops the other from winning, and otherwise counts the lines that are
-- still open.
module Ahead (choose) where

import Data.Bits (popCount, (.&.))
import Data.List (foldl')
import ScoreFour

choose :: Choose
choose view memory = (best, memory)
  where
    me = colour view
    best = snd (maximum [(value peg, peg) | peg <- freePegs (board view)])
    value peg = negate (search 2 (-limit) limit (opposite me) (dropBead me peg (board view)))

-- | More than any count of lines.
limit :: Int
limit = 1000000

-- | What a board is worth to the colour to move, as far as it matters between two bounds.
search :: Int -> Int -> Int -> Colour -> Board -> Int
search depth low high me now
  | wins (opposite me) now = negate (limit - 10 + depth)
  | depth == 0 || null pegs = open me now - open (opposite me) now
  | otherwise = foldl' try low pegs
  where
    pegs = freePegs now
    try best peg
      | best >= high = best
      | otherwise = max best (negate (search (depth - 1) (-high) (-best) (opposite me) (dropBead me peg now)))

-- | Lines without a bead of the other colour, those with more beads of its own counting more.
open :: Colour -> Board -> Int
open me now = sum [weight (popCount (own .&. line)) | line <- winningLines, other .&. line == 0]
  where
    own = beadsOf me now
    other = beadsOf (opposite me) now

weight :: Int -> Int
weight beads = case beads of
  0 -> 0
  1 -> 1
  2 -> 6
  _ -> 30
