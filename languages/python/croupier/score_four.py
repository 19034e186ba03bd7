"""Score Four with typed views: four beads in a line, on sixteen pegs.

    from croupier import score_four

    class First(score_four.Player):
        def choose(self, view):
            return view.free()[0]
"""

from __future__ import annotations

from croupier import player

SIZE = 4


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
            raise ValueError(f"choose returned {move!r}; {form}") from None


def _whole(value) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    raise ValueError
