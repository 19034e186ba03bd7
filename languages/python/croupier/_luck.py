"""A bot's own luck. Knows the module `random`, and no bot.

The functions of `random` draw from the luck of the game in hand, so that games played at once do not disturb
each other, and a game has the same luck however it is played. Seeding takes longer than many a decision, and
most bots never draw: it is done at the first draw.
"""

import sys
from importlib.machinery import PathFinder


class Hand:
    """The luck of one game."""

    __slots__ = ("generator", "_seed", "_spare")

    def __init__(self, seed=None):
        self.generator = self._spare = None
        self._seed = seed

    def deal(self, seed):
        """Another game begins, with this seed."""
        self.generator = None
        self._seed = seed

    def draw(self):
        """The generator, seeded if it was not yet."""
        if self.generator is None:
            if self._spare is None:
                self._spare = sys.modules["random"].Random()
            if self._seed is not None:
                self._spare.seed(self._seed)
            self.generator = self._spare
        return self.generator


hand = Hand()
"""That of the game in hand."""
_adopted = False


def take(other):
    """From here on, another game is in hand."""
    global hand
    hand = other


def seed(value):
    """Makes the bot's own luck that of this game, so that a game played again is the same game."""
    if value is None:
        return
    if _adopted:
        hand.deal(value)
        return
    random = sys.modules.get("random")
    if hasattr(random, "SystemRandom"):
        random.seed(value)


def watch():
    """Has `random` draw from the hand, from its import on: what a bot takes out of it then is the right
    thing."""
    if "random" in sys.modules:
        _adopt(sys.modules["random"])
    else:
        sys.meta_path.insert(0, _Watch)


class _Watch:
    """Finds the module `random`, once, and has it adopted when it is loaded."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """A spec for that module, `None` for any other."""
        if name != "random":
            return None
        sys.meta_path.remove(_Watch)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader:
    """A loader that adopts what another has loaded, and leaves no trace of itself."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        """As the other does."""
        return self._loader.create_module(spec)

    def exec_module(self, module):
        """As the other does, and then some."""
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        _adopt(module)


def _adopt(random):
    """Puts a generator that looks at the hand behind all functions of the module; one of a bot's own stays as
    it is."""
    global _adopted
    before = getattr(random, "_inst", None)
    if not hasattr(random, "SystemRandom") or before is None:
        return

    class Drawn(random.Random):
        """The generator behind the module's functions."""

        def __init__(self):
            """It has no luck of its own to seed."""

        def random(self):
            return (hand.generator or hand.draw()).random()

        def getrandbits(self, k):
            return (hand.generator or hand.draw()).getrandbits(k)

        def seed(self, *args, **named):
            hand.draw().seed(*args, **named)

        def getstate(self):
            return hand.draw().getstate()

        def setstate(self, state):
            hand.draw().setstate(state)

        @property
        def gauss_next(self):
            return hand.draw().gauss_next

        @gauss_next.setter
        def gauss_next(self, value):
            hand.draw().gauss_next = value

    Drawn.__name__ = Drawn.__qualname__ = "Random"
    drawn = random._inst = Drawn()
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is before:
            setattr(random, name, getattr(drawn, name))
    _adopted = True
