"""Plays for a bot until the table closes the channel.

Every message goes to the seat; what the bot does wrong in there goes back as a fault, and the next message is
served. Only `sys.exit` ends the process, since that is what it asks for.
"""

import json
import os

from croupier import _groups, _luck, _marks
from croupier._channel import CHUNK, LENGTH_BYTES, MESSAGE
from croupier._compact import (
    ANSWER_HEAD,
    ANSWER_WITH_MEMORY,
    ASK_WITH_MEMORY,
    ASKS,
    END,
    NUMBER,
    PLAIN_ASK,
    START,
    end_from,
    start_from,
)
from croupier._fault import describe, trace

PROTOCOL = 1
CODE_BYTES = 8
# Longer than nearly all asks.
PIECE = 1024
# Where the view of a plain ask begins.
_VIEW = 9


def greet(channel, seat, offered, apart=False):
    """Answers the table's hello; from then on both speak in frames, if both can.

    `apart` says that games can be played at once; true is returned where that is agreed on.
    """
    compact = bool(offered.get("compact")) and seat.compact
    hello = {"type": "hello", "protocol": PROTOCOL, "name": seat.name, "wants": list(seat.wants), "compact": compact}
    hello["marks"] = True
    if compact:
        # Starts and ends of other games say more than their views.
        more = "compact_games" if seat.sized else "compact_memory"
        if offered.get(more):
            hello[more] = True
        if apart and not seat.wants and (more in hello or not seat.sized):
            hello["groups"] = True
    channel.send(hello)
    channel.framed = compact
    return "groups" in hello


def serve(channel, seat, grouped=False):
    """Serves messages until the end of input."""
    if grouped:
        _groups.serve(channel, seat, _handle_frame, _answer_for)
    elif channel.framed and seat.sized:
        _serve_frames(channel, seat)
    elif channel.framed:
        _serve_views(channel, seat)
    else:
        _serve_lines(channel, seat)


def report(channel, error, number=None):
    """Tells the table what went wrong, and in which question."""
    fault = {"type": "fault"}
    if number is not None:
        fault["number"] = number
    channel.send({**fault, "message": describe(error), "trace": trace(error)})


def _serve_lines(channel, seat):
    while (message := channel.line()) is not None:
        _handle(channel, seat, message)


def _serve_frames(channel, seat):
    _handle_frames(channel, seat, channel.take_pending())
    read, write, source, sink, decide = os.read, os.write, channel.source, channel.sink, seat.decide
    here = _marks.here
    while data := read(source, CHUNK):
        # Nearly always this is one whole plain ask, which its size and its first two fields prove.
        unpack = ASKS.get(len(data))
        if unpack is not None:
            ask = unpack(data)
            if ask[1] == PLAIN_ASK and ask[0] == len(data) - LENGTH_BYTES:
                here.turn += 1
                try:
                    code = decide(ask)
                except BaseException as error:
                    _answer_for(channel, error, ask[NUMBER])
                    continue
                write(sink, ANSWER_HEAD + data[5:9] + code)
                continue
        _handle_frames(channel, seat, data)


def _serve_views(channel, seat):
    """The same for asks of any size."""
    while data := channel.take_pending() or os.read(channel.source, PIECE):
        _handle_frames(channel, seat, data)


def _handle_frames(channel, seat, data):
    """Serves what has come together, or in pieces."""
    for frame in channel.frames(data):
        _handle_frame(channel, seat, frame)


def _handle_frame(channel, seat, frame):
    """Serves one frame; those of a kind that came later than this host are passed over."""
    kind = frame[LENGTH_BYTES]
    if kind == PLAIN_ASK:
        _decide(channel, seat, frame) if seat.sized else _decide_view(channel, seat, frame)
    elif kind == ASK_WITH_MEMORY:
        _decide_view(channel, seat, frame)
    elif kind == START:
        _handle(channel, seat, start_from(frame))
    elif kind == END:
        _handle(channel, seat, end_from(frame))
    elif kind == MESSAGE[0]:
        _handle(channel, seat, json.loads(frame[LENGTH_BYTES + 1 :]))


def _decide(channel, seat, frame):
    ask = ASKS[len(frame)](frame)
    _marks.here.turn += 1
    try:
        code = seat.decide(ask)
    except BaseException as error:
        _answer_for(channel, error, ask[NUMBER])
    else:
        os.write(channel.sink, ANSWER_HEAD + frame[5:9] + code)


def _decide_view(channel, seat, frame):
    number, at, memory = int.from_bytes(frame[5:9], "little"), _VIEW, None
    if frame[LENGTH_BYTES] == ASK_WITH_MEMORY:
        at = _VIEW + LENGTH_BYTES + int.from_bytes(frame[_VIEW : _VIEW + LENGTH_BYTES], "little")
        memory = frame[_VIEW + LENGTH_BYTES : at].decode()
    _marks.here.turn += 1
    try:
        code, move, kept = seat.decide_view(frame, at, memory)
        if code is None:
            answer = {"type": "answer", "number": number, "move": move}
            data = answer if kept is None else {**answer, "memory": kept}
        elif kept is None:
            data = ANSWER_HEAD + frame[5:9] + code.to_bytes(CODE_BYTES, "little")
        else:
            body = ANSWER_WITH_MEMORY + frame[5:9] + code.to_bytes(CODE_BYTES, "little") + kept.encode()
            data = len(body).to_bytes(LENGTH_BYTES, "little") + body
    except BaseException as error:
        _answer_for(channel, error, number)
    else:
        channel.send(data) if code is None else channel.write(data)


def _handle(channel, seat, message):
    """Serves one message; those of a kind that came later than this host are passed over."""
    kind, number = message["type"], message.get("number")
    try:
        if kind == "ask":
            _marks.here.turn += 1
            move, memory = seat.ask(message)
            answer = {"type": "answer", "number": number, "move": move}
            data = answer if memory is None else {**answer, "memory": memory}
        elif kind in ("start", "notice", "end"):
            if kind == "start":
                _luck.seed(message.get("seed"))
                _marks.here.begin(message.get("game"))
            elif kind == "end":
                _marks.here.over = True
            getattr(seat, kind)(message)
    except BaseException as error:
        _answer_for(channel, error, number)
    else:
        if kind == "ask":
            channel.send(data)


def _answer_for(channel, error, number):
    report(channel, error, number)
    if isinstance(error, SystemExit):
        raise error
