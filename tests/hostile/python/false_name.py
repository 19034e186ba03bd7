# Tries:   to be taken for a player of the house.
# Stopped: `house:` is the house's, and names are made unique (crates/arena/src/naming/mod.rs).
# Told:    nothing: it plays under another name, which is none of the house's.
from NoThanksPlayer import Player


class FalseName(Player):
    def take(self, card, state):
        return True


globals()["house:CutOff14"] = FalseName
__all__ = ["house:CutOff14"]
