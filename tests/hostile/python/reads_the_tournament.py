# Tries:   to read the plan, the record, the logs and the other bots, beside itself, above itself and wherever
#          a walk finds them.
# Stopped: it sees a copy of its own files and nothing else (crates/hosts/src/bot_files).
# Told:    nothing; its log says "kept out".
import os

from NoThanksPlayer import Player

WANTED = ("plan.toml", "record.croupier", "record.journal", "honest.py", "overall-stats.log")


def found():
    above = ["/".join([".."] * depth) or "." for depth in range(8)]
    names = [*WANTED, *("logs/" + name for name in WANTED)]
    places = [os.path.join(folder, name) for folder in above for name in names]
    own = os.path.dirname(os.path.abspath(__file__))
    for folder in (own, os.getcwd(), "/tmp", "/home", "/srv", "/root", "/var/tmp", "/run"):
        for depth, (at, _, files) in enumerate(os.walk(folder)):
            places += [os.path.join(at, file) for file in files if file in WANTED]
            if depth > 300:
                break
    for place in places:
        try:
            if open(place, "rb").read(1):
                yield place
        except OSError:
            pass


class ReadsTheTournament(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
