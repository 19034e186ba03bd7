# Tries:   to drown everybody in entrants: one file with sixty thousand classes.
# Stopped: so many of a file play and no more (crates/arena/src/naming/mod.rs).
# Told:    "at most 64 of a file play", or "does not load".
from NoThanksPlayer import Player

for number in range(60_000):
    globals()[f"Many{number}"] = type(f"Many{number}", (Player,), {"__module__": __name__})
