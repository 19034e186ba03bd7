"""A No Thanks! bot with typed views: takes what is cheap, and waits for coins on what only it wants."""

from croupier import no_thanks


class Collector(no_thanks.Player):
    """Pays for cards that fit, and lets a card go round while others are unlikely to take it."""

    def choose(self, view):
        cost = view.penalty_when_taken() - view.penalty()
        if view.me.coins <= 2:
            return cost < 18
        if cost <= 0:
            # Free for me alone: every round of the table brings coins, until somebody has too few of them.
            poorest = min(seat.coins for seat in view.players)
            return poorest <= 1 or view.coins_on_card >= len(view.players) or self.others_want(view)
        return cost < 9

    @staticmethod
    def others_want(view):
        """Whether the card continues a row of another player."""
        neighbours = {view.card - 1, view.card + 1}
        others = [seat for at, seat in enumerate(view.players) if at != view.seat]
        return any(neighbours & set(seat.collection) for seat in others)
