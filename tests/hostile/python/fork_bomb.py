# Tries:   to take all processes that the machine has: it forks, and so does whatever it forks.
# Stopped: by the number of processes of a cell; without a control group by a limit of its user, or by no
#          processes at all.
# Told:    nothing, or "late: …", or "crashed: …", or "disqualified …": it costs itself what it did.
import os

from NoThanksPlayer import Player


class ForkBomb(Player):
    begun = False

    def take(self, card, state):
        if ForkBomb.begun:
            return True
        ForkBomb.begun = True
        me = os.getpid()
        for _ in range(10):
            try:
                os.fork()
            except OSError:
                break
        if os.getpid() != me:
            os._exit(0)
        return True
