"""Many games of one player of the original engine that keeps nothing: one instance, and one set of objects
that it is shown.

Such a player sets no attribute and keeps no object (`_stateless.py`), so the card, the state and the players
in it can be the same ones at every question: whatever it is to find in them and in itself is written before
each call. Lists are new ones every time, since a player may do with its own as it likes.

A game has as little of its own as possible: what belongs to hundreds of games has to come through the caches
at every one of their questions.
"""

from NoThanksGame import Card
from NoThanksPlayer import Player
from NoThanksState import PlayerState, State

from croupier._cards import SharedCards
from croupier._compact import CARD, COINS_ON_CARD, FIRST, PASS, PLAYERS, ROUND, SEAT, TAKE, TO_MOVE, seen_in

# The same few bots meet again and again, in few orders. Emptied before they grow large.
_ORDERS_KEPT = 1000
# For a bot that comes in the middle of a game; the next start has the names.
_NO_NAMES = tuple(f"Player {seat}" for seat in range(5))


class _PlayersAtALook:
    """`players` of a state, written at the first look and an ordinary attribute from then on."""

    def __get__(self, state, owner=None):
        if state is None:
            return self
        state._seat.shown.looks = True
        state.players = players = state._seat.players(state._seen)
        return players


class _UnseenState(State):
    """A `State` that nobody has looked at."""

    players = _PlayersAtALook()

    def __init__(self, seen, seat):
        self.round = seen[ROUND]
        self._seen = seen
        self._seat = seat

    def __reduce_ex__(self, protocol):
        # A copy has what was to be seen when it was made.
        return State, (self.players, self.round)


class _Shown:
    """What all games have in common: the player, and what it is shown."""

    def __init__(self, player):
        self.player = player
        kind = type(player)
        self.hears_starts = kind.reset is not Player.reset or kind.startGame is not Player.startGame
        self.hears_ends = kind.endGame is not Player.endGame
        self.card = Card(0)
        self.state = State([], 0)
        self.cards = player._croupier_deck = SharedCards()
        # Whether the player has ever looked at the others: most always do, or never.
        self.looks = False
        self._seated = {}
        self._orders = {}

    def order(self, names):
        """The players of these names in the order of their seats, from every one of them on."""
        turns = self._orders.get(names)
        if turns is None:
            if len(self._orders) >= _ORDERS_KEPT:
                self._orders.clear()
                self._seated.clear()
            seated = [self._player(name, names[:seat].count(name)) for seat, name in enumerate(names)]
            turns = self._orders[names] = [seated[first:] + seated[:first] for first in range(len(seated))]
        return turns

    def _player(self, name, namesakes):
        key = name, namesakes
        if key not in self._seated:
            self._seated[key] = PlayerState(name, 0, [])
        return self._seated[key]


class SharedSeat:
    """One game of such a player."""

    __slots__ = ("shown", "name", "turns")
    compact = sized = True
    wants = ()

    def __init__(self, shown, name):
        self.shown = shown
        self.name = name
        self.turns = None

    @classmethod
    def of(cls, player, name):
        """The first seat of a player."""
        return cls(_Shown(player), name)

    def for_another_game(self):
        """A seat for a game at the same time, with the same player."""
        return SharedSeat(self.shown, self.name)

    @property
    def player(self):
        """Who plays."""
        return self.shown.player

    def start(self, message):
        """A game begins: its names, and `startGame`."""
        shown, names = self.shown, tuple(message["players"])
        self.turns = shown.order(names)
        self.name = names[message["seat"]]
        shown.cards.begin()
        if shown.hears_starts:
            shown.player.reset()
            seen = seen_in(message)
            if seen is not None:
                self._write(seen)
            shown.player.startGame()

    def ask(self, message):
        """The answer to an ask that came as JSON, and no memory."""
        return ("take" if self.decide(seen_in(message)) is TAKE else "pass"), None

    def decide(self, seen):
        """The code of the answer to a plain ask."""
        shown = self.shown
        player = shown.player
        own = FIRST + 2 * seen[SEAT]
        player.name = self.name
        player.coins = seen[own]
        player._croupier_held = seen[own + 1]
        player._croupier_cards = None
        card = shown.card
        card.number = card.penalty = seen[CARD]
        card.coins = seen[COINS_ON_CARD]
        if shown.looks:
            state = shown.state
            state.round = seen[ROUND]
            state.players = self.players(seen)
        else:
            state = _UnseenState(seen, self)
        return TAKE if player.take(card, state) else PASS

    def players(self, seen):
        """The players as they are seen now, whoever is to move first."""
        turns, cards, at = self.turns, self.shown.cards, FIRST
        if turns is None:
            turns = self.turns = self.shown.order(_NO_NAMES[: seen[PLAYERS]])
        for player in turns[0]:
            player.coins = seen[at]
            player.collection = cards[seen[at + 1]].copy()
            at += 2
        return turns[seen[TO_MOVE]].copy()

    def notice(self, message):
        """The original told of no moves."""

    def end(self, message):
        """The game is over: `endGame`; what is counted over games is nothing that this player looks at."""
        if self.shown.hears_ends:
            seen = seen_in(message)
            self._write(seen)
            self.shown.player.endGame(_UnseenState(seen, self))

    def _write(self, seen):
        """Brings the player's own name, coins and cards in step with this game."""
        player, own = self.shown.player, FIRST + 2 * seen[SEAT]
        player.name = self.name
        player.coins = seen[own]
        player._croupier_held = seen[own + 1]
        player._croupier_cards = None
