"""What the tests share: tables that are cleaned up, in both ways of speaking, and the views of the rules
pages."""

import json
import os
import re
import unittest

from table import REPOSITORY, Process, Table


class BotTest(unittest.TestCase):
    """A test that runs bots."""

    def table(self, source, *arguments, files=None, **options):
        """A table for the bot with this source."""
        return self.cleaned(Table("bot.py", *arguments, files={"bot.py": source, **(files or {})}, **options))

    def tables(self, source, *arguments, files=None):
        """The same bot at a table that speaks in lines and at one that speaks in frames."""
        return [self.table(source, *arguments, files=files, compact=compact) for compact in (False, True)]

    def listing(self, target, *arguments, files=None):
        """What `list` answers for a bot."""
        process = self.cleaned(Process("list", target, *arguments, files=files))
        return process.line()

    def cleaned(self, process):
        """The same process, ended with the test."""
        self.addCleanup(process.remove)
        return process


def example_view(game):
    """The view that the rules page of a game shows."""
    with open(os.path.join(REPOSITORY, "docs", "rules", f"{game}.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```json\n(.*?)```", file.read(), re.DOTALL)
    return json.loads(blocks[0])
