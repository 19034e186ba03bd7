"""The cards of No Thanks!, as bots of the original engine import them.

Nothing here knows of a game in progress: the pile is kept by the table, in another process.
"""

LOWEST = 3
HIGHEST = 35
REMOVED = 9


class Card:
    """A card: its `number`, its `penalty` (the same), and the `coins` that lie on it."""

    def __init__(self, number, coins=0):
        self.number = number
        self.penalty = number
        self.coins = coins

    def __repr__(self):
        return str(self.number)

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return self.number == other.number if isinstance(other, Card) else NotImplemented

    def __lt__(self, other):
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __le__(self, other):
        return self.number <= other.number if isinstance(other, Card) else NotImplemented

    def __gt__(self, other):
        return self.number > other.number if isinstance(other, Card) else NotImplemented

    def __ge__(self, other):
        return self.number >= other.number if isinstance(other, Card) else NotImplemented


class Deck:
    """A shuffled deck of a bot's own, for simulations: 24 of the cards 3 to 35, in `cards`."""

    def __init__(self):
        self.cards = [Card(number) for number in range(LOWEST, HIGHEST + 1)]
        self.shuffle()
        del self.cards[:REMOVED]

    def shuffle(self):
        """Brings what is left into a random order."""
        import random

        random.shuffle(self.cards)

    def draw(self):
        """Removes the top card and returns it; `None` once there is none."""
        return self.cards.pop() if self.cards else None

    def __len__(self):
        return len(self.cards)

    def __repr__(self):
        return repr(self.cards)


# A set of cards travels as one number with bit n for card n. What is worked out of it is remembered,
# since a collection stays the same for many decisions; the memory is emptied before it grows large.
_SETS = {}
_SETS_KEPT = 10_000


def _look_up(held):
    """The numbers in the set, lowest first, and what they cost together."""
    known = _SETS.get(held)
    if known is None:
        if len(_SETS) >= _SETS_KEPT:
            _SETS.clear()
        numbers = tuple(number for number in range(held.bit_length()) if held >> number & 1)
        cost = sum(number for number in numbers if not held >> (number - 1) & 1)
        known = _SETS[held] = (numbers, cost)
    return known


def _sums_of(numbers):
    """The sums of all subsets of these numbers; subset n has those whose bits are set in n."""
    sums = [0]
    for number in numbers:
        sums += [before + number for before in sums]
    return tuple(sums)


# What a set costs is looked up in three parts, for bots ask it for many sets that they have not met before.
_LOW, _MIDDLE, _HIGH = (_sums_of(range(first, first + 12)) for first in (0, 12, 24))


def _cost_of(held):
    """What the cards of a set cost together: those whose lower neighbour is not in it."""
    if held >> 36:
        return _look_up(held)[1]
    lowest = held & ~(held << 1)
    return _LOW[lowest & 4095] + _MIDDLE[lowest >> 12 & 4095] + _HIGH[lowest >> 24]


def _cards_of(held):
    """New cards for the set, lowest first."""
    return [Card(number) for number in _look_up(held)[0]]
