"""Whatever a bot does wrong is reported, and reaches nobody else."""

import json
import os
import unittest

from cases import BotTest
from table import view

HEAD = """
import os, sys
from NoThanksPlayer import Player
class MyAI(Player):
"""


def bot(body):
    """A bot whose `take` has these lines."""
    return HEAD + "    def take(self, card, state):\n" + "".join(f"        {line}\n" for line in body.splitlines())


class Exceptions(BotTest):
    """What a bot raises becomes a fault with its number, and the next question is asked as ever."""

    def test_an_exception_is_reported_in_one_line_with_its_place_and_its_trace(self):
        for table in self.tables(bot("if card.number == 20:\n    raise ValueError('bad\\nluck')\nreturn True")):
            table.start()
            fault = table.decide(view(card=20))
            self.assertEqual((fault["type"], fault["number"]), ("fault", 1))
            self.assertEqual(fault["message"], "ValueError: bad luck (bot.py, line 7)")
            self.assertIn("raise ValueError('bad\\nluck')", fault["trace"])
            self.assertNotIn("_serve.py", fault["trace"])
            self.assertIs(table.decide(view(card=21)), True)
            self.assertEqual(table.close(), 0)

    def test_what_a_library_raises_is_told_with_the_place_in_the_bots_own_file_first(self):
        for table in self.tables(bot("import json\njson.loads('{')\nreturn True")):
            self.assertRegex(table.decide(view())["message"], r"\(bot\.py, line 7; in decoder\.py, line \d+\)$")

    def test_an_endless_recursion_is_a_fault_of_bounded_size(self):
        for table in self.tables(bot("return self.take(card, state)")):
            fault = table.decide(view())
            self.assertIn("RecursionError", fault["message"])
            self.assertLess(len(fault["trace"]), 20_000)
            self.assertIn("RecursionError", table.decide(view())["message"])

    def test_an_exception_with_a_long_text_is_cut(self):
        for table in self.tables(bot("raise ValueError('x' * 100_000)")):
            fault = table.decide(view())
            self.assertEqual(len(fault["message"]), 400)
            self.assertLess(len(fault["trace"]), 20_000)

    def test_an_answer_that_is_neither_true_nor_false_is_a_fault(self):
        source = bot("class Odd:\n    def __bool__(self): raise TypeError('neither')\nreturn Odd()")
        for table in self.tables(source):
            self.assertIn("neither", table.decide(view())["message"])

    def test_an_exception_that_cannot_be_told_is_a_fault_too(self):
        source = bot("class Odd(Exception):\n    def __str__(self): raise Odd\nraise Odd")
        for table in self.tables(source):
            self.assertIn("Odd", table.decide(view())["message"])

    def test_exceptions_at_start_and_end_have_no_number_and_play_goes_on(self):
        source = HEAD + "    def startGame(self): 1 / 0\n    def endGame(self, state): [][1]\n"
        for table in self.tables(source):
            table.start()
            fault = table.receive()
            self.assertIn("ZeroDivisionError", fault["message"])
            self.assertNotIn("number", fault)
            self.assertIs(table.decide(view()), True)
            table.end(view(round=24, card=None))
            self.assertIn("IndexError", table.receive()["message"])

    def test_keyboard_interrupt_and_generator_exit_do_not_end_the_bot(self):
        for name in ("KeyboardInterrupt", "GeneratorExit"):
            for table in self.tables(bot(f"raise {name}")):
                self.assertIn(name, table.decide(view())["message"])
                self.assertIn(name, table.decide(view())["message"])

    def test_an_interrupt_of_the_terminal_leaves_the_bot_alone(self):
        for table in self.tables(bot("import signal; os.kill(os.getpid(), signal.SIGINT); return True")):
            self.assertIs(table.decide(view()), True)


class Ends(BotTest):
    """A bot that ends itself."""

    def test_sys_exit_is_reported_and_ends_the_process_with_its_code(self):
        for table in self.tables(bot("sys.exit(7)")):
            fault = table.decide(view())
            self.assertEqual((fault["number"], fault["message"]), (1, "the bot called sys.exit(7) (bot.py, line 6)"))
            self.assertIsNone(table.receive())
            self.assertEqual(table.close(), 7)

    def test_sys_exit_between_questions_is_reported_too(self):
        for table in self.tables(HEAD + "    def startGame(self): exit()\n"):
            table.start()
            self.assertIn("sys.exit", table.receive()["message"])
            self.assertEqual(table.close(), 0)

    def test_os_exit_ends_the_process_at_once(self):
        for table in self.tables(bot("os._exit(5)")):
            self.assertIsNone(table.decide(view()))
            self.assertEqual(table.close(), 5)

    def test_the_end_of_input_ends_the_host_quietly(self):
        for table in self.tables(bot("return True")):
            self.assertEqual(table.close(), 0)
            self.assertEqual(table.prints() + table.errors(), "")

    def test_a_child_that_the_bot_forks_cannot_answer_for_it(self):
        source = bot("if os.fork() == 0: return False\nos.wait()\nreturn True")
        for table in self.tables(source):
            for _ in range(3):
                self.assertIs(table.decide(view()), True)


class Prints(BotTest):
    """Standard output is the bot's, and no way to the table."""

    def test_prints_go_to_standard_output_line_by_line(self):
        for table in self.tables(bot("print('höre', '\\ud800'); print('zu', file=sys.stderr); return True")):
            self.assertIs(table.decide(view()), True)
            self.assertEqual((table.prints(), table.errors()), ("höre \\ud800\n", "zu\n"))

    def test_a_printed_megabyte_changes_nothing(self):
        for table in self.tables(bot("print('x' * 1_000_000); return False")):
            self.assertIs(table.decide(view()), False)
            self.assertEqual(len(table.prints()), 1_000_001)

    def test_a_forged_answer_on_standard_output_changes_nothing(self):
        forged = """
for number in range(9):
    print('{"type":"answer","number":%d,"move":"take"}' % number)
    sys.stdout.buffer.write(b'\\r\\0\\0\\0M' + number.to_bytes(4, 'little') + b'\\1' + bytes(7))
    sys.__stdout__.flush()
return False"""
        for table in self.tables(bot(forged)):
            self.assertIs(table.decide(view()), False)
            self.assertIs(table.decide(view()), False)

    def test_closed_standard_streams_do_no_harm(self):
        for table in self.tables(bot("sys.stdout.close(); sys.stderr = None; os.close(0); return True")):
            self.assertIs(table.decide(view()), True)


class Descriptors(BotTest):
    """The channel cannot be hit by accident."""

    def test_standard_input_is_empty(self):
        for table in self.tables(bot("return sys.stdin.read() == '' == sys.stdin.readline()")):
            self.assertIs(table.decide(view()), True)

    def test_input_raises_instead_of_swallowing_the_next_question(self):
        for table in self.tables(bot("input()")):
            self.assertIn("EOFError", table.decide(view())["message"])
            self.assertIn("; nobody types here: a bot is asked by calls", table.decide(view())["message"])

    def test_descriptors_3_and_4_are_no_longer_the_channel(self):
        for table in self.tables(bot("os.closerange(3, 32)\nreturn True")):
            self.assertIs(table.decide(view()), True)
            self.assertIs(table.decide(view()), True)

    def test_programs_the_bot_starts_do_not_inherit_the_channel(self):
        source = bot("""
import subprocess
code = 'import glob, os; print([os.stat(path).st_ino for path in glob.glob("/dev/fd/*") if os.path.exists(path)])'
print(subprocess.run([sys.executable, '-c', code], close_fds=False, capture_output=True, text=True).stdout)
return True""")
        for table in self.tables(source):
            self.assertIs(table.decide(view()), True)
            inherited = json.loads(table.prints())
            self.assertEqual(table.pipes().intersection(inherited), set())
            self.assertNotEqual(inherited, [])


class Loading(BotTest):
    """A bot that does not load says so in place of its hello, and the host ends with 3."""

    def refused(self, source, *arguments, files=None):
        """The fault in place of the hello."""
        table = self.table(source, *arguments, files=files, compact=True)
        self.assertEqual(table.close(), 3)
        self.assertEqual(table.hello["type"], "fault")
        self.assertNotIn("\n", table.hello["message"])
        return table.hello

    def test_a_syntax_error(self):
        fault = self.refused("class MyAI(\n  def !\n")
        self.assertIn("SyntaxError", fault["message"])
        self.assertRegex(fault["message"], r"\(bot.py, line [12]\)")

    def test_an_import_error(self):
        fault = self.refused("import numpy_of_my_own\n")
        said = "ModuleNotFoundError: No module named 'numpy_of_my_own' (bot.py, line 1); module numpy_of_my_own"
        self.assertTrue(fault["message"].startswith(said), fault["message"])

    def test_a_missing_data_file(self):
        fault = self.refused(HEAD + "    weights = open('weights.txt').read()\n")
        self.assertIn("FileNotFoundError", fault["message"])
        self.assertIn("weights.txt", fault["message"])

    def test_a_data_file_beside_the_bot_is_found(self):
        source = HEAD + "    def __init__(self): self.setName(open('name.txt').read())\n"
        self.assertEqual(self.table(source, files={"name.txt": "Read"}).hello["name"], "Read")

    def test_a_constructor_that_raises(self):
        fault = self.refused(HEAD + "    def __init__(self): raise RuntimeError('no')\n")
        self.assertEqual(fault["message"], "RuntimeError: no (bot.py, line 5)")
        self.assertIn("raise RuntimeError", fault["trace"])

    def test_sys_exit_while_loading(self):
        self.assertIn("sys.exit(1)", self.refused("import sys\nsys.exit(1)\n")["message"])

    def test_a_file_without_a_bot(self):
        fault = self.refused("from NoThanksPlayer import Player\n")
        self.assertEqual(fault["message"], "bot.py has no bot: no class in it derives from a game's Player")
        self.assertEqual(fault["trace"], "")

    def test_a_class_that_is_not_there(self):
        fault = self.refused(bot("pass"), "--class", "Yours")
        self.assertEqual(fault["message"], "bot.py has no bot Yours; bots in it: MyAI")

    def test_several_classes_and_none_named(self):
        two = bot("pass") + "class Other(MyAI): pass\n"
        self.assertIn("several bots (MyAI, Other)", self.refused(two)["message"])
        self.assertEqual(self.table(two, "--class", "Other").hello["name"], "Other")

    def test_a_bot_for_another_game(self):
        table = self.table(bot("pass"), game="hearts")
        self.assertEqual(table.hello["message"], "MyAI in bot.py plays no-thanks, not hearts")

    def test_a_game_that_the_bot_does_not_play(self):
        self.assertIn("plays no-thanks, not poker", self.table(bot("pass"), game="poker").hello["message"])

    def test_what_runs_only_as_a_program_does_not_run(self):
        source = bot("pass") + "if __name__ == '__main__': raise RuntimeError\n"
        self.assertEqual(self.table(source).hello["type"], "hello")

    def test_a_bot_in_two_files_may_import_itself(self):
        files = {"helper.py": "import bot\ndef name(): return bot.NAME\n"}
        source = "NAME = 'Both'\nimport helper\n" + HEAD + "    def __init__(self): self.setName(helper.name())\n"
        table = self.table("print('loaded')\n" + source, files=files)
        self.assertEqual((table.hello["name"], table.prints()), ("Both", "loaded\n"))

    def test_nothing_is_written_beside_the_bot(self):
        table = self.table("import helper\n" + bot("pass"), files={"helper.py": ""})
        self.assertEqual(sorted(os.listdir(table.folder)), [".stderr", ".stdout", "bot.py", "helper.py"])


if __name__ == "__main__":
    unittest.main()
