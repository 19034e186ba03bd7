"""The compact frames of No Thanks!, and what both forms of a view have in common: `seen`.

`seen` is the tuple that a compact ask unpacks to. Views that came as JSON are brought into the same form, so
that there is one way from a view to objects. Starts and ends that came as frames become messages, with `seen`
for the view.
"""

import json
import struct

PLAIN_ASK = ord("A")
ASK_WITH_MEMORY = ord("R")
START = ord("S")
END = ord("E")

NUMBER, SEAT, TO_MOVE, ROUND, CARD, COINS_ON_CARD, PLAYERS = range(2, 9)
# From here on: coins and set of cards of seat 0, then of seat 1, and so on.
FIRST = 9


_LAYOUTS = [struct.Struct("<IBI6B" + "BQ" * players) for players in range(2, 6)]
# How to unpack a plain ask, by the size of its whole frame; and many of the same size.
ASKS = {layout.size: layout.unpack for layout in _LAYOUTS}
MANY_ASKS = {layout.size: layout.iter_unpack for layout in _LAYOUTS}
_SIZES = {players: size for players, size in zip(range(2, 6), ASKS)}
# Where the number of players stands in a frame.
_PLAYERS_AT = 14
_SEED_BYTES = 8
# The same few bots meet again and again, in few orders. Emptied before it grows large.
_NAMES = {}
_NAMES_KEPT = 1000

ANSWER_HEAD = struct.pack("<IB", 13, ord("M"))
ANSWER_WITH_MEMORY = b"K"
PASS = struct.pack("<Q", 0)
TAKE = struct.pack("<Q", 1)


def start_from(frame):
    """The message that a start in a frame stands for: the view as in an ask, the seed, then the names as
    JSON."""
    size = _SIZES[frame[_PLAYERS_AT]]
    seen = ASKS[size](frame[:size])
    seed = int.from_bytes(frame[size : size + _SEED_BYTES], "little")
    names = names_from(frame[size + _SEED_BYTES :])
    return {"type": "start", "game": seen[NUMBER], "seat": seen[SEAT], "players": names, "seed": seed, "seen": seen}


def end_from(frame):
    """The message that an end in a frame stands for; the scores follow from its view."""
    return {"type": "end", "seen": ASKS[len(frame)](frame)}


def names_from(text):
    """Names that came as JSON, in a tuple."""
    names = _NAMES.get(text)
    if names is None:
        if len(_NAMES) >= _NAMES_KEPT:
            _NAMES.clear()
        names = _NAMES[text] = tuple(json.loads(text))
    return names


def seen_in(message):
    """The view of a message in either form; `None` where it has none."""
    seen = message.get("seen")
    return seen_from(message["view"]) if seen is None and message.get("view") else seen


def seen_from(view):
    """A view that came as JSON, as the tuple a compact ask would have unpacked to."""
    players = view["players"]
    seen = [0, 0, 0, view["seat"], view["to_move"], view["round"], view["card"] or 0, view["coins_on_card"]]
    seen.append(len(players))
    for player in players:
        held = 0
        for number in player["collection"]:
            held |= 1 << number
        seen += (player["coins"], held)
    return tuple(seen)
