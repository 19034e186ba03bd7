# Tries:   to hold 512 MB in the plainest way.
# Stopped: by the limit of memory: a control group's, or a process's own (crates/hosts/src/cell/linux).
# Told:    "MemoryError", or "out of memory".
from NoThanksPlayer import Player


class MemoryHog(Player):
    begun = False

    def take(self, card, state):
        if MemoryHog.begun:
            return True
        MemoryHog.begun = True
        self.hoard = [bytearray(8 << 20) for _ in range(64)]
        return True
