"""The name under which the assignment's own example imports `Player`."""

from NoThanksPlayer import Card, Deck, Player, copy
