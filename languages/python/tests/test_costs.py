"""What cards cost together, for any set of them."""

import os
import random
import sys
import unittest

from table import LANGUAGE

sys.path.insert(0, os.path.join(LANGUAGE, "compat"))

from NoThanksGame import Card  # noqa: E402
from NoThanksPlayer import Player  # noqa: E402


class Costs(unittest.TestCase):
    """A player's penalty by the rules page: cards whose lower neighbour is missing count, coins are taken
    off."""

    def test_a_penalty_is_what_the_rules_say_for_any_cards(self):
        luck = random.Random(5)
        for _ in range(3000):
            numbers = luck.sample(range(3, 36), luck.randrange(1, 25))
            by_rule = sum(number for number in numbers if number - 1 not in numbers)
            *held, last = numbers
            player = Player()
            player.coins = 4
            player._croupier_held = sum(1 << number for number in held)
            self.assertEqual(player.penaltyWhenTake(Card(last, coins=2)), by_rule - 6, numbers)
            player._croupier_held |= 1 << last
            self.assertEqual(player.penalty(), by_rule - 4, numbers)
            self.assertEqual(player.penalty([Card(number) for number in numbers], 4), by_rule - 4, numbers)

    def test_cards_that_no_deck_has_cost_something_too(self):
        player = Player()
        player._croupier_held = 1 << 35
        self.assertEqual(player.penaltyWhenTake(Card(36)), 35 - 11)
        self.assertEqual(player.penaltyWhenTake(Card(60)), 95 - 11)


if __name__ == "__main__":
    unittest.main()
