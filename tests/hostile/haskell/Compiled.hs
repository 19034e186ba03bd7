{-# LANGUAGE TemplateHaskell #-}
-- Tries:   to read the plan and the machine while it is compiled, and to take what it finds into the game.
-- Stopped: compiling happens in a cell, too, and Safe Haskell has no code that runs there
--          (crates/hosts/src/languages/haskell/flags.rs).
-- Told:    "does not load: ", or nothing and its log says "kept out".
module Compiled (choose) where

import Language.Haskell.TH.Syntax (lift, runIO)
import NoThanks
import System.Directory (doesFileExist)

choose :: Choose
choose _ memory = (if found then error "GOT IN" else Take, memory)

found :: Bool
found = $(runIO (or <$> mapM doesFileExist ["plan.toml", "honest.py"]) >>= lift)
