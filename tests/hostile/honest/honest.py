# Tries:   to win. It prints what it thinks, as beginners do, and must come to no harm by it.
from NoThanksPlayer import Player


class Honest(Player):
    def take(self, card, state):
        for line in range(20):
            print("thinking about", card.number, "for the", line, "th time")
        return card.number < 12
