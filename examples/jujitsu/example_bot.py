"""A Jujitsu bot: bids for what lies in the lot, a little more where the lot has grown."""

from croupier import jujitsu


class Bidder(jujitsu.Player):
    """Outbids the value of the newest card by one, and saves its lowest cards for the cheapest lots."""

    def choose(self, view):
        highest = view.rounds[view.round - 1]
        worth = sum(view.lot)
        if worth <= highest // 4:
            return view.hand[0]
        enough = [card for card in view.hand if card > min(worth, highest - 1)]
        # More than the other can bid is wasted.
        winning = [card for card in view.hand if card > max(view.opponent_hand)]
        return min(enough + winning) if enough + winning else view.hand[-1]
