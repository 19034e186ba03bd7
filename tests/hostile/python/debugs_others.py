# Tries:   to look into other processes: ptrace, process_vm_readv, pidfd_getfd, kcmp and `/proc/…/mem` of all
#          it can name.
# Stopped: none of these calls is allowed, and other processes are not there
#          (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    nothing; its log says "kept out".
import ctypes
import os

from NoThanksPlayer import Player

LIBC = ctypes.CDLL(None, use_errno=True)
# The kernel's numbers on most machines: ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd.
CALLS = (101, 310, 311, 312, 438)


def found():
    for process in {1, os.getppid(), os.getpid(), *range(2, 50)}:
        for call in CALLS:
            ctypes.set_errno(0)
            attach = 16 if call == 101 else process
            if LIBC.syscall(call, attach, process, 0, 0, 0, 0) >= 0:
                yield f"{call} of {process}"
        if process != os.getpid():
            try:
                os.close(os.open(f"/proc/{process}/mem", os.O_RDONLY))
                yield f"memory of {process}"
            except OSError:
                pass


class DebugsOthers(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
