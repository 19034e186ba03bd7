# Tries:   to take the processor from the others: forty children spin from its first move on, and it plays as
#          if nothing was.
# Stopped: whoever uses a processor while another thinks is stopped until its next question, with all it
#          started (crates/hosts/src/neighbours/mod.rs); and waiting for a processor is nobody's own time
#          (crates/hosts/src/time/own_time.rs).
# Told:    nothing, or "late: …": what its children use is its own. Over many games that puts it out, where
#          the game limits it.
import os

from NoThanksPlayer import Player

CHILDREN = []


class SpinningChildren(Player):
    def take(self, card, state):
        while len(CHILDREN) < 40:
            try:
                child = os.fork()
            except OSError:
                break
            if child == 0:
                while True:
                    pass
            CHILDREN.append(child)
        return True
