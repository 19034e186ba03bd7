# An honest bot that thinks: a good part of its limit, in processor time, for every move.
import time

from NoThanksPlayer import Player

THINKS = 0.02


class Thinker(Player):
    def take(self, card, state):
        end = time.process_time() + THINKS
        while time.process_time() < end:
            pass
        return True
