"""Which classes of a file compete, and how a bot is named to the host."""

import os
import unittest

from cases import BotTest
from table import LANGUAGE, Process, Table, view

TWO = "from NoThanksPlayer import Player\nclass Zoe(Player): pass\nclass Abe(Player): pass\n"
BEGINNERS = ["CoinsDependent", "CutOff14", "LowerPenalty", "RandomPlayer", "TakeSmall"]


class Competing(BotTest):
    """The list of classes."""

    def classes(self, source, **files):
        """The classes that compete in a file."""
        files = {f"{name}.py": text for name, text in {"bot": source, **files}.items()}
        return self.listing("bot.py", files=files)["classes"]

    def test_every_subclass_of_player_in_alphabetical_order(self):
        answer = self.listing("bot.py", files={"bot.py": TWO})
        self.assertEqual((answer["classes"], answer["game"]), (["Abe", "Zoe"], "no-thanks"))

    def test_a_subclass_of_a_subclass_competes_beside_it(self):
        self.assertEqual(self.classes(TWO + "class Mia(Zoe): pass\n"), ["Abe", "Mia", "Zoe"])

    def test_all_is_respected(self):
        self.assertEqual(self.classes("__all__ = ['Zoe', 'helper']\nhelper = 1\n" + TWO), ["Zoe"])

    def test_player_under_another_name_does_not_compete(self):
        self.assertEqual(self.classes("from NoThanksPlayer import Player as Base\nMine = Base\n" + TWO), ["Abe", "Zoe"])

    def test_player_itself_never_competes(self):
        self.assertEqual(self.classes("__all__ = ['Player', 'Zoe']\n" + TWO), ["Zoe"])
        error = self.listing("bot.Player", files={"bot.py": TWO})["error"]
        self.assertEqual(error, "bot.py has no bot Player; bots in it: Abe, Zoe")
        hearts = "from croupier.hearts import Player\n__all__ = ['Player', 'Zoe']\nclass Zoe(Player): pass\n"
        self.assertEqual(self.classes(hearts), ["Zoe"])

    def test_an_imported_class_does_not_compete(self):
        source = "from other import Zoe, Abe\nfrom NoThanksBeginners import *\nclass Mine(Zoe): pass\n"
        self.assertEqual(self.classes(source, other=TWO), ["Mine"])

    def test_an_imported_class_that_all_names_does_compete(self):
        self.assertEqual(self.classes("from other import Zoe, Abe\n__all__ = ['Abe']\n", other=TWO), ["Abe"])

    def test_a_class_with_two_names_competes_once(self):
        self.assertEqual(self.classes(TWO + "AAA = Zoe\nZZZ = Abe\n"), ["Abe", "Zoe"])

    def test_a_class_called_player_may_compete(self):
        source = "import NoThanksPlayer\nclass Player(NoThanksPlayer.Player): pass\n"
        self.assertEqual(self.classes(source), ["Player"])

    def test_bots_of_two_games_are_listed_without_a_game(self):
        source = TWO + "import croupier.hearts\nclass Hal(croupier.hearts.Player): pass\n"
        answer = self.listing("bot.py", files={"bot.py": source})
        self.assertEqual((answer["classes"], answer.get("game")), (["Abe", "Hal", "Zoe"], None))

    def test_a_class_without_a_take_of_its_own_or_of_a_base_is_noted(self):
        source = TWO + "class Eve(Player):\n    def take(self, card, state): return True\nclass Kid(Eve): pass\n"
        said = "it has no method take of its own, and takes every card"
        answer = self.listing("bot.py", files={"bot.py": source})
        self.assertEqual(answer["notes"], {"Abe": said, "Zoe": said})
        self.assertNotIn("notes", self.listing("bot.Kid", files={"bot.py": source}))

    def test_a_file_without_a_bot_is_an_error_in_one_line(self):
        answer = self.listing("bot.py", files={"bot.py": "x = 1\n"})
        error = "bot.py has no bot: no class in it derives from a game's Player"
        self.assertEqual(answer, {"error": error, "trace": ""})

    def test_a_file_that_does_not_load_is_an_error_with_its_trace(self):
        process = self.cleaned(Process("list", "bot.py", files={"bot.py": "\n1 / 0\n"}))
        answer = process.line()
        self.assertEqual(answer["error"], "ZeroDivisionError: division by zero (bot.py, line 2)")
        self.assertIn("1 / 0", answer["trace"])
        self.assertEqual(process.close(), 3)

    def test_a_module_that_is_not_there_is_named_with_those_that_are(self):
        answer = self.listing("bot.py", files={"bot.py": "import numpi.linalg\n"})
        self.assertEqual(
            answer["error"],
            "ModuleNotFoundError: No module named 'numpi' (bot.py, line 1); module numpi is not there; packages.toml with "
            'python = ["numpi"] and croupier packages would bring it; bots have the standard library and what lies beside '
            "them, and what is installed for every user here",
        )

    def test_a_web_server_is_told_that_its_author_starts_it(self):
        serve = "from http.server import BaseHTTPRequestHandler as Base\nclass Handler(Base): pass\n"
        for text in ("from flask import Flask\n", "import fastapi.responses\n", "import bottle\n", serve):
            told = self.listing("bot.py", files={"bot.py": text})["error"]
            self.assertIn("; a web server is started by its author, and named by its url", told)
            self.assertNotIn("packages.toml", told)
        serve += "raise PermissionError('no network')\n"
        told = self.listing("bot.py", files={"bot.py": serve})["error"]
        self.assertIn("no network (bot.py, line 3); a web server is started by its author", told)

    def test_packages_come_behind_the_standard_library_and_before_what_is_installed_for_everyone(self):
        bot = (
            "import json, here\nfrom croupier.no_thanks import Player\n"
            "class A(Player): pass\nassert here.IS == 'allowed' and not hasattr(json, 'IS')\n"
        )
        files = {"bot.py": bot, "allowed/here.py": "IS = 'allowed'\n", "allowed/json.py": "IS = 'allowed'\n"}
        answer = self.listing("bot.py", "--packages", "allowed", files=files)
        self.assertEqual(answer.get("classes"), ["A"], answer)

    def test_listing_does_not_make_a_bot(self):
        source = TWO + "class Mia(Player):\n    def __init__(self): raise RuntimeError\n"
        self.assertEqual(self.classes(source), ["Abe", "Mia", "Zoe"])


class Naming(BotTest):
    """A file, a path, a module, `Module.Class`, and folders to search."""

    def test_a_name_without_its_ending_is_the_file(self):
        self.assertEqual(self.listing("bot", files={"bot.py": TWO})["classes"], ["Abe", "Zoe"])

    def test_module_and_class(self):
        self.assertEqual(self.listing("bot.Zoe", files={"bot.py": TWO})["classes"], ["Zoe"])
        self.assertEqual(self.listing("in/bot.Zoe", files={"in/bot.py": TWO})["classes"], ["Zoe"])

    def test_a_class_given_apart(self):
        self.assertEqual(self.listing("bot.py", "--class", "Abe", files={"bot.py": TWO})["classes"], ["Abe"])

    def test_a_class_that_is_not_there_is_an_error(self):
        error = self.listing("bot.Eve", files={"bot.py": TWO})["error"]
        self.assertEqual(error, "bot.py has no bot Eve; bots in it: Abe, Zoe")

    def test_a_module_in_a_folder_of_the_search_path(self):
        files = {"a/one.py": "", "b/bot.py": TWO}
        self.assertEqual(self.listing("bot", "--path", "a", "--path", "b", files=files)["classes"], ["Abe", "Zoe"])

    def test_a_bot_may_import_from_the_search_path(self):
        files = {"lib/helper.py": TWO, "in/bot.py": "import helper\nclass Mine(helper.Zoe): pass\n"}
        self.assertEqual(self.listing("in/bot.py", "--path", "lib", files=files)["classes"], ["Mine"])

    def test_the_bots_own_folder_comes_first(self):
        mine = "import helper\nfrom NoThanksPlayer import Player\nexec(f'class {helper.NAME}(Player): pass')\n"
        files = {"lib/helper.py": "NAME = 'Far'", "in/helper.py": "NAME = 'Near'", "in/bot.py": mine}
        self.assertEqual(self.listing("in/bot.py", "--path", "lib", files=files)["classes"], ["Near"])

    def test_the_beginners_are_there_by_name(self):
        for name in ("NoThanksBeginners", "Take5Beginners", "NoThanksBeginners.py"):
            self.assertEqual(self.listing(name)["classes"], BEGINNERS)

    def test_the_own_beginners_of_a_student_come_before_ours(self):
        answer = self.listing("NoThanksBeginners", files={"NoThanksBeginners.py": TWO})
        self.assertEqual(answer["classes"], ["Abe", "Zoe"])

    def test_a_file_whose_name_is_no_word_of_python(self):
        self.assertEqual(self.listing("2024-my bot.py", files={"2024-my bot.py": TWO})["classes"], ["Abe", "Zoe"])

    def test_a_bot_called_like_a_module_that_is_in_use(self):
        for name in ("json.py", "croupier.py", "NoThanksPlayer.py", "random.py", "struct.py"):
            files = {name: "import random\n" + TWO}
            self.assertEqual(self.listing(name, files=files)["classes"], ["Abe", "Zoe"], name)

    def test_two_modules_of_one_name_each_load_their_own(self):
        base = "from NoThanksPlayer import Player\n"
        files = {f"{name}/bot.py": f"{base}class {name}(Player): pass\n" for name in ("Ann", "Bob")}
        for name in ("Ann", "Bob"):
            self.assertEqual(self.listing(f"{name}/bot.py", files=files)["classes"], [name])

    def test_a_package_is_a_module_too(self):
        files = {"team/__init__.py": "from team.ai import Zoe\n__all__ = ['Zoe']\n", "team/ai.py": TWO}
        self.assertEqual(self.listing("team", files=files)["classes"], ["Zoe"])

    def test_what_is_not_there_is_said(self):
        self.assertEqual(self.listing("missing")["error"], "there is no file or module missing")
        self.assertEqual(self.listing("in/missing.py")["error"], "there is no file in/missing.py")

    def test_the_working_directory_is_the_bots_folder(self):
        source = TWO + "import os\nassert os.path.exists('beside.txt')\n"
        self.assertIn("classes", self.listing("in/bot.py", files={"in/bot.py": source, "in/beside.txt": ""}))

    def test_a_module_on_the_search_path_can_be_played(self):
        table = self.cleaned(Table("bot.Zoe", "--path", "lib", files={"lib/bot.py": TWO}))
        table.start()
        self.assertIs(table.decide(view()), True)


class Arguments(BotTest):
    """Bad arguments end with 2 and one line."""

    def test_bad_arguments_are_refused(self):
        for arguments in ("", "play", "sing bot.py", "play a b", "play a --class", "play a --in x", "list a --loud"):
            process = self.cleaned(Process(*arguments.split()))
            self.assertEqual(process.close(), 2, arguments)
            self.assertRegex(process.errors(), r"\Ahost.py: .+\n\Z")

    def test_the_package_is_found_wherever_the_host_is_run_from(self):
        process = self.cleaned(Process("list", os.path.join(LANGUAGE, "compat", "NoThanksBeginners.py"), cwd="/"))
        self.assertEqual(process.line()["classes"], BEGINNERS)


if __name__ == "__main__":
    unittest.main()
