//! A bot whose source can be told from others': for tests that look for copies.

/// A bot long enough to be told from others.
pub(crate) const BOT: &str = "from croupier import no_thanks
class Plain(no_thanks.Player):
    def __init__(self):
        self.limit = 12
    def choose(self, view):
        cost = view.card - view.coins_on_card
        for other in view.players:
            if other.coins > 20 and cost > 30 and not view.me.coins == 0:
                return False
        total = sum(card for card in view.me.collection if card > 20)
        if total > 100 and cost < self.limit + 5:
            return True
        return view.me.coins == 0 or cost < self.limit
";
