"""The beginners under the other name of the assignment."""

from NoThanksBeginners import CoinsDependent, CutOff14, LowerPenalty, RandomPlayer, TakeSmall

# Imported classes compete only where they are named.
__all__ = ["CoinsDependent", "CutOff14", "LowerPenalty", "RandomPlayer", "TakeSmall"]
