"""A Hearts bot: stays under tricks, and gives its worst cards to others."""

from croupier import hearts


class Duck(hearts.Player):
    """Ducks where it can, and throws the queen of spades where it cannot follow."""

    wants_legal = True

    def choose(self, view):
        if not view.trick:
            return min(view.legal)
        follows = view.legal[0].suit == view.lead
        if not follows:
            return max(view.legal, key=lambda card: (card.points, card.rank))
        highest = max(play.card for play in view.trick if play.card.suit == view.lead)
        below = [card for card in view.legal if card < highest]
        return max(below) if below else min(view.legal)
