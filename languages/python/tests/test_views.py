"""Views of the games with frames of any size: what a bot sees is what it would see in JSON."""

import json
import os
import struct
import sys
import unittest

from cases import BotTest
from table import LANGUAGE, REPOSITORY, frame

sys.path.insert(0, LANGUAGE)

from croupier import hearts, jujitsu, last_card, score_four  # noqa: E402

GAMES = {"hearts": hearts, "jujitsu": jujitsu, "last-card": last_card, "score-four": score_four}

# Prints everything, and plays as it is told by what it remembers.
SOURCE = """
from croupier import {module}
class Mine({module}.Player):
    def choose(self, view):
        print(view)
        return {chosen}
"""


def vectors(game):
    """Views of a game, in JSON and in bytes, with moves and their codes."""
    with open(os.path.join(REPOSITORY, "tests", "vectors", f"{game}.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def ask(number, vector, memory=None):
    """A plain ask, or one with a memory."""
    view = bytes.fromhex(vector["compact"])
    if memory is None:
        return frame(b"A" + struct.pack("<I", number) + view)
    text = memory.encode()
    return frame(b"R" + struct.pack("<II", number, len(text)) + text + view)


class Views(unittest.TestCase):
    """Views and moves, without a table."""

    def test_a_view_in_bytes_is_the_view_in_json_to_the_order_of_its_fields(self):
        for game, module in GAMES.items():
            for vector in vectors(game):
                told = module.Player.read_view(vector["view"])
                read = module.Player.unpack(b"??" + bytes.fromhex(vector["compact"]), 2)
                self.assertEqual(told, read)
                self.assertEqual(repr(told), repr(read))

    def test_every_move_has_the_code_that_the_table_gives_it(self):
        for game, module in GAMES.items():
            player = module.Player
            for vector in vectors(game):
                codes = [player.code_of(player.write_move(player.read_move(move))) for move in vector["legal"]]
                self.assertEqual(codes, vector["codes"], game)

    def test_what_is_no_move_on_any_board_has_no_code(self):
        self.assertIsNone(jujitsu.Player.code_of(2**31))
        self.assertEqual(jujitsu.Player.code_of(-3), 5)
        self.assertIsNone(score_four.Player.code_of({"row": 4, "column": -1}))
        self.assertIsNone(last_card.Player.code_of({"cards": ["AS"] * 6, "suit": None, "last_card": False}))

    def test_no_two_plays_of_a_view_are_the_same_object(self):
        vector = next(vector for vector in vectors("hearts") if vector["view"]["previous"])
        view = hearts.Player.unpack(bytes.fromhex(vector["compact"]), 0)
        self.assertIsNot(view.previous[0], view.tricks[-1][0])
        self.assertEqual(view.previous, view.tricks[-1])


class Frames(BotTest):
    """The same through a host."""

    def played(self, game, chosen, compact):
        """What a bot prints and answers over all views of a game; the code of an answer becomes its move
        again."""
        source = SOURCE.format(module=game.replace("-", "_"), chosen=chosen)
        table = self.table(source, game=game, compact=compact, compact_memory=compact)
        self.assertIs(table.hello["compact"], compact)
        table.send({"type": "start", "game": 1, "seat": 0, "players": ["Ann"], "seed": 1, "time_ms": 1000, "view": None})
        answers = []
        for number, vector in enumerate(vectors(game), 1):
            if compact:
                table.write(ask(number, vector))
                answers.append(table.receive())
            else:
                table.send({"type": "ask", "number": number, "view": vector["view"], "time_ms": 1000})
                answers.append(table.receive())
        self.assertEqual(table.close(), 0)
        return table.prints(), answers

    def test_a_bot_prints_and_plays_the_same_in_frames_and_in_json(self):
        fixed = {"hearts": "'SQ'", "jujitsu": "7", "last-card": "None", "score-four": "(2, 3)"}
        codes = {"hearts": 10, "jujitsu": 14, "last-card": 0, "score-four": 11}
        for game, chosen in fixed.items():
            told, in_json = self.played(game, chosen, False)
            read, in_frames = self.played(game, chosen, True)
            self.assertEqual(told, read)
            self.assertIn("time_ms=1000", read)
            self.assertEqual(len({str(answer["move"]) for answer in in_json}), 1)
            numbers = range(1, len(in_json) + 1)
            self.assertEqual(in_frames, [{"number": number, "code": codes[game]} for number in numbers])

    def test_a_move_without_a_code_is_told_in_json(self):
        _, answers = self.played("score-four", "(0, 7)", True)
        self.assertEqual(answers[0], {"type": "answer", "number": 1, "move": {"row": 0, "column": 7}})

    def test_what_is_no_move_is_a_fault_and_the_next_question_is_answered(self):
        _, answers = self.played("hearts", "'SQ' if view.deal > 1 else 'joker'", True)
        self.assertIn("choose returned 'joker'", answers[0]["message"])
        self.assertIn({"number": 2, "code": 10}, answers)

    def test_a_memory_travels_both_ways(self):
        source = SOURCE.format(module="hearts", chosen="'C2', (view.memory or '') + 'ü'")
        table = self.table(source, game="hearts", compact=True, compact_memory=True)
        self.assertIs(table.hello["compact_memory"], True)
        vector = vectors("hearts")[0]
        for number, (memory, kept) in enumerate([(None, "ü"), ("ü", "üü"), ("", "ü")], 1):
            table.write(ask(number, vector, memory))
            body = table.read(int.from_bytes(table.read(4), "little"))
            self.assertEqual(body, b"K" + struct.pack("<IQ", number, 13) + kept.encode())

    def test_a_bot_that_reads_views_in_a_way_of_its_own_is_asked_in_json(self):
        source = SOURCE.format(module="hearts", chosen="'SQ'") + "    read_view = staticmethod(dict)\n"
        self.assertIs(self.table(source, game="hearts", compact=True).hello["compact"], False)

    def test_games_of_any_size_are_played_at_once(self):
        source = SOURCE.format(module="jujitsu", chosen="self.begin(view)") + """
    asked = 0
    def begin(self, view):
        self.asked += 1
        return view.hand[0] + 100 * self.asked
"""
        offers = {"compact": True, "compact_memory": True, "instances": "game", "groups": True}
        table = self.table(source, game="jujitsu", **offers)
        self.assertIs(table.hello["groups"], True)
        shown = vectors("jujitsu")
        start = json.dumps({"type": "start", "game": 1, "seat": 0, "players": ["Ann", "Bob"], "seed": 1, "view": None})
        for place in (0, 1):
            table.write(frame(b"G" + struct.pack("<I", place) + frame(b"J" + start.encode())))
        order = [0, 1, 1, 0, 0]
        table.write(frame(b"Q" + b"".join(ask(place, shown[n]) for n, place in enumerate(order))))
        body = table.read(int.from_bytes(table.read(4), "little"))
        codes = [code // 2 for (code,) in struct.iter_unpack("<Q", body[1:])]
        hands = [vector["view"]["myCardsRemaining"][0] for vector in shown]
        turns = [1, 1, 2, 2, 3]
        self.assertEqual(codes, [hand + 100 * turn for hand, turn in zip(hands, turns)])


if __name__ == "__main__":
    unittest.main()
