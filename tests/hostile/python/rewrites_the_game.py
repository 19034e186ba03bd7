# Tries:   to win by changing what it is shown: it empties the others' cards, gives itself coins, and calls
#          the game over.
# Stopped: what a bot has is a copy of its view in its own process; the table's position is elsewhere.
# Told:    nothing, or "crashed: …".
from NoThanksPlayer import Player


class RewritesTheGame(Player):
    def take(self, card, state):
        try:
            card.number, card.coins = -100, 1000
            for player in state.players:
                player.coins = 0
                player.collection.clear()
            state.players.clear()
        except (AttributeError, TypeError):
            pass
        return True
