"""Runs one bot for a table of Croupier.

    python3 -I -B host.py play FILE_OR_MODULE [--class NAME] [--packages DIR] [--path DIR]...
    python3 -I -B host.py list FILE_OR_MODULE [--class NAME] [--packages DIR] [--path DIR]...

The table speaks on descriptor 3 and listens on descriptor 4 (`--in N`, `--out N`); standard output and
standard error belong to the bot. `play` serves games until the end of input. `list` writes which classes
compete.

Exit codes: 0 at the end of input, 2 for bad arguments, 3 for a bot that does not load; what a bot passes to
`sys.exit` is its own.
"""

import gc
import os
import signal
import sys

# First while this package is imported, so that an older one that is installed is not taken for it.
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from croupier import _load, _luck, _marks, _packages, _serve  # noqa: E402
from croupier._channel import Channel  # noqa: E402
from croupier._fault import LoadError, describe, trace  # noqa: E402

BAD_ARGUMENTS = 2
DOES_NOT_LOAD = 3
# What is loaded before any bot is.
_KNOWN = frozenset(sys.modules)


class Arguments:
    """The command line, read without argparse, which takes longer to import than the rest of the host."""

    def __init__(self, words):
        self.command = self.target = self.chosen = self.packages = None
        self.paths, self.source, self.sink = [], 3, 4
        words = iter(words)
        for word in words:
            if word == "--class":
                self.chosen = self._value(word, words)
            elif word == "--packages":
                self.packages = self._value(word, words)
            elif word == "--path":
                self.paths.append(self._value(word, words))
            elif word in ("--in", "--out"):
                self._descriptor(word, self._value(word, words))
            elif word.startswith("--"):
                _refuse(f"unknown option {word}; there are --class, --packages, --path, --in and --out")
            elif self.command is None:
                self.command = word
            elif self.target is None:
                self.target = word
            else:
                _refuse(f"one bot at a time; {word} is a second one")
        if self.command not in ("play", "list") or self.target is None:
            _refuse("use it as: host.py play|list FILE_OR_MODULE [--class NAME] [--packages DIR] [--path DIR]...")

    def _descriptor(self, option, value):
        if not value.isdigit():
            _refuse(f"{option} wants the number of a descriptor, not {value}")
        if option == "--in":
            self.source = int(value)
        else:
            self.sink = int(value)

    @staticmethod
    def _value(option, words):
        value = next(words, None)
        if value is None:
            _refuse(f"{option} wants a value")
        return value


def main():
    arguments = Arguments(sys.argv[1:])
    try:
        channel = Channel(arguments.source, arguments.sink)
    except OSError as error:
        _refuse(f"descriptors {arguments.source} and {arguments.sink} are for the table: {error.strerror}")
    _leave_to_the_bot()
    if arguments.packages is not None:
        _packages.allow(arguments.packages)
    try:
        return play(channel, arguments) if arguments.command == "play" else list_classes(channel, arguments)
    except BrokenPipeError:
        # The table has gone, and nobody is left to tell.
        os._exit(0)


def play(channel, arguments):
    """Greets the table, loads the bot and serves it."""
    offered = channel.line()
    if offered is None:
        return 0
    try:
        seat = _seat(arguments, offered)
    except BaseException as error:
        _serve.report(channel, error)
        return DOES_NOT_LOAD
    seat, apart = _for_games_at_once(seat, offered)
    grouped = _serve.greet(channel, seat, offered, apart=apart)
    # What was loaded stays: nobody need look through it for what has gone.
    gc.freeze()
    _serve.serve(channel, seat, grouped)
    return 0


def list_classes(channel, arguments):
    """Writes the classes that compete, and the game they play where it is one."""
    _before_the_bot()
    _luck.watch()
    try:
        module, chosen = _load.load(arguments.target, arguments.paths)
        listed = _load.bots(module, arguments.chosen or chosen)
        if stateless := _stateless_of(module, listed["classes"]):
            listed["stateless"] = stateless
    except BaseException as error:
        channel.send({"error": describe(error), "trace": trace(error)})
        return DOES_NOT_LOAD
    channel.send(listed)
    return 0


def _seat(arguments, offered):
    if offered.get("protocol") != _serve.PROTOCOL:
        raise LoadError(f"this host speaks protocol {_serve.PROTOCOL}, the table {offered.get('protocol')}")
    if offered.get("groups"):
        _before_the_bot()
    _luck.watch()
    module, chosen = _load.load(arguments.target, arguments.paths)
    player = _load.choose(module, arguments.chosen or chosen, offered.get("game"))
    if _load.is_original(player):
        from croupier._original import OriginalSeat as Seat
    else:
        from croupier._typed import TypedSeat as Seat
    return Seat(player, renews=offered.get("instances") == "game")


def _for_games_at_once(seat, offered):
    """The seat that plays, and whether it can play several games at once, where the table would like it
    to."""
    if not offered.get("groups"):
        return seat, False
    from croupier import _apart, _stateless

    if _stateless.is_stateless(_KNOWN) and _stateless.holds_nothing(seat.player):
        return seat.shared(), True
    return seat, offered.get("instances") == "game" and _apart.is_apart(_KNOWN)


def _before_the_bot():
    """Loads what looks through a bot, beside which may lie modules of the same names."""
    from croupier import _stateless  # noqa: F401


def _stateless_of(module, classes):
    """Those of these classes that could play many games at once as one instance, as far as their code
    says."""
    from croupier import _stateless

    able = [name for name in classes if _is_able(_load.named(module, name))]
    return able if able and _stateless.is_stateless(_KNOWN) else []


def _is_able(player):
    """Whether a class is asked in frames, and told of no moves."""
    if _load.is_original(player):
        return True
    from croupier import _typed

    return _typed.is_compact(player) and not _typed.wants_of(player)


def _leave_to_the_bot():
    """Gives the bot an empty standard input, and outputs that never fail on a letter or keep a line back, and
    say which game and turn a print belongs to."""
    # Whoever interrupts the tournament speaks to the table, which ends its bots.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    if empty > 0:
        os.close(empty)
    _marks.mark()


def _refuse(why):
    print(f"host.py: {why}", file=sys.stderr)
    sys.exit(BAD_ARGUMENTS)


if __name__ == "__main__":
    sys.exit(main())
