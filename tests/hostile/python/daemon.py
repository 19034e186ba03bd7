# Tries:   to outlive the tournament: a grandchild in a session of its own, which nobody is the parent of.
# Stopped: everything in a cell ends with it (crates/hosts/src/cell/linux/held.rs, groups.rs).
# Told:    nothing. The suite looks for its heir afterwards.
import ctypes
import os
import signal
import time

from NoThanksPlayer import Player


def heir():
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    ctypes.CDLL(None).prctl(15, b"hostile-heir", 0, 0, 0)
    time.sleep(600)
    os._exit(0)


class Daemon(Player):
    def take(self, card, state):
        if not hasattr(self, "left"):
            self.left = True
            try:
                if os.fork() == 0:
                    try:
                        os.setsid()
                    except OSError:
                        pass
                    if os.fork() == 0:
                        heir()
                    os._exit(0)
            except OSError:
                pass
        return True
