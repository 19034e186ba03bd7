{-# OPTIONS_GHC -F -pgmF yes #-}
-- Tries:   to be compiled for ever: it names a program as its preprocessor that never ends, and never stops
--          writing.
-- Stopped: by the deadline of compiling (crates/hosts/src/languages/build/run.rs).
-- Told:    "does not load: it is not compiled after …; 60 s are allowed".
module Endless where
