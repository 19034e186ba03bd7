"""The plain engine inside the component: what Python costs in there, with no table and no calls from outside.

It is a bot only so that it can be loaded. It plays its games as it is made, and its name says how many
decisions they had.
"""

import random

import plain_engine
from NoThanksPlayer import Player

GAMES = 1500


class InsideEngine(Player):
    """Plays whole games by itself."""

    def __init__(self):
        Player.__init__(self)
        plain_engine.stand_in()
        import beginners

        random.seed(1)
        bots = plain_engine.bots_of(vars(beginners))
        self.setName(str(plain_engine.competition(bots, GAMES, None)[1]))
