# Tries:   to be neither there nor gone: it stops itself, so that nothing it does can be late by the
#          processor's clock.
# Stopped: by the one limit of a question, which counts time on the wall, too
#          (crates/hosts/src/time/own_time.rs).
# Told:    "late: thought for …; 0.05 s are allowed".
import os
import signal

from NoThanksPlayer import Player


class StopsItself(Player):
    def take(self, card, state):
        os.kill(os.getpid(), signal.SIGSTOP)
        return True
