# Tries:   to hold memory in the stacks of threads, ten thousand of them, each with a stack of its own.
# Stopped: by the number of tasks of a cell and by its memory (crates/hosts/src/cell/linux/measures.rs).
# Told:    "can't start new thread", or "out of memory", or "MemoryError".
import threading
import time

from NoThanksPlayer import Player


class ThreadStacks(Player):
    begun = False

    def take(self, card, state):
        if ThreadStacks.begun:
            return True
        ThreadStacks.begun = True
        threading.stack_size(1 << 20)
        for _ in range(10_000):
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        return True
