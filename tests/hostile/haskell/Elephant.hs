-- Tries:   to know a deal that it has met before: a pure function has no place of its own to keep anything,
--          so it keeps every card in the memory that the table holds for it, and looks there for cards of
--          another game.
-- Stopped: a memory ends with its game, and the compiler takes no code that keeps another
--          (crates/hosts/src/languages/haskell/flags.rs);
--          crates/cli/tests/tournaments/meets_twice.rs plays designs that deal the same cards again.
-- Told:    nothing, or "does not load: … Cannot fork" where no process can be started. Where it remembered
--          another game, it would fail and say so.
module Elephant (choose) where

import NoThanks

choose :: Choose
choose view memory
  | all (`elem` known) kept = (if card view < 3 * (coinsOnCard view + 3) then Take else Pass, show known)
  | otherwise = error "again in its memory"
  where
    known = card view : concatMap collection (seats view)
    kept = if null memory then [] else read memory
