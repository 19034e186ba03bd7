"""Bots of No Thanks! that do one kind of work for a while whenever they are asked, and take the card."""

from NoThanksPlayer import Player


class Loops(Player):
    """Counts."""

    def take(self, card, state):
        for _ in range(300_000):
            pass
        return True


class Calls(Player):
    """Calls a function of its own."""

    def take(self, card, state):
        for number in range(60_000):
            self.cost(number)
        return True

    def cost(self, number):
        return number - self.coins


class Numbers(Player):
    """Works with floating point numbers."""

    def take(self, card, state):
        x = 1.0
        for number in range(100_000):
            x = x * 0.5 + number / 3.0
        return x > 0


class Lists(Player):
    """Makes, sorts and throws away."""

    def take(self, card, state):
        for number in range(300):
            sorted({(place * 7919 + number) % 1009: place for place in range(200)}.items())
        return True
