"""Many games at once, and the luck of each."""

import os
import random
import struct
import sys
import unittest

from cases import BotTest
from table import LANGUAGE, compact_end, compact_start, frame, plain_ask, view

OFFER = {"compact": True, "compact_games": True, "instances": "game", "groups": True}
NAMES = ["Ann", "Bob"]

LUCKY = """
import random
from NoThanksPlayer import Player
class Lucky(Player):
    def startGame(self): self.asked = 0
    def take(self, card, state):
        self.asked += 1
        return random.random() < self.asked / 10
    def endGame(self, state): print(self.asked)
"""


def placed(place, inner):
    """A frame for one place."""
    return frame(b"G" + struct.pack("<I", place) + inner)


def questions(*places):
    """The same question of several places."""
    return frame(b"Q" + b"".join(plain_ask(place, view(card=9)) for place in places))


class Groups(BotTest):
    """A bot that plays several games at the same time."""

    def group(self, source, **offers):
        return self.table(source, **{**OFFER, **offers})

    def answers(self, table):
        """The codes of the next frame of answers; a fault as it is."""
        body = table.read(int.from_bytes(table.read(4), "little"))
        return body.decode() if body[:1] == b"J" else [code for (code,) in struct.iter_unpack("<Q", body[1:])]

    def test_they_are_agreed_on_only_where_the_table_offers_them_and_no_game_remembers_another(self):
        self.assertIs(self.group(LUCKY).hello["groups"], True)
        for offers in ({"groups": False}, {"instances": "tournament"}, {"compact_games": False}, {"compact": False}):
            self.assertNotIn("groups", self.group(LUCKY, **offers).hello)

    def test_no_game_is_shown_a_card_of_another(self):
        sys.path[:0] = [LANGUAGE, os.path.join(LANGUAGE, "compat")]
        self.addCleanup(sys.path.__delitem__, slice(2))
        from croupier._compact import seen_from
        from croupier._original import OriginalSeat
        from NoThanksPlayer import Player

        model = OriginalSeat(Player, renews=True)
        seats = [model.for_another_game() for _ in range(2)]
        held = []
        for seat in (*seats, seats[0]):
            seat.start({"players": NAMES, "seat": 0, "seen": seen_from(view(players=((9, [7, 8]), (9, []))))})
            held.append(seat._player.collection)
        self.assertEqual(held[0], held[1])
        self.assertFalse({id(card) for card in held[0]} & {id(card) for card in held[1]})

    def test_each_game_goes_as_if_it_were_alone(self):
        alone = {}
        for place in range(4):
            table = self.group(LUCKY)
            table.write(placed(0, compact_start(place, view(), NAMES, 100 + place)))
            alone[place] = []
            for _ in range(6):
                table.write(questions(0))
                alone[place] += self.answers(table)
        self.assertGreater(len({str(answers) for answers in alone.values()}), 1)
        table = self.group(LUCKY)
        together = {place: [] for place in range(4)}
        for place in together:
            table.write(placed(place, compact_start(place, view(), NAMES, 100 + place)))
        for order in ([0, 1, 2, 3], [3, 1], [2, 0], [0], [0], [0, 1], [3, 2, 1], [2, 3], [1, 2, 3], [0, 1, 2, 3]):
            table.write(questions(*order))
            for place, code in zip(order, self.answers(table)):
                together[place].append(code)
        for place in together:
            table.write(placed(place, compact_end(0, view())))
        self.assertEqual(table.close(), 0)
        for place, answers in together.items():
            self.assertEqual(answers[:6], alone[place][: len(answers)])
        self.assertEqual(table.prints().split(), [str(len(answers)) for answers in together.values()])

    def test_a_place_is_used_again_for_a_new_instance(self):
        table = self.group(LUCKY)
        heard = []
        for _ in range(2):
            table.write(placed(7, compact_start(1, view(), NAMES, 5)) + questions(7, 7, 7))
            heard.append(self.answers(table))
            table.write(placed(7, compact_end(1, view())))
        self.assertEqual(heard[0], heard[1])
        table.write(questions())
        self.assertEqual(self.answers(table), [])
        self.assertEqual(table.prints().split(), ["3", "3"])

    def test_a_fault_is_told_in_place_of_the_answers(self):
        table = self.group(LUCKY.replace("self.asked / 10", "1 / (self.asked - 2)"))
        for place in (0, 1):
            table.write(placed(place, compact_start(1, view(), NAMES, 5)))
        table.write(questions(0, 1))
        self.assertEqual(len(self.answers(table)), 2)
        table.write(questions(0, 1))
        self.assertIn("ZeroDivisionError", self.answers(table))


class Apart(BotTest):
    """Whose games can be played at once."""

    HEAD = "from NoThanksPlayer import Player\n"
    APART = (
        "import random\nLOWEST = 3\nWEIGHTS = (1, 2)\nclass Mine(Player):\n    def take(self, card, state): return True",
        "from random import choice\nclass Mine(Player):\n    def __init__(self):\n        super().__init__()\n"
        "        self.seen = {}\n    def take(self, card, state):\n        self.seen[card.number] = 1\n"
        "        card.coins = 0\n        return choice((True, False))",
        "import sys\ndef low(card, limit=10): return card.number < limit\nclass Mine(Player):\n"
        "    def take(self, card, state):\n        print(card, file=sys.stderr)\n        return low(card)",
    )
    TOGETHER = (
        "SEEN = []\nclass Mine(Player):\n    pass",
        "class Mine(Player):\n    seen = {}",
        "class Mine(Player):\n    def take(self, card, state, seen=[]): return seen",
        "class Mine(Player):\n    count = 0\n    def take(self, card, state): Mine.count += 1",
        "class Mine(Player):\n    def take(self, card, state): type(self).count = 1",
        "class Mine(Player):\n    def take(self, card, state): self.__class__.count = 1",
        "class Mine(Player):\n    @classmethod\n    def keep(cls): cls.count = 1",
        "n = 0\nclass Mine(Player):\n    def take(self, card, state):\n        global n\n        n += 1",
        "import os\nclass Mine(Player):\n    pass",
        "import threading\nclass Mine(Player):\n    pass",
        "import itertools\nCOUNT = itertools.count()\nclass Mine(Player):\n    pass",
        "class Mine(Player):\n    def take(self, card, state): open('kept', 'a')",
        "from functools import lru_cache\n@lru_cache\ndef f(n): return n\nclass Mine(Player):\n    pass",
        "import random\nOWN = random.Random(4)\nclass Mine(Player):\n    pass",
        "import random\nclass Mine(Player):\n    def take(self, card, state): random.kept = 1",
        "import helper\nclass Mine(Player):\n    pass",
    )

    def test_whoever_keeps_nothing_outside_an_instance(self):
        for source in self.APART:
            self.assertIs(self.table(self.HEAD + source, **OFFER).hello.get("groups"), True, source)

    def test_and_nobody_else(self):
        for source in self.TOGETHER:
            hello = self.table(self.HEAD + source, files={"helper.py": "KEPT = []"}, **OFFER).hello
            self.assertEqual(hello["type"], "hello", source)
            self.assertNotIn("groups", hello, source)


class Stateless(BotTest):
    """Who plays many games at once as one instance that lives through the tournament."""

    HEAD = Apart.HEAD
    LIVES = {**OFFER, "instances": "tournament"}
    NOTHING = (
        "class Mine(Player):\n    def take(self, card, state): return card.number < 9",
        "import random\nLIMITS = (3, 9)\nclass Mine(Player):\n    weight = 4\n    def __init__(self, n=0):\n"
        "        super().__init__()\n        self.setName('Me')\n        self.limit, self.all = n, (1, (2, 'x'))\n"
        "    def take(self, card, state):\n        seen = {}\n        for player in state.players:\n"
        "            seen[player.name] = len(player.collection)\n        self.collection.append(card)\n"
        "        return random.random() < self.limit + self.low(seen)\n    def low(self, seen): return min(seen.values())",
        "from helper import low\nclass Mine(Player):\n    def take(self, card, state): return low(card)",
        "from math import sqrt\nclass Seen:\n    def __init__(self, n): self.n = n\n"
        "class Mine(Player):\n    def take(self, card, state): return sqrt(Seen(card.number).n) < 3",
    )
    SOMETHING = Apart.TOGETHER + (
        "class Mine(Player):\n    def take(self, card, state): self.last = card.number",
        "class Mine(Player):\n    def startGame(self): self.turn = 0",
        "class Mine(Player):\n    def take(self, card, state):\n        me = self\n        me.last = 1",
        "class Mine(Player):\n    last = 0\n    def take(self, card, state): self.last += 1",
        "class Mine(Player):\n    def take(self, card, state):\n        for self.last in (1, 2): pass",
        "class Mine(Player):\n    def __init__(self):\n        super().__init__()\n        self.seen = []\n"
        "    def take(self, card, state): self.seen.append(1)",
        "class Mine(Player):\n    def __init__(self, n=0): self.n = n\n"
        "    def take(self, card, state): self.__init__(self.n + 1)",
        "class Mine(Player):\n    def take(self, card, state): self.setName('Another')",
        "class Mine(Player):\n    def take(self, card, state): return self.games > 5",
        "class Mine(Player):\n    def take(self, card, state): return self.totalpenalty > 5",
        "class Mine(Player):\n    def take(self, card, state): return self.score() > 5",
        "class Mine(Player):\n    def take(self, card, state): return getattr(self, 'ga' + 'mes') > 5",
        "class Mine(Player):\n    def take(self, card, state): card.coins = 0",
        "class Mine(Player):\n    def take(self, card, state): print(card)",
        "import time\nclass Mine(Player):\n    def take(self, card, state): return time.time() > 0",
        "import random\nclass Mine(Player):\n    def __init__(self):\n        super().__init__()\n"
        "        self.limit = random.randint(3, 35)",
        "import random\nLIMIT = random.randint(3, 35)\nclass Mine(Player):\n    pass",
        "from functools import cached_property\nclass Mine(Player):\n    @cached_property\n    def one(self): return 1",
        "class Mine(Player):\n    def take(self, card, state): self.take.__func__.kept = 1",
        "class Mine(Player):\n    def take(self, card, state): state._table[1].kept = 1",
    )
    FILES = {"helper.py": "def low(card, least=(9, 10)):\n    return card.number < least[0]\n"}
    KEEPS = {"helper.py": "KEPT = []"}

    def test_whoever_keeps_nothing_from_one_question_to_the_next(self):
        for source in self.NOTHING:
            hello = self.table(self.HEAD + source, files=self.FILES, **self.LIVES).hello
            self.assertIs(hello.get("groups"), True, source)
            listed = self.listing("bot.py", files={"bot.py": self.HEAD + source, **self.FILES})
            self.assertEqual(listed.get("stateless"), ["Mine"], source)

    def test_and_nobody_else(self):
        for source in self.SOMETHING:
            hello = self.table(self.HEAD + source, files=self.KEEPS, **self.LIVES).hello
            self.assertEqual(hello["type"], "hello", source)
            self.assertNotIn("groups", hello, source)

    def test_a_list_says_it_of_the_code_and_runs_nothing_more_than_the_file(self):
        kept = "class Mine(Player):\n    def startGame(self): self.turn = 0"
        self.assertNotIn("stateless", self.listing("bot.py", files={"bot.py": self.HEAD + kept}))
        quits = "class Mine(Player):\n    def __init__(self): raise SystemExit(4)"
        self.assertEqual(self.listing("bot.py", files={"bot.py": self.HEAD + quits})["stateless"], ["Mine"])
        typed = "from croupier.hearts import Player\nclass {0}(Player):\n    def choose(self, view): pass\n{1}"
        told = typed.format("Told", "    def notice(self, seat, move): pass\n")
        listed = self.listing("bot.py", files={"bot.py": typed.format("Mine", "") + told})
        self.assertEqual((listed["classes"], listed["stateless"]), (["Mine", "Told"], ["Mine"]))

    def test_one_instance_finds_in_every_game_what_is_of_that_game(self):
        source = self.HEAD + (
            "import random\nclass Mine(Player):\n    def take(self, card, state):\n"
            "        if self.name != state.players[0].name: raise ValueError(self.name)\n"
            "        return self.coins + len(self.collection) + self.penalty() > 4 + 9 * random.random()"
        )
        views = [view(card=9, players=((coins, cards), (5, []))) for coins, cards in ((3, []), (9, [4]), (1, [7, 8]))]
        alone = []
        for place, seen in enumerate(views):
            table = self.table(source, **{**self.LIVES, "groups": False})
            table.write(compact_start(place, seen, [f"Ann {place}", "Bob"], 100 + place))
            table.write(plain_ask(0, seen) * 8)
            alone.append([int.from_bytes(table.read(17)[9:], "little") for _ in range(8)])
        self.assertGreater(len({str(answers) for answers in alone}), 1)
        table = self.group(source)
        for place, seen in enumerate(views):
            table.write(placed(place, compact_start(place, seen, [f"Ann {place}", "Bob"], 100 + place)))
        asks = b"".join(plain_ask(place, seen) for _ in range(8) for place, seen in enumerate(views))
        table.write(frame(b"Q" + asks))
        self.assertEqual(self.answers(table), [code for codes in zip(*alone) for code in codes])
        table.write(placed(0, compact_end(0, views[0])))
        self.assertEqual(table.close(), 0)

    def group(self, source):
        return self.table(source, **self.LIVES)

    answers = Groups.answers


class Luck(BotTest):
    """The module `random` as bots see it."""

    DRAWS = """
def draws(random):
    numbers = list(range(20))
    random.shuffle(numbers)
    first = [random.random(), random.randint(1, 6), random.gauss(0, 1), random.choice('abc'), numbers]
    state = random.getstate()
    second = [random.sample(range(99), 5), random.choices('ab', k=3), random.getrandbits(70), random.gauss(0, 1)]
    random.setstate(state)
    third = [random.uniform(1, 2), random.triangular(), random.expovariate(1), random.betavariate(1, 2)]
    random.seed('again')
    return repr([first, second, third, random.randrange(1000), random.normalvariate(0, 1)])
"""
    BOT = DRAWS + """
import random
from random import random as draw, shuffle
from NoThanksPlayer import Player
class Mine(Player):
    def startGame(self): print(draws(random))
    def endGame(self, state): print(draw(), isinstance(random._inst, random.Random), random.__spec__.loader.__class__)
"""

    def test_every_function_draws_what_the_seed_of_the_game_says(self):
        space = {}
        exec(self.DRAWS, space)
        for table in self.tables(self.BOT):
            for seed in (1, 2**53 - 1):
                table.start(seed=seed, view=view())
                table.decide(view(card=9))
            self.assertEqual(
                table.prints().split("\n")[:2], [space["draws"](random.Random(seed)) for seed in (1, 2**53 - 1)]
            )

    def test_it_is_seeded_at_the_start_of_each_game_even_where_it_was_drawn_from_before(self):
        for table in self.tables(self.BOT.replace("print(draws(random))", "pass")):
            for _ in range(2):
                table.start(seed=9, view=view())
                table.end(view())
            self.assertEqual(table.close(), 0)
            lines = table.prints().splitlines()
            self.assertEqual(lines[0], lines[1])
            self.assertTrue(lines[0].startswith(f"{random.Random(9).random()} True "), lines)
            self.assertIn("SourceFileLoader", lines[0])


if __name__ == "__main__":
    unittest.main()
