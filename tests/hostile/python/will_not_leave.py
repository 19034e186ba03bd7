# Tries:   to outlive its tournament: it plays well, and when there are no more games it neither leaves nor can be asked to.
# Stopped: by the limit of leaving, after which everything in its cell is killed (crates/hosts/src/process/mod.rs).
# Told:    nothing but "[ended by the table: the tournament is over]" in its log.
import atexit
import signal
import time

from NoThanksPlayer import Player

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
atexit.register(time.sleep, 3600)


class Hostile(Player):
    def take(self, card, state):
        return card.number < 10
