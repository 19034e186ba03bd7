"""A Score Four bot: wins where it can, stops the other where it must, and likes the middle."""

import itertools

from croupier import score_four

STEPS = [step for step in itertools.product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]


class Blocker(score_four.Player):
    """Looks one bead ahead, for both sides."""

    def choose(self, view):
        other = "B" if view.bead == "W" else "W"
        for bead in (view.bead, other):
            for peg in view.free():
                if self.wins(view, peg, bead):
                    return peg
        return min(view.free(), key=lambda peg: (abs(peg[0] - 1.5) + abs(peg[1] - 1.5), view.pegs[peg[0]][peg[1]]))

    @staticmethod
    def wins(view, peg, bead):
        """Whether this bead on this peg makes four in a line."""
        row, column = peg
        place = (view.pegs[row][column], row, column)
        return any(Blocker.in_line(view, place, step, bead) == score_four.SIZE for step in STEPS)

    @staticmethod
    def in_line(view, place, step, bead):
        """How many beads of the colour lie on the line through a place, its own counted."""
        count = 1
        for sign in (1, -1):
            for distance in range(1, score_four.SIZE):
                level, row, column = (at + sign * distance * by for at, by in zip(place, step))
                inside = all(0 <= at < score_four.SIZE for at in (level, row, column))
                if not inside or view.board[level][row][column] != bead:
                    break
                count += 1
        return count
