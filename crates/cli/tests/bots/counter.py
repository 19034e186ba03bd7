# What it plays depends on all that it was ever asked: views, seeds, ends, and how often.
import time, zlib
from croupier import no_thanks
class Counter(no_thanks.Player):
    def __init__(self):
        self.known = 1
    def learn(self, *what):
        self.known = zlib.crc32(repr(what).encode(), self.known)
    def start(self, start):
        self.learn(start.game, start.seed, start.players)
    def end(self, view, scores):
        self.learn(scores)
        print('ends', flush=True)
    def choose(self, view):
        time.sleep(0.002)
        self.learn(view.card, view.coins_on_card)
        return self.known % 3 == 0
