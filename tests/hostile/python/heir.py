# Tries:   to keep the table reading for ever: it leaves behind a process of another session that holds its
#          outputs open and fills them. Behind walls that process ends with it; this is for cells without any.
# Stopped: by readers of prints that end when they are told to (crates/hosts/src/log/follower.rs).
# Told:    "crashed: exit code 3"; or "Operation not permitted".
import os
import time

from NoThanksPlayer import Player


class Heir(Player):
    def take(self, card, state):
        if os.fork() == 0:
            os.setsid()
            end = time.monotonic() + 20
            while time.monotonic() < end:
                os.write(2, b"still here\n")
                time.sleep(0.01)
            os._exit(0)
        os._exit(3)
