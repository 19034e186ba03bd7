"""What the players of all games have in common. Bots derive from the `Player` of their game's module
instead."""

from __future__ import annotations

import operator

NOBODY = 255
"""In place of a seat, or of anything else in one byte of a compact frame that is not there."""


class Shown:
    """Something a bot is shown. It prints with all it holds."""

    def __repr__(self) -> str:
        held = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if not name.startswith("_"))
        return f"{type(self).__name__}({held})"

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class View(Shown):
    """What a seat may know. Every view is complete, and made for one call."""

    seat: int
    """Your seat, counted from 0."""
    legal: list | None = None
    """The legal moves, where the player has `wants_legal`."""
    refused: str | None = None
    """Why the last answer to this question was not accepted, if this is not the first time it is asked."""
    memory: str | None = None
    """What the player last left as its memory in this game."""
    time_ms: int | None = None
    """The time for this answer, in thousandths of a second."""


class Start(Shown):
    """A game begins."""

    def __init__(self, message: dict, view: View | None) -> None:
        self.game: int | None = message.get("game")
        """The number of the game in the tournament."""
        self.seat: int = message["seat"]
        """Your seat, counted from 0."""
        self.players: list[str] = list(message["players"])
        """The names of the players, by seat."""
        self.seed: int | None = message.get("seed")
        """Luck of your own: the same whenever this game is played again. The module `random` is seeded with
        it."""
        self.view = view
        """What you see before the first move."""


class Player:
    """A bot. One instance plays all games of a tournament, so its attributes stay from game to game."""

    game: str = ""
    name: str | None = None
    """The bot's name; without one it is called like its class."""
    wants_legal: bool = False
    """Set it to `True` to find the legal moves in `view.legal`."""

    def start(self, start: Start) -> None:
        """A game begins."""

    def choose(self, view):
        """The move to play. The one method that every bot has to write."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view)")

    def notice(self, seat: int, move) -> None:
        """A move was played, by anyone. Only bots that write this method are told."""

    def end(self, view, scores: list[float]) -> None:
        """The game is over; `scores` are by seat."""

    # Between the wire and the author: each game's module says how its views and moves look.

    @staticmethod
    def read_view(shown: dict) -> View:
        """A view from the JSON of this game's rules page."""
        raise NotImplementedError

    unpack = None
    """A view from a compact frame and where it begins there; `None` where the game has no frames here."""

    @staticmethod
    def code_of(move) -> int | None:
        """The code of a move that is written as JSON; `None` for one that can only be told so."""
        return None

    @staticmethod
    def read_move(shown):
        """A move from its JSON."""
        return shown

    @staticmethod
    def write_move(move):
        """A move as JSON; `ValueError` for what is no move of this game."""
        raise NotImplementedError

    def write_answer(self, answer):
        """What `choose` returned, as a move in JSON and a memory to keep, or `None`."""
        return self.write_move(answer), None


def whole(value) -> int | None:
    """A whole number of any type, as numpy has its own; `None` for anything else, and for a truth value."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def told(value) -> str:
    """What a bot returned, for an error: with its type where that is not Python's own, since such a thing may
    print like the very one that would do."""
    if _is_pythons(value):
        parts = value if isinstance(value, (tuple, list)) else ()
        other = next((part for part in parts if not _is_pythons(part)), None)
        return repr(value) if other is None else f"{value!r}, with {_kind(other)}"
    return f"{value}, {_kind(value)}"


def _is_pythons(value) -> bool:
    return type(value).__module__.partition(".")[0] in ("builtins", "croupier")


def _kind(value) -> str:
    kind = type(value)
    return f"a {kind.__module__}.{kind.__qualname__}"
