-- Tries:   to read the plan, other bots and the machine while it plays, from what looks like a pure function.
-- Stopped: by the same cell as every other bot (crates/hosts/src/cell).
-- Told:    nothing, its log says "kept out"; or "does not load: …" where the compiler refuses it.
module Machine (choose) where

import Control.Exception (IOException, try)
import NoThanks
import System.IO (hFlush, hPutStrLn, stderr)
import System.IO.Unsafe (unsafePerformIO)

choose :: Choose
choose _ memory = (if looked then Take else Pass, memory)

{-# NOINLINE looked #-}
looked :: Bool
looked = unsafePerformIO $ do
  found <- mapM readable ["plan.toml", "../plan.toml", "honest.py", "logs/record.croupier", "/etc/shadow"]
  hPutStrLn stderr (if or found then "GOT IN" else "kept out")
  hFlush stderr
  pure True

readable :: FilePath -> IO Bool
readable file = do
  text <- try (readFile file >>= \all' -> length (take 1 all') `seq` pure ()) :: IO (Either IOException ())
  pure (either (const False) (const True) text)
