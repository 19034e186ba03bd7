# Tries:   to hold 600 MB in memory that it fills and then makes read-only, which a process's limit does not
#          count.
# Stopped: a control group counts it; without one, all that is resident is added up ten times a second
#          (crates/hosts/src/cell/linux/watch.rs).
# Told:    "does not load: out of memory while loading".
import ctypes
import time

from NoThanksPlayer import Player

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

for _ in range(30):
    at = LIBC.mmap(None, 20 << 20, 3, 0x22, -1, 0)
    ctypes.memset(at, 1, 20 << 20)
    LIBC.mprotect(at, 20 << 20, 1)
time.sleep(3600)


class ReadOnlyHoard(Player):
    pass
