# Tries:   the same as spinning_children.py, and to undo the stop: the kernel's timers send each child a
#          signal to go on.
# Stopped: a control group's freezer knows no signals; without one, a bot that goes on again and again though
#          it was stopped is ended (crates/hosts/src/neighbours/mod.rs); where nobody can count processes, it
#          may start none (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    nothing, or "went on while others thought, though it was stopped" where there is no freezer and it
#          is seen to go on three times, or "late: …"; with Landlock and without control groups "crashed:
#          PermissionError"; what others waited for meanwhile is not counted against them.
import ctypes
import os
import signal

from NoThanksPlayer import Player

CHILDREN = []


class Sigevent(ctypes.Structure):
    _fields_ = [
        ("value", ctypes.c_void_p),
        ("signo", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_int * 12),
    ]


def spin():
    libc = ctypes.CDLL(None, use_errno=True)
    timer, every = ctypes.c_void_p(), (ctypes.c_long * 4)(0, 1_000_000, 0, 1_000_000)
    libc.timer_create(1, ctypes.byref(Sigevent(None, signal.SIGCONT, 0)), ctypes.byref(timer))
    libc.timer_settime(timer, 0, every, None)
    while True:
        pass


class WakesItself(Player):
    def take(self, card, state):
        while len(CHILDREN) < 8:
            child = os.fork()
            if child == 0:
                spin()
            CHILDREN.append(child)
        return True
