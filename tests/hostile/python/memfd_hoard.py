# Tries:   to hold a gigabyte in files that have no name and belong to no folder, in memory that is shared,
#          and in pipes.
# Stopped: a control group counts them; without one no such file and no shared memory can be made, and what is
#          resident is added up (crates/hosts/src/cell/linux/calls/mod.rs,
#          crates/hosts/src/cell/linux/watch.rs).
# Told:    nothing, its log says "kept out"; or "out of memory"; or "MemoryError"; or "late".
import mmap
import os

from NoThanksPlayer import Player

KEPT = []
BLOCK = b"x" * (4 << 20)


def hoard():
    held = 0
    try:
        for _ in range(32):
            file = os.memfd_create("hoard")
            for _ in range(4):
                held += os.write(file, BLOCK)
            KEPT.append(file)
    except OSError as refused:
        print("kept out of files in memory:", refused, "after", held >> 20, "MB", flush=True)
    try:
        for _ in range(128):
            shared = mmap.mmap(-1, len(BLOCK))
            shared.write(BLOCK)
            held += len(BLOCK)
            KEPT.append(shared)
    except (OSError, ValueError) as refused:
        print("kept out of shared memory:", refused, "after", held >> 20, "MB", flush=True)
    if held > 400 << 20:
        print("GOT IN: held", held >> 20, "MB", flush=True)


class MemfdHoard(Player):
    def take(self, card, state):
        if not KEPT:
            KEPT.append(None)
            hoard()
        return True
