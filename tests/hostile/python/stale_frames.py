# Tries:   to think for ever: every 50 ms it answers, whole and well-formed, a question that nobody asked.
# Stopped: by the one limit of a question, which messages do not renew (crates/hosts/src/wait/mod.rs).
# Told:    "late: thought for …; 0.05 s are allowed".
import gc
import os
import struct
import time

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


class StaleFrames(Player):
    def take(self, card, state):
        while True:
            os.write(WAY_OUT, struct.pack("<IBIQ", 13, ord("M"), 0, 1))
            time.sleep(0.05)
