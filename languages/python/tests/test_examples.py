"""The bots, the kit and the plain engine that come with Croupier."""

import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import unittest

from cases import BotTest, example_view
from table import EXAMPLES, LANGUAGE, REPOSITORY, Table, view

BEGINNERS = os.path.join(EXAMPLES, "no-thanks", "beginners.py")
LEARNER = os.path.join(EXAMPLES, "no-thanks", "learner.py")
# Of a million games.
ORIGINAL_MEANS = {
    "CutOff14": 43.70,
    "LowerPenalty": 43.72,
    "TakeSmall": 44.78,
    "CoinsDependent": 44.98,
    "RandomPlayer": 76.53,
}
KIT = os.path.join(LANGUAGE, "compat")


class Beginners(BotTest):
    """What each of the five decides."""

    def decides(self, name, **seen):
        """Whether a beginner takes."""
        table = self.cleaned(Table(BEGINNERS, "--class", name, compact=True))
        self.assertEqual(table.hello["name"], name)
        table.start()
        return table.decide(view(**seen))

    def test_the_example_file_and_the_module_are_the_same(self):
        texts = []
        for path in (BEGINNERS, os.path.join(KIT, "NoThanksBeginners.py")):
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
        self.assertEqual(texts[0], texts[1])

    def test_lower_penalty_takes_what_does_not_raise_its_penalty(self):
        self.assertIs(self.decides("LowerPenalty", card=20, coins_on_card=20), True)
        self.assertIs(self.decides("LowerPenalty", card=20, coins_on_card=19), False)
        self.assertIs(self.decides("LowerPenalty", card=20, players=((11, [19]), (11, []))), True)

    def test_cut_off_14_takes_below_14(self):
        self.assertIs(self.decides("CutOff14", card=14, coins_on_card=1), True)
        self.assertIs(self.decides("CutOff14", card=14), False)

    def test_take_small_takes_up_to_10(self):
        self.assertIs(self.decides("TakeSmall", card=10), True)
        self.assertIs(self.decides("TakeSmall", card=11), False)

    def test_coins_dependent_passes_since_it_counts_itself(self):
        self.assertIs(self.decides("CoinsDependent", card=3, coins_on_card=30, players=((1, []), (33, []))), False)

    def test_random_player_takes_about_one_time_in_four(self):
        table = self.cleaned(Table(BEGINNERS, "--class", "RandomPlayer", compact=True))
        table.start(seed=1)
        taken = sum(table.decide(view()) for _ in range(4000))
        # 1,000 expected; five standard deviations are 137.
        self.assertLess(abs(taken - 1000), 137)


class Learning(BotTest):
    """A bot that learns needs what it has seen to stay."""

    def test_the_learner_comes_to_prefer_the_limit_that_pays(self):
        table = self.cleaned(Table(LEARNER, compact=True))
        limits = []
        for seed in range(300):
            table.start(seed=seed)
            # Taking costs 2, 5, 8 … so the number of cards taken tells the limit.
            limits.append(sum(table.decide(view(card=20, coins_on_card=coins)) for coins in (18, 15, 12, 9, 6, 3)))
            good = view(round=24, card=None, players=((11, [21]), (0, [])))
            bad = view(round=24, card=None, players=((0, [35, 33]), (0, [])))
            table.end(good if limits[-1] == 2 else bad)
        self.assertEqual(set(limits[:7]), set(range(7)))
        self.assertGreater(limits[-100:].count(2), 80)


class Readme(BotTest):
    """The first bots of the page for authors."""

    def test_every_bot_of_the_page_answers(self):
        with open(os.path.join(LANGUAGE, "README.md"), encoding="utf-8") as file:
            sources = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
        moves = []
        for source in sources:
            game = self.listing("bot.py", files={"bot.py": source}).get("game", "hearts")
            table = self.table(source, game=game)
            seen = view(card=9) if game == "no-thanks" else example_view(game)
            moves.append(table.ask(seen, legal=["S9", "S5"] if game == "hearts" else [])["move"])
        three_of_hearts = {"cards": ["3H"], "suit": None, "last_card": True}
        self.assertEqual(moves, ["take", "S5", 4, three_of_hearts, {"row": 0, "column": 3}, "S5", "pass"])


class PlainEngine(unittest.TestCase):
    """The engine of the bench."""

    def test_it_plays_the_beginners_with_the_original_means(self):
        engine = os.path.join(REPOSITORY, "bench", "plain_engine.py")
        command = [sys.executable, "-B", engine, "--games", "1500", "--json"]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        self.assertEqual(result["games"], 1500)
        self.assertGreater(result["decisions_per_second"], 0)
        # A mean of 1,500 games strays by less than 3.
        for name, mean in ORIGINAL_MEANS.items():
            self.assertLess(abs(result["means"][name] - mean), 3, name)


class Kit(unittest.TestCase):
    """`NoThanks.py`, for those who run it from an editor."""

    def run_kit(self, script, *arguments, croupier=True):
        """Runs the kit with a program in croupier's place that prints how it was called."""
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "croupier")
            with open(program, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\necho \"$@\"\nexit 7\n")
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
            environment = {"CROUPIER": program} if croupier else {"PATH": "/nowhere"}
            command = [sys.executable, "-B", os.path.join(KIT, script), *arguments]
            return subprocess.run(command, capture_output=True, text=True, env=environment)

    def test_without_arguments_it_plays_the_defaults(self):
        for script in ("NoThanks.py", "Take5.py"):
            done = self.run_kit(script)
            self.assertEqual((done.stdout, done.returncode), ("no-thanks 1000 NoThanksBeginners\n", 7))

    def test_arguments_are_handed_on(self):
        self.assertEqual(self.run_kit("NoThanks.py", "10", "mine", "yours.py").stdout, "no-thanks 10 mine yours.py\n")

    def test_without_croupier_it_says_what_to_do(self):
        done = self.run_kit("NoThanks.py", croupier=False)
        self.assertIn("set the variable CROUPIER", done.stderr)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
