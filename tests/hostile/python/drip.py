# Tries:   to think for ever: where an answer belongs it writes one byte every 20 ms, so that something always
#          comes.
# Stopped: by the one limit of a question, which bytes do not renew (crates/hosts/src/wait/mod.rs).
# Told:    "late: thought for …; 0.05 s are allowed".
import gc
import os
import time

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


class Drip(Player):
    def take(self, card, state):
        while True:
            os.write(WAY_OUT, b".")
            time.sleep(0.02)
