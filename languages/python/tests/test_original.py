"""A bot written for the original No Thanks! engine finds everything it knows from there."""

import json
import os
import unittest

from cases import BotTest
from table import REPOSITORY, view

HEAD = """
from NoThanksPlayer import Player
class MyAI(Player):
    def __init__(self):
        Player.__init__(self)
        self.setName('MyAI')
"""

TABLE = view(
    seat=1, round=7, card=20, coins_on_card=2, players=((5, [30]), (3, [7, 8, 19]), (12, [])),
)
NAMES = ["Ann", "MyAI", "Cid"]


class Objects(BotTest):
    """What `take` gets, and what the player knows of itself."""

    def printed(self, body, seen=TABLE):
        """What a bot prints whose `take` begins with these lines, the same in both ways of speaking."""
        lines = "".join(f"        {line}\n" for line in body.strip().splitlines())
        texts = []
        for table in self.tables(f"{HEAD}    def take(self, card, state):\n{lines}"):
            table.start(NAMES, seat=1)
            self.assertIsInstance(table.decide(seen), bool)
            texts.append(table.prints().strip())
        self.assertEqual(texts[0], texts[1])
        return texts[0]

    def test_a_card_has_number_penalty_and_coins(self):
        self.assertEqual(self.printed("print(card.number, card.penalty, card.coins)"), "20 20 2")

    def test_a_card_prints_as_its_number_alone_and_in_lists(self):
        self.assertEqual(self.printed("print(card, [card], f'{card}')"), "20 [20] 20")

    def test_cards_compare_by_number(self):
        text = self.printed("""
from NoThanksGame import Card
low, high = Card(3), Card(35)
print(low < card < high, low <= card, high > card, card >= card, card == Card(20), card != low, card in [Card(20)])
print(sorted([high, card, low]), max(low, high), card == 20)
""")
        self.assertEqual(text, "True True True True True True True\n[3, 20, 35] 35 False")

    def test_the_state_lists_the_players_with_the_current_one_first(self):
        text = self.printed("print([p.name for p in state.players], [p.coins for p in state.players], state.round)")
        self.assertEqual(text, "['MyAI', 'Cid', 'Ann'] [3, 12, 5] 7")

    def test_collections_in_the_state_are_cards_from_low_to_high(self):
        text = self.printed("print([p.collection for p in state.players], state.players[0].collection[1].number)")
        self.assertEqual(text, "[[7, 8, 19], [], [30]] 8")

    def test_state_and_players_print_readably(self):
        text = self.printed("print(state)\nprint(state.players[2])")
        lines = ["Round 7", "  MyAI: 3 coins, [7, 8, 19]", "  Cid: 12 coins, []", "  Ann: 5 coins, [30]"]
        self.assertEqual(text.splitlines(), [*lines, "Ann: 5 coins, [30]"])

    def test_state_and_players_are_of_the_types_that_can_be_imported(self):
        text = self.printed("""
from NoThanksState import State, PlayerState
from NoThanksGame import Card
print(isinstance(state, State), isinstance(state.players[0], PlayerState), isinstance(card, Card))
""")
        self.assertEqual(text, "True True True")

    def test_a_state_can_be_copied_and_kept_before_it_was_looked_at(self):
        text = self.printed("""
import copy, pickle
kept = copy.deepcopy(state)
state.players[0].coins = 99
print(kept.players[0].coins, pickle.loads(pickle.dumps(kept)).players[2].collection)
""")
        self.assertEqual(text, "3 [30]")

    def test_the_player_knows_its_own_coins_and_collection(self):
        self.assertEqual(self.printed("print(self.name, self.coins, self.collection, self.games, self.totalpenalty)"),
                         "MyAI 3 [7, 8, 19] 0 0")

    def test_penalty_is_that_of_the_own_cards_and_coins(self):
        # 7 + 19 - 3; with the 20 free and two coins more: 21.
        self.assertEqual(self.printed("print(self.penalty(), self.penaltyWhenTake(card))"), "23 21")

    def test_penalties_are_the_same_once_the_collection_was_looked_at(self):
        self.assertEqual(self.printed("self.collection\nprint(self.penalty(), self.penaltyWhenTake(card))"), "23 21")

    def test_penalty_of_another_collection_counts_the_coins_that_are_given(self):
        text = self.printed("""
other = state.players[2]
print(self.penalty(other.collection), self.penalty(other.collection, other.coins))
print(self.penalty([], 4), self.penalty([]))
""")
        self.assertEqual(text, "30 25\n-4 0")

    def test_the_example_of_the_rules_costs_32(self):
        seen = view(players=((13, [3, 7, 8, 10, 11, 12, 25]), (1, [])))
        self.assertEqual(self.printed("print(self.penalty())", {**seen, "seat": 0}), "32")

    def test_a_card_added_to_the_own_collection_stands_in_its_place(self):
        self.assertEqual(self.printed("from NoThanksGame import Card\nself.addCardToCollection(Card(9))\n"
                                      "print(self.collection, self.penalty())"), "[7, 8, 9, 19] 23")

    def test_reset_gives_eleven_coins_and_no_cards(self):
        self.assertEqual(self.printed("self.reset()\nprint(self.coins, self.collection, self.penalty())"), "11 [] -11")

    def test_a_deck_of_the_own_has_24_of_33_cards(self):
        text = self.printed("""
from NoThanksGame import Deck
deck = Deck()
numbers = {c.number for c in deck.cards}
print(len(deck), len(numbers), min(numbers) >= 3, max(numbers) <= 35)
deck.draw()
print(len(deck))
""")
        self.assertEqual(text, "24 24 True True\n23")


class Imports(BotTest):
    """Every name under which the original could be imported."""

    def test_every_module_of_the_original_can_be_imported(self):
        source = HEAD + """
import NoThanks, NoThanksGame, NoThanksState, NoThanksPlayer, Take5, Take5Player, NoThanksBeginners, Take5Beginners
from NoThanksPlayer import Card, Deck, copy
from NoThanksGame import Card as C, Deck as D
assert Card is C and Deck is D and Take5Player.Player is Player is NoThanksPlayer.Player
assert issubclass(NoThanksBeginners.CutOff14, Player) and Take5Beginners.CutOff14 is NoThanksBeginners.CutOff14
assert NoThanks.DEFAULTLENGTH == 1000 and NoThanks.DEFAULTAIS == ['NoThanksBeginners']
"""
        self.assertEqual(self.table(source).hello["name"], "MyAI")

    def test_player_card_deck_and_state_come_from_the_competitions_own_module_too(self):
        for engine in ("NoThanks", "Take5"):
            source = f"""
from {engine} import Player, Card, Deck, State, PlayerState, copy
import NoThanksPlayer, NoThanksState
assert Player is NoThanksPlayer.Player and State is NoThanksState.State and Card(7).number == 7 and len(Deck()) == 24
class MyAI(Player):
    def take(self, card, state): return isinstance(card, Card) and isinstance(state, State)
"""
            table = self.table(source)
            table.start()
            self.assertIs(table.decide(view()), True, engine)

    def test_what_the_original_has_beside_is_refused_with_what_there_is(self):
        for engine in ("NoThanks", "Take5"):
            table = self.table(f"from {engine} import Player, Game\nclass MyAI(Player):\n    pass\n")
            said = table.hello["message"]
            self.assertIn("ImportError: there is no Game here: the games are played by croupier", said, engine)
            self.assertIn("Player, Card, Deck, State and PlayerState (bot.py, line 1", said, engine)

    def test_a_player_may_be_given_its_name_when_it_is_made(self):
        source = "from NoThanks import Player\nclass MyAI(Player):\n    def __init__(self): super().__init__('Ann')\n"
        self.assertEqual(self.table(source).hello["name"], "Ann")

    def test_a_bot_may_import_everything_with_a_star(self):
        source = "from Take5Player import *\nclass MyAI(Player):\n    pass\n"
        hello = {"type": "hello", "protocol": 1, "name": "MyAI", "wants": [], "compact": False, "marks": True}
        self.assertEqual(self.table(source).hello, hello)

    def test_the_original_engine_beside_the_bot_is_passed_over(self):
        foreign = {"NoThanksPlayer.py": "class Player: pass", "NoThanksGame.py": "raise RuntimeError"}
        self.assertEqual(self.table(HEAD, files=foreign).hello["name"], "MyAI")

    def test_an_init_that_does_not_call_the_one_of_player_is_forgiven(self):
        source = "from Take5Player import Player\nclass MyAI(Player):\n    def __init__(self): self.mine = 1\n"
        table = self.table(source)
        table.start()
        self.assertIs(table.decide(view()), True)


class Answers(BotTest):
    """What `take` may return."""

    def answer(self, value):
        """What the table understands from a `take` that returns this, the same in both ways of speaking."""
        answers = []
        for table in self.tables(f"{HEAD}    def take(self, card, state): return {value}\n"):
            table.start()
            answers.append(table.decide(view()))
        self.assertEqual(answers[0], answers[1])
        return answers[0]

    def test_anything_true_takes(self):
        for value in ("True", "1", "'no'", "[0]", "object()"):
            self.assertIs(self.answer(value), True, value)

    def test_anything_false_passes_and_none_too(self):
        for value in ("False", "0", "''", "[]", "None"):
            self.assertIs(self.answer(value), False, value)

    def test_a_player_without_take_takes(self):
        table = self.table(HEAD)
        table.start()
        self.assertIs(table.decide(view()), True)


class Life(BotTest):
    """One instance for the whole competition."""

    def test_games_begin_and_end_in_the_original_order_with_everything_counted(self):
        source = HEAD + """
        self.calls = 0
    def startGame(self):
        print('start', self.games, self.coins, self.collection)
    def take(self, card, state):
        self.calls += 1
        print('take', self.calls)
    def endGame(self, state):
        print('end', self.games, self.totalpenalty, self.score(), self.coins, self.collection, self.penalty())
        print([p.name for p in state.players], state.round, state.players[0].collection)
"""
        for table in self.tables(source):
            for _ in range(2):
                table.start(["Ann", "MyAI"], seat=1)
                table.decide(view(seat=1, players=((4, [3]), (5, [9]))))
                # Seat 0 took the last card, so it stands first.
                table.end(view(seat=1, to_move=0, round=24, card=None, players=((2, [3, 4]), (6, [9, 30]))))
            self.assertEqual(table.close(), 0)
            self.assertEqual(table.prints().splitlines(), [
                "start 0 11 []", "take 1", "end 1 33 33.0 6 [9, 30] 33", "['Ann', 'MyAI'] 24 [3, 4]",
                "start 1 11 []", "take 2", "end 2 66 33.0 6 [9, 30] 33", "['Ann', 'MyAI'] 24 [3, 4]",
            ])

    def test_score_is_0_before_the_first_game(self):
        self.assertEqual(self.table(HEAD + "        print(self.score())\n").prints(), "0\n")

    def test_a_namesake_with_a_suffix_still_finds_itself_by_name(self):
        source = HEAD + "    def take(self, card, state): return state.players[0].name == self.name == 'MyAI 2'\n"
        for table in self.tables(source):
            table.start(["MyAI", "MyAI 2"], seat=1)
            self.assertIs(table.decide(view(seat=1)), True)

    def test_a_bot_that_comes_in_the_middle_of_a_game_is_asked_like_any_other(self):
        source = HEAD + "    def take(self, card, state): return len({p.name for p in state.players}) == 2\n"
        for table in self.tables(source):
            self.assertIs(table.decide(view()), True)

    def test_take_may_be_exchanged_while_the_bot_runs(self):
        source = HEAD + "    def startGame(self): self.take = lambda card, state: False\n"
        for table in self.tables(source):
            self.assertIs(table.decide(view()), True)
            table.start()
            self.assertIs(table.decide(view()), False)

    def test_a_game_played_again_has_the_same_luck(self):
        source = "import random\n" + HEAD + "    def take(self, card, state): return random.random() < 0.5\n"
        rows = []
        for table in self.tables(source):
            for seed in (5, 6, 5):
                table.start(seed=seed)
                rows.append([table.decide(view()) for _ in range(64)])
        self.assertEqual(rows[0], rows[2])
        self.assertNotEqual(rows[0], rows[1])
        self.assertEqual(rows[:3], rows[3:])


class Changes(BotTest):
    """What a bot does to its objects is gone at the next call."""

    MISCHIEF = HEAD + """
    def take(self, card, state):
        print(self.coins, self.collection, self.penalty(), card.number, card.coins,
              [(p.name, p.coins, p.collection) for p in state.players], state.round)
        self.coins = 99
        self.collection.clear()
        self.collection = None
        self.games = self.totalpenalty = -1000
        card.number = card.penalty = card.coins = -5
        for player in state.players:
            for held in player.collection:
                held.number = 1
            player.coins, player.name = 0, 'nobody'
            player.collection.append(card)
        state.players.reverse()
        state.players = None
        state.round = 99
        return True
    def endGame(self, state):
        print(self.games, self.totalpenalty, state)
"""

    def test_the_same_view_shows_the_same_objects_after_any_change(self):
        for table in self.tables(self.MISCHIEF):
            table.start(NAMES, seat=1)
            for _ in range(3):
                self.assertIs(table.decide(TABLE), True)
            lines = table.prints().splitlines()
            players = "[('MyAI', 3, [7, 8, 19]), ('Cid', 12, []), ('Ann', 5, [30])]"
            self.assertEqual(lines[0], f"3 [7, 8, 19] 23 20 2 {players} 7")
            self.assertEqual(lines, [lines[0]] * 3)

    def test_games_and_penalties_are_counted_by_the_host(self):
        for table in self.tables(self.MISCHIEF):
            table.start(NAMES, seat=1)
            table.decide(TABLE)
            table.end({**TABLE, "card": None, "round": 24})
            table.close()
            self.assertIn("\n1 23 Round 24\n  MyAI: 3 coins, [7, 8, 19]", table.prints())

    def test_a_card_that_was_marked_is_not_shown_again(self):
        source = HEAD + """
    def take(self, card, state):
        shown = [*self.collection, *state.players[0].collection, *state.players[2].collection]
        print([hasattr(held, 'mark') or held.coins for held in shown], {type(held).__name__ for held in shown})
        MARKED
"""
        for marked in ("shown[0].mark = shown[4].mark = shown[6].mark = 1", "del shown[5].coins; shown[1].coins = 7"):
            for table in self.tables(source.replace("MARKED", marked)):
                table.start(NAMES, seat=1)
                for _ in range(3):
                    self.assertIs(table.decide(TABLE), False)
                self.assertEqual(table.prints().splitlines(), ["[0, 0, 0, 0, 0, 0, 0] {'Card'}"] * 3, marked)

    def test_a_copy_of_a_card_is_the_bots_own(self):
        source = HEAD + """
    def take(self, card, state):
        import copy, pickle
        held = self.collection[0]
        for copied in (copy.copy(held), copy.deepcopy(held), pickle.loads(pickle.dumps(held))):
            copied.coins += 5
            print(copied, copied.coins, held.coins, copied == held, vars(copied))
"""
        for table in self.tables(source):
            table.start(NAMES, seat=1)
            self.assertIs(table.decide(TABLE), False)
            line = "7 5 0 True {'number': 7, 'penalty': 7, 'coins': 5}"
            self.assertEqual(table.prints().splitlines(), [line] * 3)

    def test_states_that_were_kept_do_not_change_with_the_game(self):
        source = HEAD + """
        self.kept = []
    def take(self, card, state):
        self.kept.append((card, state, self.collection))
        print([(c.coins, s.players[1].coins, own) for c, s, own in self.kept])
"""
        for table in self.tables(source):
            table.start()
            table.decide(view(coins_on_card=0, players=((11, []), (11, []))))
            table.decide(view(coins_on_card=4, players=((9, [12]), (9, []))))
            self.assertEqual(table.prints().splitlines()[-1], "[(0, 11, []), (4, 9, [12])]")


class Traces(BotTest):
    """Penalties of 120 games of the original engine, decision by decision."""

    def test_penalties_are_those_of_the_original_in_every_recorded_decision(self):
        source = HEAD + "    def take(self, card, state): print(self.penalty(), self.penaltyWhenTake(card))\n"
        table = self.table(source, compact=True)
        expected = []
        for game in _traces():
            table.start([f"P{seat}" for seat in range(game["players"])])
            for seen, before, after in _decisions(game):
                self.assertIs(table.decide(seen), False)
                expected.append(f"{before} {after}")
        self.assertGreater(len(expected), 5000)
        self.assertEqual(table.prints().splitlines(), expected)


def _traces():
    with open(os.path.join(REPOSITORY, "tests", "traces", "no-thanks.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _decisions(game):
    """The views of the recorded decisions, with the two penalties that the original worked out."""
    coins = [11] * game["players"]
    cards = [[] for _ in coins]
    on_card = 0
    for round_, seat, card, _, before, after, what in game["decisions"]:
        if what != "forced":
            players = [(left, sorted(held)) for left, held in zip(coins, cards)]
            yield view(seat=seat, round=round_, card=card, coins_on_card=on_card, players=players), before, after
        if what == "pass":
            coins[seat] -= 1
            on_card += 1
        else:
            coins[seat] += on_card
            cards[seat].append(card)
            on_card = 0


if __name__ == "__main__":
    unittest.main()
