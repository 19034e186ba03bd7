"""Any game of the table, with views and moves as JSON says them: for games without a module of their own.

    from croupier import any_game

    class First(any_game.Player):
        def choose(self, view):
            return view.legal[0]

A view's fields are those of the game's rules page: `view["hand"]`. Moves are what JSON makes of them: texts,
numbers, lists and dictionaries.
"""

from __future__ import annotations

from croupier import player
from croupier._load import ANY


class View(player.View):
    """What a seat may know, field by field."""

    def __init__(self, shown: dict) -> None:
        self.shown = shown
        """The view as JSON."""
        self.seat = shown.get("seat", 0)

    def __getitem__(self, field: str):
        return self.shown[field]

    def __contains__(self, field: object) -> bool:
        return field in self.shown

    def get(self, field: str, otherwise=None):
        """A field that may be missing."""
        return self.shown.get(field, otherwise)


class Player(player.Player):
    """A bot of any game, or of the one that its `game` names. `choose` returns a move, mostly one of
    `view.legal`."""

    game = ANY
    wants_legal = True
    read_view = View

    @staticmethod
    def write_move(move):
        return move
