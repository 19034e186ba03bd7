"""Prints say which game and turn they belong to."""

import unittest

from cases import BotTest
from table import compact_end, compact_start, view
from test_groups import NAMES, OFFER, placed, questions

TALKER = """
import sys
from NoThanksPlayer import Player
print("loaded")
class Talker(Player):
    def startGame(self): print("begun")
    def take(self, card, state):
        print("thinking", end="")
        print(" about", card)
        print("trouble", file=sys.stderr)
        return True
    def endGame(self, state): print("over")
"""


class Marks(BotTest):
    """What stands in the outputs of a bot that prints at every occasion."""

    def test_the_table_is_told_that_prints_are_marked(self):
        self.assertIs(self.table(TALKER).hello["marks"], True)

    def test_in_one_game_after_the_other_each_print_stands_below_its_turn(self):
        for compact in (False, True):
            table = self.table(TALKER, compact=compact, compact_games=compact)
            for _ in range(2):
                table.start()
                for _ in range(2):
                    table.decide(view(card=9))
                table.end(view())
            table.close()
            game = (
                "[game 1, before its first turn]\nbegun\n[game 1, its turn 1]\nthinking about 9\n"
                "[game 1, its turn 2]\nthinking about 9\n[game 1, at its end]\nover\n"
            )
            self.assertEqual(table.marked("out"), "loaded\n" + game + game)
            errors = "[game 1, its turn 1]\ntrouble\n[game 1, its turn 2]\ntrouble\n"
            self.assertEqual(table.marked("err"), errors + errors)

    def test_of_many_games_at_once_each_print_names_its_own(self):
        table = self.table(TALKER.replace('print("loaded")', ""), **OFFER)
        for place in (0, 1):
            table.write(placed(place, compact_start(70 + place, view(), NAMES, 5)))
        for _ in range(2):
            table.write(questions(1, 0))
            table.read(int.from_bytes(table.read(4), "little"))
        table.write(placed(1, compact_end(0, view())))
        table.close()
        said = "".join(f"[game {game}, before its first turn]\nbegun\n" for game in (70, 71))
        said += "".join(
            f"[game {game}, its turn {turn}]\nthinking about 9\n" for turn in (1, 2) for game in (71, 70)
        )
        self.assertEqual(table.marked("out"), said + "[game 71, at its end]\nover\n")

    def test_a_line_that_was_left_open_is_ended_before_the_next_turn(self):
        table = self.table(TALKER.replace('print(" about", card)', ""))
        table.start()
        table.decide(view())
        table.decide(view())
        table.close()
        self.assertIn("[game 1, its turn 1]\nthinking\n[game 1, its turn 2]\nthinking", table.marked("out"))


if __name__ == "__main__":
    unittest.main()
