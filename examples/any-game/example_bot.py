"""A bot of any game: looks at nothing but the legal moves, and draws one."""

import random

from croupier import any_game


class Chancer(any_game.Player):
    """Plays whatever is legal; `view["…"]` has the fields of the game's rules page for whoever wants to play
    better."""

    def choose(self, view):
        return random.choice(view.legal)
