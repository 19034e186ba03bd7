"""A Last Card bot: plays as many cards at once as it can, and keeps its aces."""

from collections import Counter

from croupier import last_card


class Shedder(last_card.Player):
    """Plays its largest set of one value, and calls last card when one more move can empty its hand."""

    def choose(self, view):
        firsts = [card for card in view.hand if view.fits(card)]
        moves = [self.with_its_likes(view.hand, first) for first in firsts]
        moves = [cards for cards in moves if not (cards[0].value == "A" and len(cards) == len(view.hand))]
        # Aces last: they go on anything, and cannot be the end.
        cards = max(moves, key=lambda cards: (cards[0].value != "A", len(cards)), default=[])
        left = [card for card in view.hand if card not in cards]
        return last_card.Move(cards, suit=self.commonest_suit(left), last_card=self.one_move_left(left))

    @staticmethod
    def with_its_likes(hand, first):
        """The card, then all others of its value."""
        return [first] + [card for card in hand if card.value == first.value and card != first]

    @staticmethod
    def commonest_suit(cards):
        """The suit to name with an ace."""
        return Counter(card.suit for card in cards).most_common(1)[0][0] if cards else None

    @staticmethod
    def one_move_left(cards):
        """Whether these cards can go in one move."""
        return 0 < len(cards) <= 4 and len({card.value for card in cards}) == 1 and cards[0].value != "A"
