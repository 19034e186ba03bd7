# Tries:   to leave what it saw in memory, queues and semaphores of System V and POSIX, and in keys of the
#          kernel, which outlive the process that made them.
# Stopped: none of these calls is allowed (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    nothing; its log says "kept out".
import ctypes

from NoThanksPlayer import Player

LIBC = ctypes.CDLL(None, use_errno=True)
KEY, CREATE = 0x43524F55, 0o1666


CALLS = {"shmget": (KEY, 4096, CREATE), "msgget": (KEY, CREATE), "semget": (KEY, 4, CREATE)}
# The kernel's numbers on most machines: add_key, keyctl, mq_open.
NUMBERS = {248: (b"user", b"seen", b"x", 1, -3), 250: (0, -3, 1), 240: (b"seen", 0o102, 0o666, 0)}


def found():
    for call, arguments in CALLS.items():
        if getattr(LIBC, call)(*arguments) >= 0:
            yield call
    for number, arguments in NUMBERS.items():
        if LIBC.syscall(number, *arguments) >= 0:
            yield str(number)


class SystemV(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
