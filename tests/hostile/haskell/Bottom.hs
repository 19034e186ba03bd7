-- Tries:   to have no answer at all: its move is defined by itself, and memory fills while it is looked for.
-- Stopped: by the limits of a question and of memory (crates/hosts/src/time/limit.rs).
-- Told:    "late: …", or "out of memory", or "crashed: …", or "does not load: … Cannot fork" where no process
--          can be started.
module Bottom (choose) where

import NoThanks

choose :: Choose
choose _ memory = (if length endless > 0 && sum endless == 0 then Take else Pass, memory)

endless :: [Integer]
endless = 1 : map (+ 1) endless
