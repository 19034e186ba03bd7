# Tries:   to compute off the clock: children that the kernel reaps unseen, and grandchildren whose parents
#          are gone.
# Stopped: a control group forgets nobody's time; without one, no process can have its children reaped unseen
#          (crates/hosts/src/cell/linux/calls/mod.rs), and orphans are counted with the bot
#          (crates/hosts/src/cell/linux/tree.rs).
# Told:    nothing, or "late: …", or "Resource temporarily unavailable", with a control group; without one
#          "does not load: … Operation not permitted".
import os
import signal

from NoThanksPlayer import Player

signal.signal(signal.SIGCHLD, signal.SIG_IGN)


class UnseenChildren(Player):
    def take(self, card, state):
        if os.fork() == 0:
            if os.fork() == 0:
                sum(range(1_000_000))
            os._exit(0)
        return True
