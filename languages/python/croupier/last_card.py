"""Last Card with typed views: be rid of your cards, and call before you are.

    from croupier import last_card

    class First(last_card.Player):
        def choose(self, view):
            fitting = [card for card in view.hand if view.fits(card)]
            return last_card.Move(fitting[:1], last_card=len(view.hand) == 2)
"""

from __future__ import annotations

import struct

from croupier import player

SUITS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Card(str):
    """A card, as a text like `10H` or `AS`."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """`A`, `2` to `10`, `J`, `Q` or `K`."""
        return self[:-1]

    @property
    def suit(self) -> str:
        """`"spades"`, `"clubs"`, `"diamonds"` or `"hearts"`."""
        return SUITS[self[-1]]

    @property
    def points(self) -> int:
        """What it costs in a hand at the end."""
        return 5 if self.value == "A" else 2 if self.value in ("2", "5") else 1


CARDS = tuple(Card(value + suit) for suit in SUITS for value in VALUES)
"""All cards, in the order of their numbers in frames."""
_NAMES = tuple(SUITS.values())
_SEATS = 4
# Where a byte tells the end: nobody won.
_WITHOUT_WINNER = 254
_HEAD = struct.Struct("<6B2HI" + "2BH" * _SEATS)
# Moves below are of one or two cards and name no suit; of more than five cards none has a code.
_FEW = 2 * (1 + 52 + 52**2)
_MOST_CARDS = 5


class Move(player.Shown):
    """Zero to four cards of one value, in the order they are played; none is a pass."""

    def __init__(self, cards=(), suit: str | None = None, last_card: bool = False) -> None:
        # A text is a card, and not the letters of one.
        self.cards: list[Card] = [Card(card) for card in ([cards] if isinstance(cards, str) else cards)]
        self.suit = suit
        """What an ace names."""
        self.last_card = last_card
        """Whether the move calls last card."""


class SeatView(player.Shown):
    """One player as everyone sees them."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.cards: int = shown["cards"]
        """How many cards they hold."""
        self.called: bool = shown["called"]
        """Whether their last turn called last card, and was legal."""
        self.calls: int = shown["calls"]
        """How often they called in this game."""

    @classmethod
    def of(cls, seat: int, cards: int, called: int, calls: int) -> SeatView:
        """The same from bytes."""
        shown = object.__new__(cls)
        shown.seat, shown.cards, shown.called, shown.calls = seat, cards, bool(called), calls
        return shown


class View(player.View):
    """A seat's view of the table."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.hand: list[Card] = [Card(card) for card in shown["hand"]]
        """Your cards, in the order drawn."""
        self.played: list[Card] = [Card(card) for card in shown["played"]]
        """What was played since the last reshuffle, oldest first."""
        self.last_played = Card(shown["last_played"])
        """The card on top."""
        self.chosen_suit: str | None = shown["chosen_suit"]
        """The suit to match where an ace lies on top, otherwise `None`."""
        self.punishment: int = shown["punishment"]
        """What a pass or an illegal move costs now; 0 where no punishment is active."""
        self.deck: int = shown["deck"]
        """How many cards the deck has."""
        self.players: list[SeatView] = [SeatView(seat) for seat in shown["players"]]
        """Everyone, from the player to move on, in the direction of play."""
        self.direction: str = shown["direction"]
        """`"forward"` from seat 0 to 1, `"backward"` from 1 to 0."""
        self.turn: int = shown["turn"]
        """Turns taken."""
        self.turn_limit: int = shown["turn_limit"]
        """How many turns end the game."""
        end = shown["end"]
        self.over: bool = end is not None
        """Whether the game is over."""
        self.winner: int | None = end["won"] if isinstance(end, dict) else None
        """Who won; `None` while the game goes on, and where nobody did."""

    @classmethod
    def unpack(cls, data: bytes, at: int) -> View:
        """The view that begins here in a compact frame."""
        # In the order in which the other way sets them, since a view prints so.
        view = object.__new__(cls)
        view.seat, first, backward, suit, deck, end, turn, limit, punishment, *seats = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        view.hand = [CARDS[card] for card in data[at + 1 : at + 1 + data[at]]]
        at += 1 + data[at]
        view.played = [CARDS[card] for card in data[at + 1 : at + 1 + data[at]]]
        view.last_played = view.played[-1]
        view.chosen_suit = None if suit == player.NOBODY else _NAMES[suit]
        view.punishment, view.deck = punishment, deck
        step = -1 if backward else 1
        order = [(first + step * n) % _SEATS for n in range(_SEATS)]
        view.players = [SeatView.of(seat, *seats[3 * seat : 3 * seat + 3]) for seat in order]
        view.direction = "backward" if backward else "forward"
        view.turn, view.turn_limit = turn, limit
        view.over = end != player.NOBODY
        view.winner = end if end < _WITHOUT_WINNER else None
        return view

    def fits(self, card: str) -> bool:
        """Whether a move may begin with the card. (Aces that would empty the hand may not be played all the
        same.)"""
        card = Card(card)
        if self.punishment:
            return card.value == self.last_played.value
        suit = self.chosen_suit or self.last_played.suit
        return card.value == "A" or card.suit == suit or card.value == self.last_played.value


class Player(player.Player):
    """A Last Card bot. `choose` returns a `Move`, one card, a list of cards, or `None` to pass."""

    game = "last-card"

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(shown)

    @staticmethod
    def read_move(shown: dict) -> Move:
        return Move(shown["cards"], shown.get("suit"), shown.get("last_card", False))

    @staticmethod
    def write_move(move) -> dict:
        if not isinstance(move, Move):
            move = Move([move] if isinstance(move, str) else move or [])
        for card in move.cards:
            if card.value not in VALUES or card[-1:] not in SUITS:
                form = "a card is a value A, 2 to 10, J, Q or K and a suit S, C, D or H, like '10H'"
                raise ValueError(f"choose played {str(card)!r}; {form}")
        if move.suit is not None and move.suit not in SUITS.values():
            raise ValueError(f"choose named the suit {move.suit!r}; suits are {', '.join(SUITS.values())}")
        return {"cards": [str(card) for card in move.cards], "suit": move.suit, "last_card": bool(move.last_card)}

    unpack = View.unpack

    @staticmethod
    def code_of(move: dict) -> int | None:
        cards, suit, call = move["cards"], move["suit"], int(move["last_card"])
        if len(cards) > _MOST_CARDS:
            return None
        listed = 0
        for card in cards:
            listed = listed * 52 + _CODES[card] + 1
        if suit is None and 2 * listed < _FEW:
            return 2 * listed + call
        return _FEW + 10 * listed + (0 if suit is None else 2 * (_NAMES.index(suit) + 1)) + call


_CODES = {str(card): number for number, card in enumerate(CARDS)}
