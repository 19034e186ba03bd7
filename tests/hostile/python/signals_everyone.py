# Tries:   to reach whoever it could end: the table, its parent, its group, every number there is. (It sends a
#          signal that does nothing: whoever can be sent one can be sent another.)
# Stopped: it sees no process but its own; without a namespace, signals go to itself only
#          (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    nothing; its log says "kept out".
import os

from NoThanksPlayer import Player

ME = os.getpid()


def found():
    for number in [*range(2, 4000), os.getppid(), os.getpgid(0)]:
        # Nobody has the number 0, and the first process inside only waits.
        if number in (ME, 0, 1):
            continue
        try:
            os.kill(number, 0)
        except OSError:
            continue
        yield str(number)


class SignalsEveryone(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
