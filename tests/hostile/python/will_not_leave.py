# Tries:   to outlive its tournament: it plays well, and when there are no more games it neither leaves nor
#          can be asked to.
# Stopped: by the limit of leaving, after which everything in its cell is killed
#          (crates/hosts/src/process/mod.rs).
# Told:    nothing; its log says "[ended by the table: the tournament is over]".
import atexit
import signal
import time

from NoThanksPlayer import Player

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
atexit.register(time.sleep, 3600)


class WillNotLeave(Player):
    def take(self, card, state):
        return card.number < 10
