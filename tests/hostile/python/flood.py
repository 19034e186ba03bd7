# Tries:   to drown the table: frames that are no message, as fast as the pipe takes them.
# Stopped: by the bound on messages and bytes in one wait (crates/hosts/src/wait/mod.rs).
# Told:    "too much output: more than 10000 lines while one answer was waited for", or "late: …" where the
#          machine is busy and the table reads slowly.
import gc
import os

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


class Flood(Player):
    def take(self, card, state):
        junk = b"\x02\x00\x00\x00X." * 10_000
        while True:
            os.write(WAY_OUT, junk)
