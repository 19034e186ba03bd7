"""A player of every game, with the views of the rules pages."""

import os
import unittest

from cases import BotTest, example_view
from table import EXAMPLES, Table, view

# Values like those of numpy, which are neither `int` nor `bool` and print as if they were.
SCALARS = """
class Int:
    def __init__(self, value): self.value = value
    def __index__(self): return self.value
    def __repr__(self): return str(self.value)
class Bool:
    __module__, __qualname__ = 'numpy', 'bool_'
    def __init__(self, value): self.value = value
    def __eq__(self, other): return Bool(self.value == other)
    def __bool__(self): return self.value
    def __repr__(self): return str(self.value)
class Float(Bool):
    __module__, __qualname__ = 'numpy', 'float32'
"""
BOTS = {
    "hearts": "Duck",
    "jujitsu": "Bidder",
    "last-card": "Shedder",
    "no-thanks": "Collector",
    "score-four": "Blocker",
}


class GameTest(BotTest):
    """Bots of one game."""

    game = ""

    def play(self, choose, *, before="", options="", view=None, **ask):
        """What a bot answers to the view of the rules page whose `choose` returns this."""
        module = self.game.replace("-", "_")
        source = f"""
from croupier import {module}
{before}
class Mine({module}.Player):
    name = 'My bot'
    {options or 'pass'}
    def choose(self, view):
        return {choose}
"""
        table = self.table(source, game=self.game)
        self.assertEqual(table.hello.get("name"), "My bot", table.hello)
        table.start()
        return table.ask(example_view(self.game) if view is None else view, **ask)

    def truth(self, *claims, **ask):
        """Checks that all claims hold of the view of the rules page."""
        for claim in claims:
            answer = self.play(f"{self.legal_move} if {claim} else 1 / 0", **ask)
            self.assertEqual(answer["type"], "answer", f"{claim}: {answer}")


class Hearts(GameTest):
    game = "hearts"
    legal_move = "'S5'"

    def test_the_view_of_the_rules_page_is_read_completely(self):
        self.truth(
            "view.seat == 1 and view.id == '2' and view.to_move == 1 and view.deal == 2",
            "view.hand[:3] == ['D3', 'S6', 'S5'] and view.lead == 'S'",
            "[(play.seat, play.card) for play in view.trick] == [(3, 'S10'), (0, 'SQ')]",
            "[play.seat for play in view.previous] == [1, 2, 3, 0] and view.tricks == [view.previous]",
            "view.hearts_broken is False and view.points == [0] * 4 and view.scores == [3, 0, 15, 8]",
            "view.target == 100 and view.forfeited is None and view.memory is None and view.legal is None",
        )

    def test_cards_have_suit_rank_points_and_an_order(self):
        self.truth(
            "[card.rank for card in view.hand[:4]] == [3, 6, 5, 11] and view.hand[-1].rank == 14",
            "sorted(view.hand)[0] == 'D3' and max(view.hand) == 'HA' and view.hand[0].suit == 'D'",
            "sum(card.points for card in view.hand) == 3 and view.trick[1].card.points == 13",
        )

    def test_a_card_is_answered(self):
        self.assertEqual(self.play("'S5'"), {"type": "answer", "number": 1, "move": "S5"})
        self.assertEqual(self.play("view.hand[1]")["move"], "S6")

    def test_a_card_and_a_memory_are_answered(self):
        answer = self.play("'S5', (view.memory or '') + 'more'", memory="once ")
        self.assertEqual((answer["move"], answer["memory"]), ("S5", "once more"))

    def test_legal_moves_come_as_cards_where_they_are_wanted(self):
        answer = self.play("min(view.legal)", options="wants_legal = True", legal=["SJ", "S6", "S9"])
        self.assertEqual(answer["move"], "S6")

    def test_what_is_no_card_is_a_fault_that_says_what_a_card_is(self):
        for wrong in ("None", "'10S'", "7", "'S5', 7", "''"):
            self.assertRegex(self.play(wrong)["message"], "choose returned .* (card|memory)", wrong)


class Jujitsu(GameTest):
    game = "jujitsu"
    legal_move = "3"

    def test_the_view_of_the_rules_page_is_read_completely(self):
        self.truth(
            "view.seat == 0 and view.rounds == [5, 6, 7, 8] and view.round == 1 and view.over is False",
            "view.my_points == 0 and view.opponent_points == 2 and view.lot == [4] and view.next_victory_card == 1",
            "view.hand == [1, 3, 4, 5] and view.opponent_hand == [1, 2, 4, 5] and view.draw_pile == [1, 3, 5]",
            "len(view.previous_turns) == 1 and view.previous_turns[0].my_bid == 2",
            "view.previous_turns[0].opponent_bid == 3 and view.previous_turns[0].victory_card == 2",
            "view.previous_turns[0].my_cards_won == [] and view.previous_turns[0].opponent_cards_won == [2]",
            "view.previous_turns[0].my_bid_legal and view.previous_turns[0].opponent_bid_legal",
        )

    def test_a_bid_is_answered_as_a_number(self):
        self.assertEqual(self.play("view.hand[1]"), {"type": "answer", "number": 1, "move": 3})

    def test_a_whole_number_of_another_type_is_a_bid_and_what_is_none_is_told_with_its_type(self):
        self.assertEqual(self.play("Int(3)", before=SCALARS)["move"], 3)
        told = self.play("Float(3.0)", before=SCALARS)["message"]
        self.assertIn("choose returned 3.0, a numpy.float32; a bid is the number of a card", told)
        self.assertIn("choose returned True, a numpy.bool_; a bid", self.play("Bool(True)", before=SCALARS)["message"])

    def test_what_is_no_number_is_a_fault(self):
        for wrong in ("None", "'3'", "True", "2.5"):
            self.assertIn("the number of a card", self.play(wrong)["message"], wrong)


class ScoreFour(GameTest):
    game = "score-four"
    legal_move = "(0, 0)"

    def test_the_view_of_the_rules_page_is_read_completely(self):
        self.truth(
            "view.seat == 0 and view.colour == 'white' and view.bead == 'W'",
            "view.to_move == 0 and view.winner is None",
            "view.board[0][0][3] == 'W' and view.board[1][0][3] == 'B' and view.board[3][3][3] == '.'",
            "view.pegs[0][3] == 2 and view.last == (0, 3) and view.retries_left == 64 and len(view.free()) == 16",
        )

    def test_a_full_peg_is_not_free(self):
        seen = {**example_view("score-four"), "pegs": [[4, 4, 4, 4]] * 3 + [[4, 4, 3, 4]]}
        self.assertEqual(self.play("view.free()[0]", view=seen)["move"], {"row": 3, "column": 2})

    def test_why_an_answer_was_refused_is_told(self):
        self.truth("view.refused == 'that peg is full' and view.time_ms == 1000", refused="that peg is full")

    def test_a_peg_may_be_a_list_too(self):
        self.assertEqual(self.play("[1, 2]")["move"], {"row": 1, "column": 2})

    def test_a_peg_of_numbers_of_another_type_is_one_and_what_is_none_is_told_with_its_type(self):
        self.assertEqual(self.play("(Int(1), Int(2))", before=SCALARS)["move"], {"row": 1, "column": 2})
        told = self.play("(1, Float(2.0))", before=SCALARS)["message"]
        self.assertIn("choose returned (1, 2.0), with a numpy.float32; a move is", told)

    def test_what_is_no_peg_is_a_fault(self):
        for wrong in ("None", "3", "(1,)", "('a', 1)", "(1, 2, 3)"):
            self.assertIn("the row and the column of a peg", self.play(wrong)["message"], wrong)


class LastCard(GameTest):
    game = "last-card"
    legal_move = "None"

    def test_the_view_of_the_rules_page_is_read_completely(self):
        self.truth(
            "view.seat == 1 and view.hand == ['3H', '4H'] and view.played == ['8D', 'AS'] and view.last_played == 'AS'",
            "view.chosen_suit == 'hearts' and view.punishment == 0 and view.deck == 42 and view.direction == 'forward'",
            "[seat.seat for seat in view.players] == [1, 2, 3, 0] and [seat.cards for seat in view.players] == [2] * 4",
            "[seat.called for seat in view.players] == [False] * 3 + [True] and view.players[3].calls == 1",
            "view.turn == 1 and view.turn_limit == 1000 and view.over is False and view.winner is None",
            "view.hand[0].value == '3' and view.hand[0].suit == 'hearts' and view.last_played.points == 5",
        )

    def test_what_fits_follows_suit_value_or_the_named_suit(self):
        self.truth("[card for card in ('8D', '3H', 'AC', '9S') if view.fits(card)] == ['3H', 'AC']")
        seen = {**example_view("last-card"), "last_played": "8D", "chosen_suit": None}
        self.truth("[card for card in ('8C', '3D', '3H') if view.fits(card)] == ['8C', '3D']", view=seen)
        seen = {**seen, "last_played": "5D", "punishment": 5}
        self.truth("[card for card in ('5C', '3D', 'AD', '2D') if view.fits(card)] == ['5C']", view=seen)

    def test_moves_are_answered_in_every_form(self):
        for choose, cards, suit, call in (
            ("last_card.Move(['AS', 'AH'], 'clubs', True)", ["AS", "AH"], "clubs", True),
            ("'3H'", ["3H"], None, False),
            ("last_card.Move('10H')", ["10H"], None, False),
            ("view.hand", ["3H", "4H"], None, False),
            ("None", [], None, False),
            ("[]", [], None, False),
        ):
            self.assertEqual(self.play(choose)["move"], {"cards": cards, "suit": suit, "last_card": call})

    def test_what_is_no_card_or_suit_is_a_fault(self):
        for wrong in ("'H3'", "['3H', '1H']", "last_card.Move(['AS'], 'H')", "['3']", "''"):
            self.assertRegex(self.play(wrong)["message"], "choose (played|named)", wrong)

    def test_the_winner_is_read_from_the_end(self):
        for end, winner in (({"won": 2}, 2), ("out_of_turns", None)):
            self.truth(f"view.over and view.winner == {winner}", view={**example_view("last-card"), "end": end})


class NoThanks(GameTest):
    game = "no-thanks"
    SEEN = view(seat=1, round=7, card=20, coins_on_card=2, players=((5, [30]), (3, [7, 8, 19]), (12, [])))

    def both(self, choose, before=""):
        """The answer in both ways of speaking."""
        source = f"""
from croupier import no_thanks
{before}
class Mine(no_thanks.Player):
    def choose(self, view): return {choose}
"""
        answers = []
        for table in self.tables(source):
            table.start()
            answers.append(table.decide(self.SEEN))
        self.assertEqual(*answers) if isinstance(answers[0], bool) else None
        return answers[1]

    def test_the_view_is_read_completely_from_lines_and_frames(self):
        for claim in (
            "(view.seat, view.to_move, view.round, view.card, view.coins_on_card) == (1, 1, 7, 20, 2)",
            "[(seat.coins, seat.collection) for seat in view.players] == [(5, [30]), (3, [7, 8, 19]), (12, [])]",
            "view.me.coins == 3 and view.penalty() == 23 and view.penalty_when_taken() == 21",
        ):
            self.assertIs(self.both(claim), True, claim)

    def test_words_and_truth_values_are_answers_and_nothing_else(self):
        self.assertIs(self.both("'take'"), True)
        self.assertIs(self.both("'pass'"), False)
        self.assertIs(self.both("False"), False)
        self.assertIn("True takes the card", self.both("None")["message"])
        for number in ("0", "1.0"):
            self.assertIn(f"choose returned {number}; True takes the card", self.both(number)["message"])

    def test_truth_values_of_another_type_are_answers_and_what_is_none_is_told_with_its_type(self):
        self.assertIs(self.both("Bool(True)", SCALARS), True)
        self.assertIs(self.both("Bool(False)", SCALARS), False)
        told = self.both("Float(2.5)", SCALARS)["message"]
        self.assertIn("choose returned 2.5, a numpy.float32; True takes the card", told)

    def test_a_changed_view_reaches_nobody(self):
        self.assertIs(self.both("view.players.clear() or view.card == 20"), True)


class AnyGame(BotTest):
    """Players of games without a module."""

    SOURCE = """
from croupier import any_game
class Mine(any_game.Player):
    def choose(self, view):
        return view.legal[view["seat"]] if "hand" in view else view.get("missing", {"row": 1})
"""

    def test_views_and_moves_are_what_json_makes_of_them(self):
        table = self.table(self.SOURCE, game="a game of tomorrow")
        self.assertEqual((table.hello["wants"], table.hello["compact"]), (["legal"], False))
        table.start()
        move = table.ask({"seat": 1, "hand": []}, legal=["low", ["high", 2.5, None]])["move"]
        self.assertEqual(move, ["high", 2.5, None])
        self.assertEqual(table.ask({"seat": 1}, legal=[])["move"], {"row": 1})

    def test_it_plays_games_that_have_a_module_too_and_then_without_frames(self):
        table = self.table(self.SOURCE, compact=True)
        self.assertIs(table.hello["compact"], False)
        self.assertEqual(table.ask(view(), legal=["take", "pass"])["move"], {"row": 1})

    def test_it_tells_its_game_where_it_names_one_and_plays_no_other(self):
        files = {"bot.py": self.SOURCE}
        self.assertEqual(self.listing("bot.py", files=files), {"classes": ["Mine"]})
        source = self.SOURCE.replace("    def choose", "    game = 'hearts'\n    def choose")
        self.assertEqual(self.listing("bot.py", files={"bot.py": source}), {"classes": ["Mine"], "game": "hearts"})
        refused = self.table(source, game="jujitsu").hello
        self.assertEqual(refused["message"], "Mine in bot.py plays hearts, not jujitsu")


class Life(BotTest):
    """What all games have in common."""

    SOURCE = """
from croupier import jujitsu
class Mine(jujitsu.Player):
    games = 0
    def start(self, start):
        self.games += 1
        print('start', start.game, start.seat, start.players, start.seed, start.view.lot)
    def choose(self, view):
        return self.games
    def notice(self, seat, move):
        print('notice', seat, move)
    def end(self, view, scores):
        print('end', scores, view.my_points)
"""

    def test_start_notice_and_end_reach_the_same_instance(self):
        table = self.table(self.SOURCE, game="jujitsu")
        self.assertEqual(table.hello["wants"], ["moves"])
        for game in (1, 2):
            table.start(view=example_view("jujitsu"))
            self.assertEqual(table.ask(example_view("jujitsu"))["move"], game)
            table.notice(1, 3)
            table.end(example_view("jujitsu"), (0.0, 2.0))
        table.close()
        lines = ["start 1 0 ['Ann', 'Bob'] 1 [4]", "notice 1 3", "end [0.0, 2.0] 0"]
        self.assertEqual(table.prints().splitlines(), lines * 2)

    def test_a_bot_without_choose_is_a_fault_that_says_so(self):
        table = self.table("from croupier import jujitsu\nclass Mine(jujitsu.Player): pass\n", game="jujitsu")
        self.assertEqual(table.hello["wants"], [])
        self.assertIn("Mine has no method choose", table.ask(example_view("jujitsu"))["message"])

    def test_frames_are_accepted_where_the_table_offers_them(self):
        self.assertIs(self.table(self.SOURCE, game="jujitsu", compact=False).hello["compact"], False)
        self.assertIs(self.table(self.SOURCE, game="jujitsu", compact=True).hello["compact"], True)

    def test_views_print_with_all_they_hold(self):
        table = self.table(self.SOURCE.replace("return self.games", "print(view); return 1"), game="jujitsu")
        table.ask(example_view("jujitsu"))
        self.assertIn("Turn(my_bid=2, opponent_bid=3", table.prints())

    def test_the_list_of_classes_says_the_game(self):
        for game, name in BOTS.items():
            path = os.path.join(EXAMPLES, game, "example_bot.py")
            listed = self.listing(path)
            listed.pop("stateless", None)
            self.assertEqual(listed, {"classes": [name], "game": game})


class Examples(BotTest):
    """The example bots answer the views of the rules pages with legal moves."""

    def answer(self, game, **ask):
        """What the example bot of a game answers."""
        table = self.cleaned(Table(os.path.join(EXAMPLES, game, "example_bot.py"), game=game))
        table.start()
        return table.ask(example_view(game) if game != "no-thanks" else view(), **ask)["move"]

    def test_hearts(self):
        # It ducks under the queen with its highest spade below her.
        self.assertEqual(self.answer("hearts", legal=["S6", "S5", "SJ", "S9"]), "SJ")

    def test_jujitsu(self):
        self.assertEqual(self.answer("jujitsu"), 5)

    def test_last_card(self):
        self.assertEqual(self.answer("last-card"), {"cards": ["3H"], "suit": "hearts", "last_card": True})

    def test_no_thanks(self):
        self.assertEqual(self.answer("no-thanks"), "pass")

    def test_score_four(self):
        self.assertEqual(self.answer("score-four"), {"row": 1, "column": 2})


if __name__ == "__main__":
    unittest.main()
