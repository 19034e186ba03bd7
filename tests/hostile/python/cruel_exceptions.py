# Tries:   to break the host inside its own process: an exception that cannot be shown, whose class lies about
#          its name.
# Stopped: the host tells what it can, and what it cannot is a crash of this process alone (languages/python).
# Told:    "crashed: ".
from NoThanksPlayer import Player


class Cruel(BaseException):
    def __str__(self):
        raise self

    __repr__ = __str__

    @property
    def __traceback__(self):
        raise self


Cruel.__name__ = Cruel.__qualname__ = "\n\x1b[31m" + "C" * 5000


class CruelExceptions(Player):
    def take(self, card, state):
        raise Cruel()
