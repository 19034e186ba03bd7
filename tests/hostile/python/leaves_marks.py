# Tries:   to remember over its own end: it leaves a mark wherever it can write, ends, and looks for marks
#          when it is started again.
# Stopped: what it may write to is its process's own and gone with it (crates/hosts/src/cell/linux/mounts.rs).
# Told:    "crashed: exit code 5".
import os

from NoThanksPlayer import Player

OWN = os.path.dirname(os.path.abspath(__file__))
PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/home", ".", OWN, OWN + "/__pycache__"]
FOUND = [place for place in PLACES if os.path.exists(place + "/hostile-mark")]


class LeavesMarks(Player):
    def take(self, card, state):
        print("GOT IN: " + " ".join(FOUND) if FOUND else "kept out", flush=True)
        for place in PLACES:
            try:
                with open(place + "/hostile-mark", "w") as mark:
                    mark.write("seen")
            except OSError:
                pass
        os._exit(5)
