"""The seat of a bot of the original No Thanks! engine inside the component."""

import _quick
from croupier import _adopt, _luck  # `_adopt` before all that takes classes out of their modules.
from croupier._cards import NewCards
from croupier._compact import names_from
from croupier._original import OriginalSeat

# What direct calls write without asking Python, and the way it would be written otherwise.
_WRITTEN = ("name", "coins", "games", "totalpenalty", "__setattr__")


class InsideSeat(OriginalSeat):
    """A seat with direct calls: starts, asks and ends go to `_quick`, which calls the bot and nobody else."""

    # Made in C, cards cost less than keeping them.
    new_cards = NewCards

    def takes_direct_calls(self, failed):
        """Whether it takes them: not where the bot makes something of its own of what is written there.

        An exception is given to `failed`.
        """
        of_the_bot = type(self._player)
        plain = all(getattr(of_the_bot, name) is getattr(_quick.Player, name) for name in _WRITTEN)
        if plain:
            _quick.seat(self._player, _luck.seed, names_from, failed, self._class if self._renews else None)
        return plain
