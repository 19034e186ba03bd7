# Tries:   to hold 3,000 MB in memory that grows like a stack, which counts for none of a process's limits.
# Stopped: such memory is refused (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    "does not load: … Operation not permitted", or "out of memory" where calls are not filtered.
import ctypes
import os

from NoThanksPlayer import Player

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
PRIVATE, ANONYMOUS, GROWS_DOWN = 0x02, 0x20, 0x100

for _ in range(150):
    at = LIBC.mmap(None, 20 << 20, 3, PRIVATE | ANONYMOUS | GROWS_DOWN, -1, 0)
    if ctypes.get_errno():
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    ctypes.memset(at, 1, 20 << 20)


class GrowsDown(Player):
    pass
