"""No Thanks! with typed views: take the open card with its coins, or pay a coin to pass it on.

    from croupier import no_thanks

    class Bargain(no_thanks.Player):
        def choose(self, view):
            return view.penalty_when_taken() - view.penalty() < 10

Players of the original engine derive from `NoThanksPlayer.Player` instead.
"""

from __future__ import annotations

from croupier import player
from croupier._compact import CARD, COINS_ON_CARD, FIRST, ROUND, SEAT, TO_MOVE, seen_from


class SeatView(player.Shown):
    """One player as everyone sees them."""

    def __init__(self, coins: int, collection: list[int]) -> None:
        self.coins = coins
        """Coins left."""
        self.collection = collection
        """The numbers of the cards taken, lowest first."""


class View(player.View):
    """A seat's view of the table."""

    def __init__(self, seen: tuple) -> None:
        self.seat: int = seen[SEAT]
        self.to_move: int = seen[TO_MOVE]
        """Who decides now."""
        self.round: int = seen[ROUND]
        """The number of the open card in the order turned up, 1 to 24."""
        self.card: int | None = seen[CARD] or None
        """The open card; `None` once all are taken."""
        self.coins_on_card: int = seen[COINS_ON_CARD]
        """The coins on it."""
        self._players = seen[FIRST:]

    @property
    def players(self) -> list[SeatView]:
        """Everyone at the table, by seat."""
        # Made at the first look, since many decisions need none.
        if isinstance(self._players, tuple):
            pairs = zip(self._players[::2], self._players[1::2])
            self._players = [SeatView(coins, _numbers(held)) for coins, held in pairs]
        return self._players

    @property
    def me(self) -> SeatView:
        """You."""
        return self.players[self.seat]

    def penalty(self) -> int:
        """Your penalty as things stand."""
        return penalty(self.me.collection, self.me.coins)

    def penalty_when_taken(self) -> int:
        """Your penalty if you took the open card with its coins."""
        cards = self.me.collection if self.card is None else [*self.me.collection, self.card]
        return penalty(cards, self.me.coins + self.coins_on_card)


class Player(player.Player):
    """A No Thanks! bot. `choose` returns `True` to take the card, `False` to pass."""

    game = "no-thanks"
    view_of = View
    """A view from what a compact frame unpacks to."""

    @staticmethod
    def scores_of(view: View) -> list[float]:
        """The penalties of all seats."""
        return [float(penalty(seat.collection, seat.coins)) for seat in view.players]

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(seen_from(shown))

    @staticmethod
    def write_move(move) -> str:
        if move is True or move is False:
            return "take" if move else "pass"
        if isinstance(move, str) and move in ("take", "pass"):
            return str(move)
        taken = _truth(move)
        if taken is None:
            raise ValueError(f"choose returned {player.told(move)}; True takes the card and False passes")
        return "take" if taken else "pass"


def penalty(cards, coins: int) -> int:
    """The sum of the cards whose lower neighbour is not among them, minus the coins."""
    numbers = set(cards)
    return sum(number for number in numbers if number - 1 not in numbers) - coins


def _truth(value) -> bool | None:
    """A truth value of another type than Python's, as numpy has one; `None` for anything else, and for plain
    numbers."""
    if isinstance(value, (int, float)) or hasattr(value, "__len__"):
        return None
    return True if value == True else False if value == False else None  # noqa: E712


def _numbers(held: int) -> list[int]:
    return [number for number in range(held.bit_length()) if held >> number & 1]
