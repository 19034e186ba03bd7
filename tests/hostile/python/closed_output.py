# Tries:   to leave the table without a bot and without an end: it closes the way its answers go, and sleeps
#          on.
# Stopped: by the limit of an end: a closed output is a crash, and what still runs a few seconds later is
#          killed.
# Told:    "crashed: …".
import gc
import os
import time

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


class ClosedOutput(Player):
    def take(self, card, state):
        os.close(WAY_OUT)
        time.sleep(3600)
