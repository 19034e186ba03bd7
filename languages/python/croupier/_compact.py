"""The compact ask and answer of No Thanks!, and what both forms of a view have in common: `seen`.

`seen` is the tuple that a compact ask unpacks to. Views that came as JSON are brought into the same form, so that there
is one way from a view to objects.
"""

import struct

NUMBER, SEAT, TO_MOVE, ROUND, CARD, COINS_ON_CARD, PLAYERS = range(2, 9)
# From here on: coins and set of cards of seat 0, then of seat 1, and so on.
FIRST = 9


def _unpack(players):
    layout = struct.Struct("<IBI6B" + "BQ" * players)
    return layout.size, layout.unpack


# How to unpack a plain ask, by the size of its whole frame.
ASKS = dict(_unpack(players) for players in range(2, 6))

ANSWER_HEAD = struct.pack("<IB", 13, ord("M"))
PASS = struct.pack("<Q", 0)
TAKE = struct.pack("<Q", 1)


def seen_from(view):
    """A view that came as JSON, as the tuple a compact ask would have unpacked to."""
    players = view["players"]
    seen = [0, 0, 0, view["seat"], view["to_move"], view["round"], view["card"] or 0, view["coins_on_card"], len(players)]
    for player in players:
        held = 0
        for number in player["collection"]:
            held |= 1 << number
        seen += (player["coins"], held)
    return tuple(seen)
