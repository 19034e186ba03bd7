# Tries:   to get rights that it has not: to become root, to mount, to make namespaces, to load code into the
#          kernel, to change the clock, to run programs as another user.
# Stopped: no call of that kind is allowed, and no right is left to use
#          (crates/hosts/src/cell/linux/calls/mod.rs, crates/hosts/src/cell/linux/user.rs).
# Told:    nothing; its log says "kept out".
import ctypes
import os
import subprocess

from NoThanksPlayer import Player

LIBC = ctypes.CDLL(None, use_errno=True)
# The kernel's numbers on most machines: mount, unshare, setns, chroot, pivot_root, bpf, userfaultfd,
# io_uring_setup, perf_event_open, init_module, settimeofday, sethostname, reboot, swapon, open_by_handle_at.
CALLS = {
    165: (b"none", b"/tmp", b"tmpfs", 0, 0), 272: (0x10000000,), 308: (0, 0), 161: (b"/tmp",),
    155: (b"/tmp", b"/tmp"), 321: (0, 0, 0), 323: (0,), 425: (1, 0), 298: (0, 0, -1, -1, 0),
    175: (0, 0, b""), 164: (0, 0), 170: (b"x", 1), 169: (0, 0, 0, 0), 167: (b"/tmp/x", 0), 304: (-1, 0, 0),
}


def found():
    for number, arguments in CALLS.items():
        if LIBC.syscall(number, *arguments) >= 0:
            yield str(number)
    for become in (os.setuid, os.setgid):
        try:
            become(0)
            yield become.__name__
        except OSError:
            pass
    for program in ("su", "sudo", "mount", "newgrp"):
        try:
            said = subprocess.run([program, "-c", "id -u"], stdin=subprocess.DEVNULL, capture_output=True, timeout=2)
            if said.stdout == b"0\n":
                yield program
        except (OSError, subprocess.SubprocessError):
            pass


class NewRights(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
