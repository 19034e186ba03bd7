"""Hearts with typed views: take no hearts and not the queen of spades.

    from croupier import hearts

    class Lowest(hearts.Player):
        wants_legal = True

        def choose(self, view):
            return min(view.legal)
"""

from __future__ import annotations

import struct

from croupier import player

SUITS = "SCDH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class Card(str):
    """A card, as a text like `S10` or `HQ`. Cards compare by rank, two low and ace high, then by suit."""

    __slots__ = ()

    @property
    def suit(self) -> str:
        """`S`, `C`, `D` or `H`."""
        return self[0]

    @property
    def rank(self) -> int:
        """2 to 14; the ace is 14."""
        return RANKS.index(self[1:]) + 2

    @property
    def points(self) -> int:
        """What taking it costs: 1 for a heart, 13 for the queen of spades."""
        return 13 if self == "SQ" else int(self.suit == "H")

    def _place(self):
        return self.rank, SUITS.index(self.suit)

    def __lt__(self, other):
        return self._place() < Card(other)._place()

    def __le__(self, other):
        return self._place() <= Card(other)._place()

    def __gt__(self, other):
        return self._place() > Card(other)._place()

    def __ge__(self, other):
        return self._place() >= Card(other)._place()


CARDS = tuple(Card(suit + rank) for suit in SUITS for rank in RANKS)
"""All cards, in the order of their numbers in frames."""
_HEAD = struct.Struct("<4B2I")


class Play(player.Shown):
    """A card in a trick, and the seat that played it."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.card = Card(shown["card"])

    @classmethod
    def of(cls, seat: int, card: Card) -> Play:
        """That card, played by this seat."""
        play = object.__new__(cls)
        play.seat, play.card = seat, card
        return play


class View(player.View):
    """A seat's view of the deal in play, and the scores."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.to_move: int | None = shown["to_move"]
        """Whose card is next; `None` once the game is over."""
        self.deal: int = shown["deal"]
        """The number of this deal, from 1."""
        self.hand: list[Card] = [Card(card) for card in shown["hand"]]
        """Your cards in the order they were dealt."""
        self.lead: str | None = shown["lead"]
        """The suit led in the trick in play; `None` before the lead."""
        self.trick: list[Play] = _trick(shown["trick"])
        """The trick in play, oldest card first."""
        self.previous: list[Play] | None = None if shown["previous"] is None else _trick(shown["previous"])
        """The last finished trick of this deal; `None` in the first."""
        self.tricks: list[list[Play]] = [_trick(trick) for trick in shown["tricks"]]
        """All finished tricks of this deal, oldest first."""
        self.hearts_broken: bool = shown["hearts_broken"]
        """Whether a heart was played in an earlier trick of this deal."""
        self.points: list[int] = list(shown["points"])
        """The points each seat took in the finished tricks of this deal."""
        self.scores: list[int] = list(shown["scores"])
        """The scores after the finished deals, by seat."""
        self.target: int = shown["target"]
        """The score that ends the game once somebody has it."""
        self.forfeited: int | None = shown["forfeited"]
        """Who lost the game by an illegal or missing card; else `None`."""

    @classmethod
    def unpack(cls, data: bytes, at: int) -> View:
        """The view that begins here in a compact frame."""
        # In the order in which the other way sets them, since a view prints so.
        view = object.__new__(cls)
        view.seat, seats, to_move, forfeited, deal, target = _HEAD.unpack_from(data, at)
        view.to_move = None if to_move == player.NOBODY else to_move
        view.deal = deal
        at += _HEAD.size
        scores = list(struct.unpack_from(f"<{seats}i", data, at))
        at += 4 * seats
        view.hand = [CARDS[card] for card in data[at + 1 : at + 1 + data[at]]]
        at += 1 + data[at]
        # Each finished trick has the one who led and a card of everyone.
        end = at + 1 + data[at] * (1 + seats)
        tricks = [_plays(data, n, seats, seats) for n in range(at + 1, end, 1 + seats)]
        trick = _plays(data, end + 1, data[end], seats)
        view.lead = trick[0].card[0] if trick else None
        view.trick = trick
        view.previous = [Play.of(play.seat, play.card) for play in tricks[-1]] if tricks else None
        view.tricks = tricks
        view.hearts_broken, view.points = False, [0] * seats
        for trick in tricks:
            view._count(trick)
        view.scores, view.target = scores, target
        view.forfeited = None if forfeited == player.NOBODY else forfeited
        return view

    def _count(self, trick: list[Play]) -> None:
        """A finished trick goes to the highest card of the suit led."""
        lead = trick[0].card[0]
        points, best, seat = 0, -1, 0
        for play in trick:
            card = play.card
            if card[0] == "H":
                points += 1
                self.hearts_broken = True
            elif card == "SQ":
                points += 13
            if card[0] == lead and _RANK[card] > best:
                best, seat = _RANK[card], play.seat
        self.points[seat] += points

    @property
    def id(self) -> str:
        """Your name in the original's way: `"1"` to `"4"` by seat."""
        return str(self.seat + 1)


class Player(player.Player):
    """A Hearts bot. `choose` returns a card of the hand, or a card and a memory.

    The memory is a text of up to 64 KiB that the table keeps: it comes back as `view.memory` for the rest of
    the game.
    """

    game = "hearts"

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(shown)

    @staticmethod
    def read_move(shown: str) -> Card:
        return Card(shown)

    @staticmethod
    def write_move(move) -> str:
        if isinstance(move, str) and move[:1] in SUITS and move[1:] in RANKS:
            return str(move)
        form = "a card is a suit S, C, D or H and a rank 2 to 10, J, Q, K or A, like 'S10'"
        raise ValueError(f"choose returned {move!r}; {form}")

    unpack = View.unpack

    @staticmethod
    def code_of(move: str) -> int:
        return _CODES[move]

    def write_answer(self, answer):
        if not isinstance(answer, tuple):
            return self.write_move(answer), None
        if len(answer) != 2 or not isinstance(answer[1], (str, type(None))):
            raise ValueError(f"choose returned {answer!r}; beside a card it may return a memory, which is a text")
        return self.write_move(answer[0]), answer[1]


_CODES = {str(card): number for number, card in enumerate(CARDS)}
_RANK = {card: number % 13 for number, card in enumerate(CARDS)}


def _plays(data: bytes, at: int, count: int, seats: int) -> list[Play]:
    """Who led, then the cards, oldest first."""
    first, at = data[at], at + 1
    return [Play.of((first + n) % seats, CARDS[data[at + n]]) for n in range(count)]


def _trick(plays: list) -> list[Play]:
    return [Play(play) for play in plays]
