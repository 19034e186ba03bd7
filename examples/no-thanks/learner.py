"""A No Thanks! bot that learns over games: how dear a card may be, tried out and kept where it pays.

It plays each game with one of several limits, remembers the mean penalty of each, and plays the best one more
and more often. It learns during the competition, so it needs one instance for all of its games.
"""

import math
import random

from NoThanksPlayer import Player


class Learner(Player):
    """Takes a card that raises its penalty by less than a limit, and learns the limit."""

    LIMITS = (0, 3, 6, 9, 12, 15, 18)
    # How much a limit that was tried seldom is preferred; in points of penalty.
    CURIOSITY = 20

    def __init__(self):
        Player.__init__(self)
        self.setName("Learner")
        self.tried = {limit: 0 for limit in self.LIMITS}
        self.mean = {limit: 0.0 for limit in self.LIMITS}
        self.limit = self.LIMITS[0]

    def startGame(self):
        untried = [limit for limit in self.LIMITS if self.tried[limit] == 0]
        self.limit = random.choice(untried) if untried else min(self.LIMITS, key=self.promise)

    def promise(self, limit):
        """The lowest mean penalty that this limit may well have."""
        return self.mean[limit] - self.CURIOSITY * math.sqrt(math.log(self.games + 1) / self.tried[limit])

    def take(self, card, state):
        return self.penaltyWhenTake(card) - self.penalty() < self.limit

    def endGame(self, state):
        self.tried[self.limit] += 1
        self.mean[self.limit] += (self.penalty() - self.mean[self.limit]) / self.tried[self.limit]
