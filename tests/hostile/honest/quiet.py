# Takes every card at once and does nothing else: what a hostile bot is compared with that plays like this.
from NoThanksPlayer import Player


class Hostile(Player):
    def take(self, card, state):
        return True
