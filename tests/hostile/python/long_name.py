# Tries:   to end the tournament by its name, which is longer than a file's can be.
# Stopped: names are cut, cleaned and made unique by us (crates/arena/src/naming/mod.rs).
# Told:    nothing.
from NoThanksPlayer import Player

NAME = "LongName" + "e" * 5000
globals()[NAME] = type(NAME, (Player,), {"__module__": __name__, "take": lambda self, card, state: True})
