-- | Hearts in plain Haskell, with all players in one program: the measure for players in processes of their
-- own.
--
-- It plays as a course's engine does, after the rules: hands and tricks are lists, every card is checked with
-- the rules that players have, and each answer is thought to its end. Nothing protects the game from the
-- players, and nothing is recorded. It shares no code with Croupier but the modules that players import.
--
-- The players are given by whoever makes the program: @main = PlainHearts.run [("Scout", Scout.playCard),
-- …]@. Its arguments are the number of games and a seed; it prints games, decisions and the mean scores.
module PlainHearts (run) where

import Cards
import Control.DeepSeq (force)
import Control.Exception (evaluate)
import Control.Monad (foldM)
import Data.List (delete, elemIndex, sort)
import qualified Data.Map.Strict as Map
import Data.Maybe (fromMaybe)
import Deck (shuffleList, shuffledDeck)
import Hearts.Rules
import Hearts.Types (GameError(..), PlayFunc, first, no_snd)
import System.CPUTime (getCPUTime)
import System.Environment (getArgs)
import System.Random (StdGen, mkStdGen, split)

-- | Points by name, and how often each was asked.
type Sums = Map.Map String (Int, Int)

-- | Everybody at a table, by seat: the name, the player, and the points so far.
type Seats = [(String, PlayFunc, Int)]

-- | Plays as many games as the arguments say, four of these players at a table.
run :: [(String, PlayFunc)] -> IO ()
run players = do
  args <- getArgs
  let (games, seed) = case map read args of
        [count, number] -> (count, number)
        _ -> (100, 1)
  (sums, asked, _) <- foldM game (Map.empty, 0, mkStdGen seed) [1 .. games :: Int]
  used <- getCPUTime
  putStrLn (show games ++ " games, " ++ show asked ++ " decisions, " ++ show (used `div` 1000000000) ++ " ms")
  mapM_ (\(name, (points, count)) -> putStrLn (name ++ " " ++ show (mean points count))) (Map.toList sums)
  where
    mean points count = fromIntegral points / fromIntegral count :: Double
    game (sums, asked, luck) _ = do
      let (own, next) = split luck
          (seating, cards) = split own
          seats = [(name, play, 0) | (name, play) <- take 4 (shuffleList seating players)]
      (ended, more) <- deals seats cards 0
      let add table (name, _, points) = Map.insertWith both name (points, 1) table
          both (one, n) (other, m) = (one + other, n + m)
      pure (foldl add sums ended, asked + more, next)

-- | Deals until somebody has a hundred points and one has the fewest.
deals :: Seats -> StdGen -> Int -> IO (Seats, Int)
deals seats luck asked
  | isOver (sort [points | (_, _, points) <- seats]) = pure (seats, asked)
  | otherwise = do
      let (own, next) = split luck
      points <- deal seats (hands (length seats) (shuffledDeck own))
      let scored = [(name, play, total + more) | ((name, play, total), more) <- zip seats (moon points)]
      deals scored next (asked + 52)

isOver :: [Int] -> Bool
isOver points = case points of
  lowest : second : _ -> last points >= 100 && lowest < second
  _ -> True

-- | Who takes everything has nothing, and the others all of it.
moon :: [Int] -> [Int]
moon points = if full_score `elem` points then map (full_score -) points else points

hands :: Int -> [Card] -> [[Card]]
hands count cards = take count (map (take size) (iterate (drop size) cards))
  where size = length cards `div` count

-- | The points of each seat in one deal.
deal :: Seats -> [[Card]] -> IO [Int]
deal seats dealt = tricks opener dealt [] (map (const 0) seats) (map (const "") seats)
  where
    opener = fromMaybe 0 (lookup True (zip (map (two_clubs `elem`) dealt) [0 ..]))
    tricks leader held done points memories
      | all null held = pure points
      | otherwise = do
          (trick, left, remembered) <- turns (order leader) held [] done memories
          let taker = fromMaybe 0 (elemIndex (winner (leadSuit trick) trick) (map name [0 ..]))
              cost = sum (map (cardPoints . first) trick)
          tricks taker left (trick : done) (update taker (+ cost) points) remembered
    order leader = take (length seats) (drop leader (cycle [0 .. length seats - 1]))
    turns [] held trick _ memories = pure (trick, held, memories)
    turns (seat : others) held trick done memories = do
      let (_, play, _) = seats !! seat
          hand = held !! seat
          before = case done of
            [] -> Nothing
            newest : _ -> Just (map no_snd newest, memories !! seat)
      (card, memory) <- evaluate (force (play (name seat) hand (map no_snd trick) before))
      case validPlay card (name seat) hand (map first trick) (map (map first) done) of
        Left (GameError _ _ why) -> fail (why ++ ": " ++ show card)
        Right _ -> turns others (update seat (delete card) held) ((card, memory, name seat) : trick) done
          (update seat (const memory) memories)

name :: Int -> String
name seat = show (seat + 1)

update :: Int -> (a -> a) -> [a] -> [a]
update at change list = [if here == at then change value else value | (here, value) <- zip [0 ..] list]
