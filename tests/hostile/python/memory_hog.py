# Tries:   to hold more and more memory in the plainest way, a piece in every turn.
# Stopped: by the limit of memory: a control group's, or a process's own (crates/hosts/src/cell/linux).
# Told:    "MemoryError", or "out of memory".
from NoThanksPlayer import Player

PIECE = 16 << 20


class MemoryHog(Player):
    hoard = []

    def take(self, card, state):
        self.hoard.append(bytearray(PIECE))
        return True
