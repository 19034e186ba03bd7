# Tries:   to fill the kernel's memory with a million empty files, which have no size.
# Stopped: a control group counts what the kernel keeps for them; without one, the files of a `/tmp` are
#          counted ten times a second (crates/hosts/src/cell/linux/watch.rs).
# Told:    "does not load: too many files in /tmp while loading", or "out of memory" where a control group
#          counts, or "does not load: it does not finish loading" where files are made slowly; with Landlock
#          nothing can be written: "Permission denied".
import os
import time

from NoThanksPlayer import Player

for number in range(1_000_000):
    os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
time.sleep(3600)


class MillionFiles(Player):
    pass
