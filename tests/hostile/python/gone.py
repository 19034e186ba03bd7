# Tries:   nothing. It takes the place of a hostile bot, so that others' results beside the two can be compared: it is out
#          in its first game, too.
from NoThanksPlayer import Player


class Hostile(Player):
    def take(self, card, state):
        raise SystemExit(3)
