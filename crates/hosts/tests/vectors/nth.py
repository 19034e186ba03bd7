"""Bots that go through the legal moves of a position, one with each question, as their kit shows them; and
one that answers with the view itself."""

from croupier import any_game, hearts, jujitsu, last_card, no_thanks, score_four


class Nth:
    wants_legal = True

    def start(self, start):
        self.asked = -1

    def choose(self, view):
        self.asked += 1
        return view.legal[self.asked]


class Hearts(Nth, hearts.Player):
    pass


class Jujitsu(Nth, jujitsu.Player):
    pass


class LastCard(Nth, last_card.Player):
    pass


class NoThanks(Nth, no_thanks.Player):
    pass


class ScoreFour(Nth, score_four.Player):
    pass


class AnyGame(Nth, any_game.Player):
    pass


class Mirror(any_game.Player):
    def choose(self, view):
        return view.shown
