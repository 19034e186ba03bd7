"""A bot's own luck. Knows the module `random`, and no bot."""

import sys


def seed(value):
    """Makes the bot's own luck that of this game, so that a game played again is the same game."""
    random = sys.modules.get("random")
    if value is not None and hasattr(random, "SystemRandom"):
        random.seed(value)
