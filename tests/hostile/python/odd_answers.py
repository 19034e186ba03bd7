# Tries:   to confuse the table with answers of every odd kind: not a number, numbers without end, objects
#          that raise when they are looked at, a different one each time.
# Stopped: the host asks for a yes or a no and nothing else (languages/python); what is none is a fault of
#          that move.
# Told:    nothing, or "faults".
from NoThanksPlayer import Player


class Liar:
    def __bool__(self):
        raise MemoryError("no")

    def __eq__(self, other):
        raise SystemError("no")

    __hash__ = None


class OddAnswers(Player):
    def __init__(self):
        super().__init__()
        self.turn = 0

    def take(self, card, state):
        odd = [float("nan"), 10**5000, -(10**400), Liar(), ..., b"\xff", {"move": "take"}, [[]] * 9, 1j, None]
        self.turn += 1
        return odd[self.turn % len(odd)]
