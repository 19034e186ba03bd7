"""Psychological Jujitsu with typed views: both bid a card at once, the higher one wins the lot.

    from croupier import jujitsu

    class Fair(jujitsu.Player):
        def choose(self, view):
            return min(view.hand, key=lambda card: abs(card - view.lot[-1]))
"""

from __future__ import annotations

import struct

from croupier import player

_HEAD = struct.Struct("<4B2i3Q")
# Bids beyond are told in JSON.
_LARGEST_BID = 2**31



class Turn(player.Shown):
    """A turn that is over."""

    def __init__(self, shown: dict) -> None:
        self.my_bid: int = shown["myBid"]
        self.opponent_bid: int = shown["opponentBid"]
        self.victory_card: int = shown["drawnVictoryCard"]
        """The victory card that was new in this turn."""
        self.my_cards_won: list[int] = list(shown["myCardsWon"])
        self.opponent_cards_won: list[int] = list(shown["opponentCardsWon"])
        self.my_bid_legal: bool = shown["myResponseLegal"]
        """Whether the bid was yours; if not, chance bid for you."""
        self.opponent_bid_legal: bool = shown["opponentResponseLegal"]

    @classmethod
    def of(cls, mine: int, theirs: int, card: int, legal: int) -> Turn:
        """A turn in which nobody has won anything yet; of what is legal, 1 stands for the own bid and 2 for
        the other's."""
        turn = object.__new__(cls)
        turn.my_bid, turn.opponent_bid, turn.victory_card = mine, theirs, card
        turn.my_cards_won, turn.opponent_cards_won = [], []
        turn.my_bid_legal, turn.opponent_bid_legal = bool(legal & 1), bool(legal & 2)
        return turn


class View(player.View):
    """A seat's view of the match."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.rounds: list[int] = list(shown["match"])
        """The rounds of the match, each as its highest card."""
        self.round: int = shown["currentRound"]
        """The number of the round, from 1."""
        self.my_points: int = shown["myPointsTotal"]
        self.opponent_points: int = shown["opponentPointsTotal"]
        self.over: bool = shown["gameEnded"]
        """Whether the match is over."""
        self.lot: list[int] = list(shown["lot"])
        """The victory cards that are bid for, the newest last."""
        self.next_victory_card: int | None = shown["nextVictoryCard"]
        """The victory card of the next turn; `None` on the last turn of a round."""
        self.hand: list[int] = list(shown["myCardsRemaining"])
        """Your bidding cards, lowest first."""
        self.opponent_hand: list[int] = list(shown["opponentCardsRemaining"])
        """The other's bidding cards, lowest first."""
        self.draw_pile: list[int] = list(shown["drawPile"])
        """The victory cards to come in this round, lowest first, not in the order of play."""
        self.previous_turns: list[Turn] = [Turn(turn) for turn in shown["previousTurns"]]
        """The turns of this round; on the first turn of a later round, those of the round before."""


    @classmethod
    def unpack(cls, data: bytes, at: int) -> View:
        """The view that begins here in a compact frame."""
        # In the order in which the other way sets them, since a view prints so.
        view = object.__new__(cls)
        view.seat, number, over, next_card, mine, theirs, *cards = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        view.rounds = list(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
        view.round, view.my_points, view.opponent_points, view.over = number, mine, theirs, bool(over)
        view.lot = list(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
        view.next_victory_card = None if next_card == player.NOBODY else next_card
        view.hand, view.opponent_hand, view.draw_pile = map(_numbers, cards)
        turns = data[at + 1 : at + 1 + 4 * data[at]]
        view.previous_turns = [Turn.of(*turns[n : n + 4]) for n in range(0, len(turns), 4)]
        _share(view.previous_turns)
        return view


class Player(player.Player):
    """A Jujitsu bot. `choose` returns a card of the hand."""

    game = "jujitsu"

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(shown)

    @staticmethod
    def write_move(move) -> int:
        bid = player.whole(move)
        if bid is None:
            raise ValueError(f"choose returned {player.told(move)}; a bid is the number of a card")
        return bid

    unpack = View.unpack

    @staticmethod
    def code_of(move: int) -> int | None:
        # Small numbers for small bids, above and below zero.
        return None if abs(move) >= _LARGEST_BID else 2 * move if move >= 0 else -2 * move - 1


def _numbers(cards: int) -> list[int]:
    return [number for number in range(cards.bit_length()) if cards >> number & 1]


def _share(turns: list[Turn]) -> None:
    """The higher bid wins the card of its turn and those of the ties right before it."""
    lot = []
    for turn in turns:
        lot.append(turn.victory_card)
        if turn.my_bid != turn.opponent_bid:
            (turn.my_cards_won if turn.my_bid > turn.opponent_bid else turn.opponent_cards_won).extend(lot)
            lot.clear()
