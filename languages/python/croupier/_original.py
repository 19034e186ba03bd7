"""A seat of No Thanks! for a player of the original engine: the calls it expects, with the objects it
expects.

Every call gets new objects, or such that nobody has changed, and the player's own coins and cards are written
before it, so nothing a bot changes lasts. What most decisions never look at is built only when it is looked
at.
"""

from NoThanksGame import Card, _cost_of
from NoThanksState import PlayerState, State

from croupier._cards import KeptCards
from croupier._compact import CARD, COINS_ON_CARD, FIRST, PASS, ROUND, SEAT, TAKE, TO_MOVE, seen_in

_MOST_PLAYERS = 5


class _SeenPlayers:
    """`players` of a state, made at the first look and an ordinary attribute from then on."""

    def __get__(self, state, owner=None):
        if state is None:
            return self
        seen = state._seen
        names, cards = state._table
        first = seen[TO_MOVE]
        # Mapped, since a look at the players is dearer than most decisions; there may be more names than
        # players.
        players = list(map(PlayerState, names, seen[FIRST::2], cards.lists(seen[FIRST + 1 :: 2])))
        if first:
            players = players[first:] + players[:first]
        state.players = players
        return players


class SeenState(State):
    """A `State` that is built as far as it is looked at."""

    players = _SeenPlayers()

    def __init__(self, seen, round, table):
        self.round = round
        self._seen = seen
        self._table = table


class OriginalSeat:
    """Calls a player of the original engine as that engine did."""

    compact = sized = True
    wants = ()
    new_cards = KeptCards

    def __init__(self, player_class, renews=False):
        self._class, self._renews = player_class, renews
        self._player = player_class()
        self.name = str(self._player.name or player_class.__name__)
        # For a bot that comes in the middle of a game; the next start has the names.
        names = tuple(f"Player {seat}" for seat in range(_MOST_PLAYERS))
        self._table = names, self.new_cards()
        self._player._croupier_deck = self._table[1]
        self._games = 0
        self._total = 0

    def shared(self):
        """The same for a player that keeps nothing, and plays all games as one instance."""
        from croupier._shared import SharedSeat

        return SharedSeat.of(self._player, self.name)

    @property
    def player(self):
        """Who plays."""
        return self._player

    def for_another_game(self):
        """A seat for a game at the same time; its player comes with the start."""
        seat = object.__new__(type(self))
        seat.__dict__.update(self.__dict__, _player=None, _table=(self._table[0], self.new_cards()))
        return seat

    def start(self, message):
        """A game begins: the counters go back to the start, then `startGame`; for a new player where games
        are apart."""
        cards = self._table[1]
        cards.begin()
        self._table = names, _ = tuple(message["players"]), cards
        if self._renews:
            self._player, self._games, self._total = self._class(), 0, 0
            self._player._croupier_deck = cards
        self._player.reset()
        # The table may have added a suffix, and a bot looks for itself by name.
        self._player.name = names[message["seat"]]
        seen = seen_in(message)
        if seen is not None:
            self._show(seen)
        self._player.startGame()

    def ask(self, message):
        """The answer to an ask that came as JSON, and no memory."""
        return ("take" if self.decide(seen_in(message)) is TAKE else "pass"), None

    def decide(self, seen):
        """The code of the answer to a plain ask."""
        player = self._player
        own = FIRST + 2 * seen[SEAT]
        player.coins = seen[own]
        player._croupier_held = seen[own + 1]
        player._croupier_cards = None
        if player.take(Card(seen[CARD], seen[COINS_ON_CARD]), SeenState(seen, seen[ROUND], self._table)):
            return TAKE
        return PASS

    def notice(self, message):
        """The original told of no moves."""

    def end(self, message):
        """The game is over: it is counted, then `endGame`."""
        seen = seen_in(message)
        coins, held = self._show(seen)
        self._games += 1
        self._total += _cost_of(held) - coins
        self._player.games = self._games
        self._player.totalpenalty = self._total
        self._player.endGame(SeenState(seen, seen[ROUND], self._table))

    def _show(self, seen):
        """Brings the player's own coins and cards in step with the table."""
        own = FIRST + 2 * seen[SEAT]
        self._player.coins = seen[own]
        self._player._croupier_held = seen[own + 1]
        self._player._croupier_cards = None
        return seen[own], seen[own + 1]
