# Tries:   to hold up the start of everybody's tournament: while it is looked for classes it writes a byte
#          every 20 ms.
# Stopped: by the one limit of loading (crates/hosts/src/languages/python.rs).
# Told:    "does not load: it does not finish loading".
import gc
import os
import time

# Where the host writes its answers: it is hidden from prints, not from whoever looks for it.
WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")

while True:
    os.write(WAY_OUT, b".")
    time.sleep(0.02)
