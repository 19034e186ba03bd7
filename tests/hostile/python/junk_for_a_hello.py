# Tries:   to hold up the first game: looked for classes it is honest, started to play it says junk in place
#          of a hello.
# Stopped: by the one limit of a greeting, which lines do not renew (crates/hosts/src/wait.rs).
# Told:    "does not load: thought for …; 2.00 s are allowed".
import gc
import os
import sys
import time

from NoThanksPlayer import Player

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")

if sys.argv[1] == "play":
    while True:
        os.write(WAY_OUT, b"not a hello\n")
        time.sleep(0.05)


class JunkForAHello(Player):
    pass
