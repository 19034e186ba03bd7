"""Five beginners of No Thanks! to try a bot against, and to start one from.

Each decides by one simple rule. They are weak: a bot should do better.
"""

import random

from NoThanksPlayer import Player


class RandomPlayer(Player):
    """Takes one card in four, whatever it is."""

    def __init__(self):
        Player.__init__(self)
        self.setName("RandomPlayer")

    def take(self, card, state):
        return random.random() < 0.25


class LowerPenalty(Player):
    """Takes what does not raise its penalty."""

    def __init__(self):
        Player.__init__(self)
        self.setName("LowerPenalty")

    def take(self, card, state):
        return self.penaltyWhenTake(card) <= self.penalty()


class CutOff14(Player):
    """Takes what raises its penalty by less than 14."""

    def __init__(self):
        Player.__init__(self)
        self.setName("CutOff14")

    def take(self, card, state):
        return self.penaltyWhenTake(card) - self.penalty() < 14


class TakeSmall(Player):
    """Takes the cards up to 10."""

    def __init__(self):
        Player.__init__(self)
        self.setName("TakeSmall")

    def take(self, card, state):
        return card.number <= 10


class CoinsDependent(Player):
    """Passes if any player has no more coins than it has. It counts itself, so it passes while it can."""

    def __init__(self):
        Player.__init__(self)
        self.setName("CoinsDependent")

    def take(self, card, state):
        for player in state.players:
            if player.coins <= self.coins:
                return False
        return True
