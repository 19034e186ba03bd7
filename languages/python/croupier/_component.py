"""The host inside WebAssembly: loads one bot and plays for it, called by the table in its own process.

It is compiled into a component (`scripts/wasm-python`) together with Python and the modules of `_standard`;
there are no files and no descriptors in there. Nothing may leave a call but a value: an exception that does
ends the component.
"""

import json
import sys

import wit_world
from croupier import _fault, _imports, _load, _luck, _standard
from croupier._compact import ASKS, END, START, TAKE, end_from, start_from
from croupier._inside import InsideSeat
from croupier._typed import TypedSeat

PROTOCOL = 1
# What `ask` gives where there is no move; `why` tells more.
FAILED = 2**64 - 1
_HEAD = 5

# Before anything imports `random`: luck is then dealt only to a bot that draws, which in here saves most of a
# game's start.
_luck.watch()
_standard.import_all()

_seat = None
_why = ""


class WitWorld(wit_world.WitWorld):
    """What the table calls."""

    def classes(self, setup):
        """Loads a module and says which classes compete, as JSON."""
        try:
            module = _load_module(json.loads(setup))
            listed = _load.bots(module, None)
        except BaseException as error:
            return _told(error, "error")
        return json.dumps(listed)

    def load(self, setup):
        """Loads the bot and answers the table's hello, as JSON."""
        global _seat
        try:
            setup = json.loads(setup)
            offered = setup["hello"]
            player = _load.choose(_load_module(setup), setup.get("class"), offered["game"])
            seat = InsideSeat if _load.is_original(player) else TypedSeat
            _seat = seat(player, renews=offered.get("instances") == "game")
            direct = seat is InsideSeat and _seat.takes_direct_calls(_failed)
        except BaseException as error:
            return _told(error)
        compact = bool(offered.get("compact")) and _seat.sized
        hello = {"type": "hello", "protocol": PROTOCOL, "name": _seat.name, "wants": list(_seat.wants)}
        return json.dumps({**hello, "compact": compact, "compact_games": compact, "direct_calls": direct})

    def ask(self, frame):
        """The code of the move that answers a plain ask: 1 to take, 0 to pass."""
        try:
            return 1 if _seat.decide(ASKS[len(frame)](frame)) is TAKE else 0
        except BaseException as error:
            return _failed(error)

    def why(self):
        """What went wrong in the last `ask` or direct call, as JSON."""
        return _why

    def hear(self, frame):
        """Any other message; what it is answered with, as JSON, or nothing."""
        number = None
        try:
            message = _message(frame)
            kind, number = message["type"], message.get("number")
            if kind == "ask":
                move, memory = _seat.ask(message)
                answer = {"type": "answer", "number": number, "move": move}
                return json.dumps(answer if memory is None else {**answer, "memory": memory})
            if kind == "start":
                _luck.seed(message.get("seed"))
            if kind in ("start", "notice", "end"):
                getattr(_seat, kind)(message)
        except BaseException as error:
            return _told(error, number=number)
        return ""


def _failed(error):
    """Keeps what went wrong, for `why`."""
    global _why
    _why = _told(error)
    return FAILED


def _message(frame):
    kind = frame[_HEAD - 1]
    if kind == START:
        return start_from(frame)
    return end_from(frame) if kind == END else json.loads(frame[_HEAD:])


def _load_module(setup):
    # What stands here is taken for ours in traces, and a bot may look at it.
    sys.argv = ["croupier"]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    return _imports.load(setup["file"], setup["source"])


def _told(error, kind="message", number=None):
    """An exception as the message that stands for it. It must not raise another."""
    try:
        line, trace = _fault.describe(error), _fault.trace(error)
    except BaseException:
        line, trace = f"{type(error).__name__}, which cannot be told", ""
    told = {"type": "fault", "number": number, kind: line, "trace": trace}
    return json.dumps({**told, "exit": isinstance(error, SystemExit)})
