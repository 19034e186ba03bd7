"""Score Four with typed views: four beads in a line, on sixteen pegs.

    from croupier import score_four

    class First(score_four.Player):
        def choose(self, view):
            return view.free()[0]
"""

from __future__ import annotations

import struct

from croupier import player

SIZE = 4
_HEAD = struct.Struct("<4BI2Q")
# The signs of four pegs in a row, by the beads of White among them and those of Black four bits higher.
_ROWS = tuple("".join(".WBB"[(beads >> n & 1) + 2 * (beads >> n + 4 & 1)] for n in range(SIZE)) for beads in range(256))


class View(player.View):
    """The board, as everyone sees it."""

    def __init__(self, shown: dict) -> None:
        self.seat: int = shown["seat"]
        self.colour: str = shown["colour"]
        """Yours: `"white"` in seat 0, `"black"` in seat 1."""
        self.to_move: int | None = shown["to_move"]
        """The seat that moves now; `None` once the game is over."""
        self.winner: int | None = shown["winner"]
        """The seat that has won; `None` while the game goes on, and after a draw."""
        self.board: list[list[str]] = [list(level) for level in shown["board"]]
        """`board[level][row][column]` is `"W"`, `"B"`, or `"."` for none; level 0 is the bottom."""
        self.pegs: list[list[int]] = [list(row) for row in shown["pegs"]]
        """The number of beads on each peg, `pegs[row][column]`."""
        last = shown["last"]
        self.last: tuple[int, int] | None = None if last is None else (last["row"], last["column"])
        """Row and column of the last bead; `None` before the first."""
        self.retries_left: int = shown["retries_left"]
        """Invalid answers in a row that can still be given; the last of them loses."""

    @classmethod
    def unpack(cls, data: bytes, at: int) -> View:
        """The view that begins here in a compact frame."""
        # In the order in which the other way sets them, since a view prints so.
        view = object.__new__(cls)
        view.seat, to_move, winner, last, retries, white, black = _HEAD.unpack_from(data, at)
        view.colour = "black" if view.seat else "white"
        view.to_move = None if to_move == player.NOBODY else to_move
        view.winner = None if winner == player.NOBODY else winner
        rows = [_ROWS[white >> n & 15 | (black >> n & 15) << 4] for n in range(0, 64, SIZE)]
        view.board = [rows[n : n + SIZE] for n in range(0, SIZE * SIZE, SIZE)]
        both = white | black
        counts = [sum(both >> peg + 16 * level & 1 for level in range(SIZE)) for peg in range(SIZE * SIZE)]
        view.pegs = [counts[n : n + SIZE] for n in range(0, SIZE * SIZE, SIZE)]
        view.last = None if last == player.NOBODY else divmod(last, SIZE)
        view.retries_left = retries
        return view

    @property
    def bead(self) -> str:
        """Your sign on the board, `"W"` or `"B"`."""
        return self.colour[0].upper()

    def free(self) -> list[tuple[int, int]]:
        """Row and column of the pegs that are not full."""
        squares = range(SIZE)
        return [(row, column) for row in squares for column in squares if self.pegs[row][column] < SIZE]


class Player(player.Player):
    """A Score Four bot. `choose` returns the row and the column of a peg."""

    game = "score-four"

    @staticmethod
    def read_view(shown: dict) -> View:
        return View(shown)

    @staticmethod
    def read_move(shown: dict) -> tuple[int, int]:
        return shown["row"], shown["column"]

    @staticmethod
    def write_move(move) -> dict:
        try:
            row, column = move
            return {"row": _whole(row), "column": _whole(column)}
        except (TypeError, ValueError):
            form = "a move is the row and the column of a peg, like (0, 3)"
            raise ValueError(f"choose returned {player.told(move)}; {form}") from None

    unpack = View.unpack

    @staticmethod
    def code_of(move: dict) -> int | None:
        row, column = move["row"], move["column"]
        return SIZE * row + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def _whole(value) -> int:
    number = player.whole(value)
    if number is None:
        raise ValueError
    return number
