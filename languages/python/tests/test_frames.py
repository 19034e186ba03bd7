"""Compact frames, as they may come through a pipe."""

import json
import unittest

from cases import BotTest
from table import Table, compact_end, compact_start, frame, plain_ask, view

SMALL = """
from NoThanksPlayer import Player
class Small(Player):
    def take(self, card, state): return card.number <= 10
"""


class Frames(BotTest):
    """The same bot, the same answers."""

    def test_a_table_that_offers_no_frames_gets_lines(self):
        self.assertIs(self.table(SMALL, compact=False).hello["compact"], False)
        self.assertIs(self.table(SMALL, compact=True).hello["compact"], True)

    def test_plain_asks_of_two_to_five_players_are_answered_plainly(self):
        table = self.table(SMALL, compact=True)
        for players in range(2, 6):
            table.start([f"P{seat}" for seat in range(players)])
            for card in range(3, 36):
                seen = view(seat=players - 1, card=card, players=[(11, [])] * players)
                self.assertEqual(table.decide(seen), card <= 10)

    def test_frames_in_single_bytes_and_all_at_once_are_understood(self):
        start = frame(b"J" + json.dumps({"type": "start", "seat": 0, "players": ["A", "B"], "game": 1}).encode())
        data = start + b"".join(plain_ask(number, view(card=number)) for number in range(3, 36)) + start
        for step in (1, 7, 61, len(data)):
            table = self.table(SMALL, compact=True)
            for at in range(0, len(data), step):
                table.write(data[at : at + step])
            for number in range(3, 36):
                self.assertEqual(table.receive(), {"number": number, "code": int(number <= 10)})

    def test_a_part_of_a_frame_as_long_as_a_smaller_one_is_not_taken_for_it(self):
        table = self.table(SMALL, compact=True)
        whole = plain_ask(7, view(card=9, players=[(11, [])] * 5))
        for cut in (33, 42, 51):
            table.write_alone(whole[:cut])
            table.write_alone(whole[cut:])
            self.assertEqual(table.receive(), {"number": 7, "code": 1})

    def test_a_frame_that_ends_in_its_middle_is_the_end(self):
        for groups in (False, True):
            table = self.table(SMALL, compact=True, compact_games=True, instances="game", groups=groups)
            self.assertEqual("groups" in table.hello, groups)
            table.write_alone(plain_ask(7, view(card=9))[:20])
            self.assertEqual(table.close(), 0)

    def test_the_first_frame_may_come_before_the_bot_has_said_hello(self):
        table = Table.__new__(Table)
        table._framed, table._asked = False, 0
        super(Table, table).__init__("play", "bot.py", files={"bot.py": SMALL})
        self.cleaned(table)
        hello = {"type": "hello", "protocol": 1, "game": "no-thanks", "compact": True}
        table.write(json.dumps(hello).encode() + b"\n" + plain_ask(3, view(card=9)))
        self.assertIs(table.line()["compact"], True)
        table._framed = True
        self.assertEqual(table.receive(), {"number": 3, "code": 1})

    def test_an_ask_in_json_is_answered_among_frames(self):
        table = self.table(SMALL, compact=True)
        answer = table.ask(view(card=9), refused="because", legal=["take", "pass"])
        self.assertEqual(answer, {"type": "answer", "number": 1, "move": "take"})

    def test_a_message_as_long_as_a_plain_ask_is_not_taken_for_one(self):
        table = self.table(SMALL, compact=True)
        body = b'J{"type":"later"}'.ljust(60 - 4)
        table.write(frame(body))
        self.assertIs(table.decide(view(card=9)), True)

    def test_large_numbers_come_back_as_they_went(self):
        table = self.table(SMALL, compact=True)
        table.write(plain_ask(2**32 - 1, view(card=9)))
        self.assertEqual(table.receive(), {"number": 2**32 - 1, "code": 1})

    def test_messages_of_a_kind_that_is_not_known_are_passed_over(self):
        for table in self.tables(SMALL):
            table.send({"type": "weather", "rain": True})
            self.assertIs(table.decide(view(card=9)), True)


class Games(BotTest):
    """Starts and ends as frames, where both sides have agreed on them."""

    ORIGINAL = """
from NoThanksPlayer import Player
import random
class Mine(Player):
    def startGame(self): print('start', self.name, self.coins, self.collection, random.random())
    def take(self, card, state): print([p.name for p in state.players])
    def endGame(self, state): print('end', self.games, self.totalpenalty, self.coins, self.collection, state)
"""
    TYPED = """
from croupier import no_thanks
class Mine(no_thanks.Player):
    def start(self, start): print(start)
    def choose(self, view): return False
    def end(self, view, scores): print('end', view, view.players, scores)
"""
    LAST = view(seat=1, to_move=0, round=24, card=None, players=((2, [3, 4]), (6, [9, 30])))

    def test_they_are_agreed_on_only_where_the_table_offers_them(self):
        self.assertNotIn("compact_games", self.table(SMALL, compact=True).hello)
        self.assertIs(self.table(SMALL, compact=True, compact_games=True).hello["compact_games"], True)
        self.assertNotIn("compact_games", self.table(SMALL, compact=False, compact_games=True).hello)

    def test_a_bot_sees_the_same_from_frames_as_from_messages(self):
        for source in (self.ORIGINAL, self.TYPED):
            prints = []
            for as_frames in (False, True):
                table = self.table(source, compact=True, compact_games=True)
                for game in (1, 2):
                    first = view(seat=1, to_move=0)
                    if as_frames:
                        table.write(compact_start(1, first, ["Ann", "Bøb"], 2**53 - 1))
                    else:
                        table.start(["Ann", "Bøb"], seat=1, seed=2**53 - 1, view=first)
                    self.assertIs(table.decide(view(seat=1)), False)
                    if as_frames:
                        table.write(compact_end(game, self.LAST))
                    else:
                        table.end(self.LAST, [1.0, 33.0])
                self.assertEqual(table.close(), 0)
                prints.append(table.prints())
            self.assertEqual(prints[0], prints[1])
            self.assertGreaterEqual(prints[0].count("end"), 2)


if __name__ == "__main__":
    unittest.main()
