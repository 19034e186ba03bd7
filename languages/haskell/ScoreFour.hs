{-# LANGUAGE BangPatterns, Safe #-}
-- | Score Four: what a player sees, the pegs, and a board to think on.
--
-- > module Player (choose) where
-- > import ScoreFour
-- > choose :: Choose
-- > choose view memory = (head (freePegs (board view)), memory)
module ScoreFour
  ( View(..)
  , Colour(..)
  , Peg(..)
  , Board(..)
  , Memory
  , Choose
  , emptyBoard
  , freePegs
  , height
  , beadAt
  , beadsOf
  , dropBead
  , wins
  , winningLines
  , opposite
  ) where

import Control.DeepSeq (NFData(..))
import Data.Bits (bit, popCount, shiftL, shiftR, testBit, (.&.), (.|.))
import Data.Word (Word64)

-- | All that there is to know; nothing is hidden.
data View = View
  { seat :: Int -- ^ yours: 0 is White and begins
  , colour :: Colour -- ^ that of your beads
  , board :: Board
  , lastPeg :: Maybe Peg -- ^ where the last bead was dropped
  , retriesLeft :: Int -- ^ invalid answers in a row that you can still give; the last of them loses
  , refusal :: Maybe String -- ^ why your last answer to this question was not accepted
  , luck :: Int
    -- ^ a number of your own, the same whenever this game is played again: for 'System.Random.mkStdGen'
  } deriving (Eq, Show)

-- | White begins.
data Colour = White | Black
  deriving (Eq, Ord, Show, Read, Enum, Bounded)

-- | A peg; rows and columns are numbered from 0 to 3. It is also the move: a bead is dropped onto it.
data Peg = Peg { row :: Int, column :: Int }
  deriving (Eq, Ord, Show, Read)

instance NFData Peg where
  rnf (Peg its other) = its `seq` other `seq` ()

-- | The beads of both colours as sets: bit 16 × level + 4 × row + column.
data Board = Board { whiteBeads :: !Word64, blackBeads :: !Word64 }
  deriving (Eq, Ord, Show)

-- | What you want to be given with the next question of this game; empty at the first. Up to 64 KiB.
type Memory = String

-- | A player.
type Choose = View -> Memory -> (Peg, Memory)

-- | No bead at all.
emptyBoard :: Board
emptyBoard = Board 0 0

-- | The other colour.
opposite :: Colour -> Colour
opposite White = Black
opposite Black = White

-- | One colour's beads, as a set.
beadsOf :: Colour -> Board -> Word64
beadsOf White = whiteBeads
beadsOf Black = blackBeads

-- | How many beads a peg holds, 0 to 4.
height :: Board -> Peg -> Int
height (Board white black) peg = popCount (((white .|. black) `shiftR` numberOf peg) .&. 0x0001000100010001)

-- | The pegs that are not full, by row and column.
freePegs :: Board -> [Peg]
freePegs (Board white black) = [Peg (at `div` 4) (at `mod` 4) | at <- [0 .. 15], not (testBit both (48 + at))]
  where both = white .|. black

-- | The bead on a peg at a level, 0 the lowest.
beadAt :: Board -> Int -> Peg -> Maybe Colour
beadAt (Board white black) level peg
  | testBit white place = Just White
  | testBit black place = Just Black
  | otherwise = Nothing
  where place = 16 * level + numberOf peg

-- | The board with one bead more, on a peg that is not full.
dropBead :: Colour -> Peg -> Board -> Board
dropBead its peg whole@(Board white black)
  | its == White = Board (white .|. bead) black
  | otherwise = Board white (black .|. bead)
  where bead = bit (16 * height whole peg + numberOf peg)

-- | Whether a colour has four beads in a line.
wins :: Colour -> Board -> Bool
wins its whole = go winningLines
  where
    !beads = beadsOf its whole
    go [] = False
    go (line : rest) = beads .&. line == line || go rest

-- | All 76 lines, as sets of places.
winningLines :: [Word64]
winningLines =
  [ foldr ((.|.) . bit . place) 0 [start `plus` (by `times` step) | by <- [0 .. 3]]
  | step <- steps
  , start <- starts
  , inside (start `plus` (3 `times` step))
  , not (inside (start `plus` ((-1) `times` step)))
  ]
  where
    -- One of every two opposite directions.
    steps = [step | step <- triples [-1, 0, 1], step > (0, 0, 0)]
    starts = triples [0 .. 3]
    triples range = [(x, y, z) | x <- range, y <- range, z <- range]
    plus (a, b, c) (x, y, z) = (a + x, b + y, c + z)
    times by (x, y, z) = (by * x, by * y, by * z)
    inside (x, y, z) = all (`elem` [0 .. 3]) [x, y, z]
    place (level, its, other) = (level `shiftL` 4) + 4 * its + other :: Int

numberOf :: Peg -> Int
numberOf (Peg its other) = 4 * its + other
