# Tries:   to hold a gigabyte in files: in `/tmp`, `/dev/shm`, `/var/tmp`, `/run`, beside itself.
# Stopped: only `/tmp` can be written to, its size is bounded and counts as memory; with Landlock nothing can
#          be written.
# Told:    nothing, its log says "kept out"; or "out of memory".
import os

from NoThanksPlayer import Player

BLOCK = b"x" * (4 << 20)
DONE = []


def fill(folder):
    held = 0
    try:
        with open(folder + "/hoard", "wb", buffering=0) as file:
            for _ in range(250):
                held += file.write(BLOCK)
    except OSError as refused:
        print("kept out of", folder, refused, "after", held >> 20, "MB", flush=True)
    else:
        print("GOT IN: held", held >> 20, "MB in", folder, flush=True)
    finally:
        if os.path.exists(folder + "/hoard"):
            os.unlink(folder + "/hoard")


class FillsTmp(Player):
    def take(self, card, state):
        if not DONE:
            DONE.append(True)
            for folder in ("/dev/shm", "/var/tmp", "/run", "/tmp", "."):
                fill(folder)
        return True
