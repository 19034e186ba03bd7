"""A seat for a player that derives from `croupier.player.Player`: typed views to the bot, from JSON or from
frames."""

from croupier._compact import PASS, TAKE
from croupier.player import Player, Start


class TypedSeat:
    """Calls a player with views of its game."""

    def __init__(self, player_class, renews=False):
        self._class, self._renews = player_class, renews
        self._player = player_class()
        self.name = str(self._player.name or player_class.__name__)
        # In No Thanks! all frames are of a few sizes.
        self.sized = hasattr(player_class, "view_of")
        self.compact = is_compact(player_class)
        self._time_ms = None
        self.wants = wants_of(player_class, self._player)

    def shared(self):
        """The same for a player that keeps nothing, and plays all games as one instance."""
        seat = object.__new__(type(self))
        seat.__dict__.update(self.__dict__, _renews=False)
        return seat

    @property
    def player(self):
        """Who plays."""
        return self._player

    def for_another_game(self):
        """A seat for a game at the same time; where no game is to remember another, its player comes with the
        start."""
        seat = object.__new__(type(self))
        seat.__dict__.update(self.__dict__)
        return seat

    def start(self, message):
        """A game begins, for a new player where no game is to remember another."""
        self._time_ms = message.get("time_ms")
        if self._renews:
            self._player = self._class()
        self._player.start(Start(message, self._view(message)))

    def ask(self, message):
        """The move and the memory to keep."""
        player = self._player
        view = player.read_view(message["view"])
        view.time_ms = message.get("time_ms")
        view.refused = message.get("refused")
        view.memory = message.get("memory")
        if "legal" in message:
            view.legal = [player.read_move(move) for move in message["legal"]]
        return player.write_answer(player.choose(view))

    def decide_view(self, data, at, memory=None):
        """The answer to the ask whose view begins here in a frame: the move's code, or `None` where it has
        none; the move; and the memory to keep."""
        player = self._player
        view = player.unpack(data, at)
        view.time_ms, view.refused, view.memory = self._time_ms, None, memory
        move, kept = player.write_answer(player.choose(view))
        return player.code_of(move), move, kept

    def decide(self, seen):
        """The code of the answer to a plain ask."""
        player = self._player
        return TAKE if player.write_move(player.choose(player.view_of(seen))) == "take" else PASS

    def notice(self, message):
        """A move was played."""
        self._player.notice(message["seat"], self._player.read_move(message["move"]))

    def end(self, message):
        """The game is over."""
        view = self._view(message)
        self._player.end(view, list(message["scores"] if "scores" in message else self._player.scores_of(view)))

    def _view(self, message):
        if "seen" in message:
            return self._player.view_of(message["seen"])
        return self._player.read_view(message["view"]) if message.get("view") else None


def is_compact(player_class):
    """Whether a class is asked in frames: only modules of games with compact frames know how to unpack
    them."""
    return hasattr(player_class, "view_of") or _unpacks(player_class)


def wants_of(player_class, player=None):
    """What a class asks to be told of beside its views; an instance may ask for more."""
    wants = ["legal"] if (player or player_class).wants_legal else []
    return wants if player_class.notice is Player.notice else [*wants, "moves"]


def _unpacks(player_class):
    """Whether views are read from frames as from JSON: not where a bot reads them in a way of its own."""
    modules = next(kind for kind in player_class.__mro__ if "unpack" in vars(kind))
    return player_class.unpack is not None and player_class.read_view is modules.read_view
