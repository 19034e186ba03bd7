# Tries:   to have more of the processor than others: by the weight of the session that it shares with them
#          (`/proc/self/autogroup`), by a session or a core of its own, by whom the system ends first, and by
#          whatever else can be written to below `/proc` and `/sys`.
# Stopped: /proc is laid out for reading alone (crates/hosts/src/cell/linux/bubblewrap.rs, landlock.rs), and
#          these calls are refused (crates/hosts/src/cell/linux/calls/names.rs, mod.rs).
# Told:    nothing; its log says "kept out".
import ctypes
import os

from NoThanksPlayer import Player

PLACES = ["/proc/self", "/proc/1", "/proc/sys", "/proc/pressure", "/proc/irq", "/sys"]


def opened():
    """What can be opened for writing. Nothing is written: it would be the session of whoever tries this."""
    for place in PLACES:
        for folder, _, files in os.walk(place):
            for path in (folder + "/" + name for name in files):
                # Its own descriptors lead out of /proc.
                if os.path.islink(path):
                    continue
                try:
                    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                    yield path
                except OSError:
                    pass


def called():
    libc = ctypes.CDLL(None)
    PR_SCHED_CORE, CREATE = 62, 1
    if libc.prctl(PR_SCHED_CORE, CREATE, 0, 0, 0) == 0:
        yield "a core of its own"
    child = os.fork()
    if child == 0:
        os._exit(libc.setsid() != -1)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        yield "a session of its own"


def everything():
    yield from opened()
    try:
        yield from called()
    except OSError:
        pass  # No process can be started here.


FOUND = list(everything())


class ChangesItsWeight(Player):
    def take(self, card, state):
        print("GOT IN: " + " ".join(FOUND) if FOUND else "kept out", flush=True)
        return True
