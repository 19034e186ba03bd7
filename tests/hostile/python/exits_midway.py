# Tries:   to leave in the middle of a game, and to leave no word: the process is gone between two questions.
# Stopped: a bot that ended is started again as often as the plan allows, then it is out
#          (crates/hosts/src/life/endings.rs).
# Told:    "crashed: exit code 0".
import os

from NoThanksPlayer import Player


class ExitsMidway(Player):
    turns = 0

    def take(self, card, state):
        ExitsMidway.turns += 1
        if ExitsMidway.turns > 5:
            os._exit(0)
        return True
