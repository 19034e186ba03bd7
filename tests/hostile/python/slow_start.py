# Tries:   to hold up a game's beginning and its end, where nobody asks for anything: it sleeps in both for an
#          hour.
# Stopped: by the limit of the first question, which is on its way behind the start, and by the limit of
#          leaving.
# Told:    "late: thought for …; 0.05 s are allowed".
import time

from NoThanksPlayer import Player


class SlowStart(Player):
    def startGame(self):
        time.sleep(3600)

    def endGame(self, *state):
        time.sleep(3600)
