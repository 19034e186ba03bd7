"""Says which game and turn a print belongs to: a line before the first print of each. Knows no bot and no
game.

The table cannot know: what it tells a bot rides with its next question, and questions of many games come in
one message.
"""

import io
import sys


class Place:
    """Where a bot is in one game."""

    __slots__ = ("game", "turn", "over")

    def __init__(self):
        self.game, self.turn, self.over = None, 0, False

    def begin(self, game):
        """Another game begins."""
        self.game, self.turn, self.over = game, 0, False

    def __str__(self):
        if self.over:
            return f"game {self.game}, at its end"
        if self.turn == 0:
            return f"game {self.game}, before its first turn"
        return f"game {self.game}, its turn {self.turn}"


here = Place()
"""Where the bot is that is called now."""


class _Marked(io.TextIOWrapper):
    """An output that says before a print where it comes from, if the print before it came from elsewhere."""

    def __init__(self, buffer):
        super().__init__(buffer, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        self._said = None
        self._in_a_line = False

    def write(self, text):
        if text and here.game is not None:
            place = str(here)
            if place != self._said:
                self._said = place
                super().write(f"\n[{place}]\n" if self._in_a_line else f"[{place}]\n")
        if text:
            self._in_a_line = text[-1] != "\n"
        return super().write(text)


def mark():
    """Marks both outputs from now on."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None:
            marked = _Marked(stream.detach())
            setattr(sys, name, marked)
            setattr(sys, f"__{name}__", marked)
