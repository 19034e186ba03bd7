# Tries:   to know the next card: it makes every usual shuffle of its own luck, of the game's number and of
#          small seeds, keeps those that fit what it saw, and guesses by them.
# Stopped: its luck is a hash of a secret of 256 bits, one way (docs/decisions/015-luck.md).
# Told:    nothing; its log says "kept out".
import random

from croupier import no_thanks


class Foretells(no_thanks.Player):
    def start(self, start):
        seeds = [start.seed, start.seat, *range(300)]
        self.guesses = []
        for seed in seeds:
            for mixed in (seed, seed ^ 0x9E3779B97F4A7C15, -seed):
                cards = list(range(3, 36))
                random.Random(mixed).shuffle(cards)
                self.guesses += [cards, cards[::-1], cards[9:]]
        self.seen = []

    def choose(self, view):
        if view.card and view.card not in self.seen:
            self.seen.append(view.card)
        return True

    def end(self, view, scores):
        # One guess in 33 is right by luck, so eight cards in a row are not.
        fit = len(self.seen) >= 8 and any(guess[: len(self.seen)] == self.seen for guess in self.guesses)
        print("GOT IN: it knew the deal" if fit else "kept out", flush=True)
