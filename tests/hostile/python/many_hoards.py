# Tries:   to hold 800 MB in many processes, each of which stays within what one process may have.
# Stopped: a control group counts all together; without one, all that is resident is added up ten times a
#          second (crates/hosts/src/cell/linux/watch.rs).
# Told:    "out of memory", or "late: …", or "crashed: …".
import os
import time

from NoThanksPlayer import Player


class ManyHoards(Player):
    def take(self, card, state):
        for _ in range(8):
            if os.fork() == 0:
                hoard = b"x" * (100 << 20)
                time.sleep(len(hoard))
        time.sleep(2)
        return True
