"""The cards that a player of the original No Thanks! engine is shown: made once, and made anew once one was
changed.

Making every card for every decision takes longer than most decisions. What a bot does to a card is gone at
the next call all the same: a card that is set an attribute is not shown again.
"""

from NoThanksGame import Card, _cards_of

# So many sets that were shown are remembered over games, at most and some of a game.
_SETS_KEPT = 1000
# How often a card that was shown has been changed, by anybody.
_changes = 0


class _Shown(Card):
    """A card that may be shown again."""

    def __init__(self, number):
        for name, value in (("number", number), ("penalty", number), ("coins", 0)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value):
        _forget()
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        _forget()
        object.__delattr__(self, name)

    def __reduce__(self):
        # A copy is the bot's own.
        return _new_card, (), vars(self)


_Shown.__name__ = _Shown.__qualname__ = Card.__name__
_Shown.__module__ = Card.__module__


def _new_card():
    return object.__new__(Card)


def _forget():
    global _changes
    _changes += 1


class _Made(dict):
    """Cards by the bit that stands for each, made when it is first shown."""

    def __missing__(self, bit):
        card = self[bit] = _Shown(bit.bit_length() - 1)
        return card


class KeptCards(dict):
    """The cards of every set that a seat has shown in this game, lowest first. Nobody else's seat shows the
    same ones."""

    def __init__(self):
        self._made = _Made()
        self._changes = _changes

    def __missing__(self, held):
        cards = self[held] = []
        made = self._made
        while held:
            lowest = held & -held
            cards.append(made[lowest])
            held ^= lowest
        return cards

    def begin(self):
        """Another game begins, with other sets: hundreds of seats that keep old ones are more than caches
        hold."""
        self.clear()

    def list_of(self, held):
        """A list for a set of cards, for a bot to do with as it likes."""
        if self._changes != _changes:
            self._forget()
        return self[held][:]

    def lists(self, sets):
        """The same for each of these sets."""
        if self._changes != _changes:
            self._forget()
        return map(list.copy, map(self.__getitem__, sets))

    def _forget(self):
        self.clear()
        self._made = _Made()
        self._changes = _changes

    def __reduce__(self):
        return KeptCards, ()


class _Parts(dict):
    """Cards of small sets, of which all others are put together: in tuples, each made when it is first
    needed."""

    def __init__(self):
        self._made = _Made()

    def __missing__(self, held):
        made, cards, left = self._made, [], held
        while left:
            lowest = left & -left
            cards.append(made[lowest])
            left ^= lowest
        self[held] = cards = tuple(cards)
        return cards


class SharedCards(dict):
    """The cards of every set that a player has been shown who changes none: they stay, and all its games show
    the same ones."""

    def __init__(self):
        self._parts = _Parts()

    def __missing__(self, held):
        parts, low, middle = self._parts, held & 0xFFF, held & 0xFFF000
        cards = self[held] = [*parts[low], *parts[middle], *parts[held ^ low ^ middle]]
        return cards

    def begin(self):
        """Another game begins: sets of old ones go, once they are many."""
        if len(self) > _SETS_KEPT:
            self.clear()

    def list_of(self, held):
        """A list for a set of cards, for a bot to do with as it likes."""
        return self[held].copy()

    def __reduce__(self):
        return SharedCards, ()


class NewCards:
    """Cards that are made anew at every look."""

    def begin(self):
        """There is nothing to forget."""

    @staticmethod
    def list_of(held):
        """A list for a set of cards."""
        return _cards_of(held)

    @staticmethod
    def lists(sets):
        """The same for each of these sets."""
        return map(_cards_of, sets)
