# Tries:   to fill the disk with what it prints.
# Stopped: a log keeps its head and its tail, a megabyte together, and says so (crates/hosts/src/log/mod.rs).
# Told:    nothing, its log says "the log is full"; or "late: …".
from NoThanksPlayer import Player


class PrintFlood(Player):
    def take(self, card, state):
        for _ in range(5):
            print("x" * 50_000)
        return True
