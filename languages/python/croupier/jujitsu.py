"""Psychological Jujitsu with typed views: both bid a card at once, the higher one wins the lot.

    from croupier import jujitsu

    class Fair(jujitsu.Player):
        def choose(self, view):
            return min(view.hand, key=lambda card: abs(card - view.lot[-1]))
"""

from __future__ import annotations

from croupier import player


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


class Player(player.Player):
    """A Jujitsu bot. `choose` returns a card of the hand."""

    game = "jujitsu"

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(shown)

    @staticmethod
    def write_move(move) -> int:
        if isinstance(move, int) and not isinstance(move, bool):
            return int(move)
        raise ValueError(f"choose returned {move!r}; a bid is the number of a card")
