"""One instance in many games: what it is shown at every question, though the objects are the same ones."""

import struct

from cases import BotTest
from table import compact_end, compact_start, frame, plain_ask, view
from test_groups import NAMES, OFFER, placed

LIVES = {**OFFER, "instances": "tournament"}

HEAD = """
import copy, random
from NoThanksPlayer import Player
class Mine(Player):
"""
HELD = ((3, []), (9, [4]), (1, [7, 8]))
VIEWS = [
    view(card=9, coins_on_card=coins, players=((coins, cards), (5, [20, 21, 35]))) for coins, cards in HELD
]


class Shown(BotTest):
    """Several games of a player that keeps nothing."""

    def answers(self, methods, grouped, times=4, views=VIEWS):
        """What it answers so many times in each of these games, at once or one after the other; or a
        fault."""
        table = self.table(HEAD + methods, **{**LIVES, "groups": grouped})
        self.assertEqual("groups" in table.hello, grouped)
        starts = [compact_start(place, seen, NAMES, 100 + place) for place, seen in enumerate(views)]
        if not grouped:
            said = []
            for start, seen in zip(starts, views):
                table.write(start + plain_ask(0, seen) * times + compact_end(0, seen))
                said.append([int.from_bytes(table.read(17)[9:], "little") for _ in range(times)])
            return said
        for place, start in enumerate(starts):
            table.write(placed(place, start))
        asks = [plain_ask(place, seen) for place, seen in enumerate(views)]
        table.write(frame(b"Q" + b"".join(asks * times)))
        body = table.read(int.from_bytes(table.read(4), "little"))
        if body[:1] == b"J":
            return body.decode()
        codes = [code for (code,) in struct.iter_unpack("<Q", body[1:])]
        for place, seen in enumerate(views):
            table.write(placed(place, compact_end(0, seen)))
        self.assertEqual(table.close(), 0)
        return [codes[place :: len(views)] for place in range(len(views))]

    def test_what_it_does_to_its_lists_is_gone_at_the_next_question(self):
        spoils = (
            "    def take(self, card, state):\n"
            "        seen = [(p.name, p.coins, [c.number for c in p.collection]) for p in state.players]\n"
            "        for player in state.players: player.collection.append(card)\n"
            "        state.players.pop()\n"
            "        self.collection.clear()\n"
            "        if seen[0][1:] not in ((3, []), (9, [4]), (1, [7, 8])) or seen[1:] != [('Bob', 5, [20, 21, 35])]:\n"
            "            raise ValueError(seen)\n"
            "        return seen[0][1] > 2"
        )
        self.assertEqual(self.answers(spoils, True), [[1] * 4, [1] * 4, [0] * 4])

    def test_players_are_seen_by_whoever_looks_at_times(self):
        looks = (
            "    def take(self, card, state):\n"
            "        if random.random() < 0.5: return card.coins > 0\n"
            "        return len(state.players[0].collection) < len(state.players[1].collection) and state.round > 0"
        )
        self.assertEqual(self.answers(looks, True, 20), self.answers(looks, False, 20))

    def test_a_copy_of_what_it_sees_is_its_own(self):
        # One that is not deep has the same players.
        for how, more in (("copy", 1), ("deepcopy", 0)):
            copies = (
                "    def take(self, card, state):\n"
                f"        mine, own = copy.{how}(state), len(self.collection)\n"
                "        mine.players[0].collection.append(card)\n"
                "        seen = [len(one.players[0].collection) - own for one in (mine, state, mine)]\n"
                f"        if seen != [1, {more}, 1]: raise ValueError(seen)\n"
                "        return True"
            )
            self.assertEqual(self.answers(copies, True), [[1] * 4] * 3, how)

    def test_starts_and_ends_are_called_where_they_are_written(self):
        lucky = (
            "    def startGame(self): random.random()\n"
            "    def take(self, card, state): return random.random() < 0.5"
        )
        unlucky = lucky.replace("random.random()\n", "pass\n")
        self.assertEqual(self.answers(lucky, True, 20), self.answers(lucky, False, 20))
        self.assertNotEqual(self.answers(lucky, True, 20), self.answers(unlucky, True, 20))
        ends = "    def endGame(self, state): raise ValueError(len(state.players))"
        table = self.table(HEAD + ends, **LIVES)
        table.write(placed(0, compact_start(1, VIEWS[0], NAMES, 5)) + placed(0, compact_end(0, VIEWS[0])))
        self.assertIn(b"ValueError: 2", table.read(int.from_bytes(table.read(4), "little")))
