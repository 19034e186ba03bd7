# Tries:   to compute for ever: it spins, and writes a byte from time to time so that its processor clock
#          starts again.
# Stopped: by its processor clock, which runs through the whole wait (crates/hosts/src/time/limit.rs).
# Told:    "late: thought for … (… of its own processor time); 0.05 s are allowed".
import gc
import os
import time

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


class BusyDrip(Player):
    def take(self, card, state):
        while True:
            end = time.monotonic() + 0.01
            while time.monotonic() < end:
                pass
            os.write(WAY_OUT, b".")
