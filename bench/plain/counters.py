"""Players of No Thanks! that count cards: a decision looks at everyone's cards and at what may still come.

They compute about as much as the players of a course do, keep nothing between two games, and are what `bench
hosts` measures beside the five beginners, who hardly compute at all.
"""

from NoThanksPlayer import Player


class Counter(Player):
    """Takes a card where it costs little, and more readily the more cards are out that would make a run of
    it."""

    limit = 9
    weight = 10

    def take(self, card, state):
        known = {card.number}
        for player in state.players:
            known.update(held.number for held in player.collection)
        out = [number for number in range(3, 36) if number not in known]
        cost = self.penaltyWhenTake(card) - self.penalty()
        return cost - self.hope(card.number, out) + self.fear(card, state, out) <= self.limit

    def hope(self, number, out):
        """What cards that are out would take off the price of this one, weighed by how near they are."""
        held = {held.number for held in self.collection}
        saved = 0.0
        for other in out:
            apart = abs(other - number)
            if apart == 1:
                saved += number / self.weight
            elif apart == 2 and (other + number) // 2 in held:
                saved += number / self.weight / 2
        return saved

    def fear(self, card, state, out):
        """What others would gain by this card, who may not let it come round again."""
        eager = 0
        for player in state.players[1:]:
            held = {held.number for held in player.collection}
            near = card.number - 1 in held or card.number + 1 in held
            eager += near + (player.coins == 0)
        return -eager if card.coins * len(out) > card.number else eager / 2


class Bold(Counter):
    """Takes dearer cards."""

    limit = 13


class Careful(Counter):
    """Takes cheaper cards."""

    limit = 6


class Hopeful(Counter):
    """Counts on runs."""

    weight = 5


class Doubtful(Counter):
    """Does not count on them."""

    weight = 30
