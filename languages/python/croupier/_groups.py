"""Plays many games at once: the questions of all come in one message, and so do their answers.

Each game has a place, with an instance of the bot and luck of its own. What goes wrong in any of them is told
in place of the answers; the table then plays those games again, one by one.
"""

from croupier import _luck, _marks
from croupier._channel import LENGTH_BYTES
from croupier._compact import MANY_ASKS, NUMBER

QUESTIONS = ord("Q")
PLACED = ord("G")
# Length, kind; a place stands behind them, or the first question.
_HEAD = 5
_PLACE_BYTES = 4
_CODE_BYTES = 8


def serve(channel, seat, handle_frame, tell_fault):
    """Serves frames until the end of input.

    `handle_frame(channel, seat, frame)` serves those of single games, `tell_fault(channel, error, number)`
    tells what went wrong.
    """
    places = _Places(seat)
    codes_of = _sized_codes if seat.sized else _codes
    for frame in channel.stream():
        kind = frame[LENGTH_BYTES]
        if kind == QUESTIONS:
            _answer_all(channel, places, frame, codes_of, tell_fault)
        elif kind == PLACED:
            place = int.from_bytes(frame[_HEAD : _HEAD + _PLACE_BYTES], "little")
            handle_frame(channel, places.seat(place), frame[_HEAD + _PLACE_BYTES :])
        else:
            _luck.take(places.own_luck)
            _marks.here = places.own_mark
            handle_frame(channel, seat, frame)


class _Places:
    """The seats of all games, their luck and where they are, by place."""

    def __init__(self, seat):
        self._model = seat
        self._seats = []
        self.decide = []
        self.luck = []
        self.marks = []
        self.own_luck, self.own_mark = _luck.hand, _marks.here
        # The place whose question is being answered.
        self.asked = None

    def seat(self, place):
        """The seat in a place, which becomes the one in hand."""
        while len(self._seats) <= place:
            seat = self._model.for_another_game()
            self._seats.append(seat)
            self.decide.append(seat.decide)
            self.luck.append(_luck.Hand())
            self.marks.append(_marks.Place())
        _luck.take(self.luck[place])
        _marks.here = self.marks[place]
        return self._seats[place]


def _answer_all(channel, places, frame, codes_of, tell_fault):
    """Answers the questions of a frame, or tells the first fault."""
    codes = []
    try:
        codes_of(places, frame, codes)
    except BaseException as error:
        tell_fault(channel, error, places.asked)
        return
    body = b"".join(codes)
    channel.write((len(body) + 1).to_bytes(LENGTH_BYTES, "little") + b"Q" + body)


def _sized_codes(places, frame, codes):
    """The codes of the answers to questions that are of one size."""
    decide, luck, marks, add = places.decide, places.luck, places.marks, codes.append
    # All questions are of one game with one number of players, so all are as long as the first.
    size = LENGTH_BYTES + int.from_bytes(frame[_HEAD : _HEAD + LENGTH_BYTES], "little")
    for ask in MANY_ASKS[size](memoryview(frame)[_HEAD:]) if len(frame) > _HEAD else ():
        places.asked = place = ask[NUMBER]
        _luck.hand = luck[place]
        _marks.here = here = marks[place]
        here.turn += 1
        add(decide[place](ask))


def _codes(places, frame, codes):
    """The same of any sizes; an answer without a code, or with a memory, is not told among others."""
    at = _HEAD
    while at < len(frame):
        view = at + _HEAD + _PLACE_BYTES
        places.asked = place = int.from_bytes(frame[at + _HEAD : view], "little")
        seat = places.seat(place)
        _marks.here.turn += 1
        code, move, kept = seat.decide_view(frame, view)
        if code is None or kept is not None:
            raise ValueError(f"choose returned {move!r}, or a memory beside it, which is not told among others")
        codes.append(code.to_bytes(_CODE_BYTES, "little"))
        at += LENGTH_BYTES + int.from_bytes(frame[at : at + LENGTH_BYTES], "little")
