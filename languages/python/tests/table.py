"""A table for tests: runs the host as a real process through real pipes, on descriptors 3 and 4.

Knows the protocol as its document states it and shares no code with the host.
"""

import fcntl
import json
import os
import re
import select
import shutil
import struct
import sys
import tempfile
import termios
import time

LANGUAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPOSITORY = os.path.dirname(os.path.dirname(LANGUAGE))
HOST = os.path.join(LANGUAGE, "croupier", "host.py")
EXAMPLES = os.path.join(REPOSITORY, "examples")
# The line that says which game and turn a print belongs to.
MARK = re.compile(r"^\[game \d+, [a-z0-9 ]+\]\n", re.MULTILINE)
# Only a host that hangs ever waits for this.
PATIENCE = 20


class Process:
    """The host with a bot, in a folder of its own."""

    def __init__(self, *arguments, files=None, cwd=None):
        self.folder = tempfile.mkdtemp(prefix="croupier-test-")
        for name, text in (files or {}).items():
            os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        to_bot, self._sink = os.pipe()
        self._source, from_bot = os.pipe()
        self._pid = self._spawn([HOST, *arguments], _high(to_bot), _high(from_bot), cwd or self.folder)
        self._pending = b""
        self._code = None

    def _spawn(self, arguments, to_bot, from_bot, cwd):
        logs = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        actions = [
            # Text that a bot must not find: its standard input has to be empty.
            (os.POSIX_SPAWN_OPEN, 0, HOST, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, to_bot, 3),
            (os.POSIX_SPAWN_DUP2, from_bot, 4),
            (os.POSIX_SPAWN_OPEN, 1, self._log("out"), logs, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, self._log("err"), logs, 0o600),
        ]
        before = os.getcwd()
        os.chdir(cwd)
        try:
            command = [sys.executable, "-I", "-B", *arguments]
            return os.posix_spawn(sys.executable, command, {}, file_actions=actions)
        finally:
            os.chdir(before)
            os.close(to_bot)
            os.close(from_bot)

    def _log(self, name):
        return os.path.join(self.folder, f".std{name}")

    def write(self, data):
        """Bytes to the bot, as they are."""
        while data:
            data = data[os.write(self._sink, data) :]

    def write_alone(self, data):
        """Bytes to the bot, which has read them when this returns."""
        self.write(data)
        until = time.monotonic() + PATIENCE
        while struct.unpack("i", fcntl.ioctl(self._sink, termios.FIONREAD, bytes(4)))[0]:
            assert time.monotonic() < until, "the host does not read"

    def read(self, size):
        """Exactly so many bytes; fewer at the end."""
        while len(self._pending) < size and self._read_more():
            pass
        data, self._pending = self._pending[:size], self._pending[size:]
        return data

    def line(self):
        """The next message; `None` at the end."""
        while b"\n" not in self._pending:
            if not self._read_more():
                return None
        line, _, self._pending = self._pending.partition(b"\n")
        return json.loads(line)

    def _read_more(self):
        if not select.select([self._source], [], [], PATIENCE)[0]:
            raise AssertionError(f"nothing came from the host; its errors: {self.errors()}")
        data = os.read(self._source, 65536)
        self._pending += data
        return bool(data)

    def pipes(self):
        """The numbers by which the system tells the pipes of the channel from others."""
        return {os.fstat(self._source).st_ino, os.fstat(self._sink).st_ino}

    def prints(self):
        """What the bot printed so far, without the lines that say where it was."""
        return MARK.sub("", self.marked("out"))

    def errors(self):
        """What the bot wrote to standard error so far, likewise."""
        return MARK.sub("", self.marked("err"))

    def marked(self, name):
        """All that stands in an output so far."""
        with open(self._log(name), encoding="utf-8") as file:
            return file.read()

    def close(self):
        """Closes the bot's input and returns its exit code."""
        if self._code is None:
            os.close(self._sink)
            _, status = os.waitpid(self._pid, 0)
            os.close(self._source)
            self._code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        return self._code

    def remove(self):
        """Ends everything and removes the folder."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Table(Process):
    """Asks a bot, in lines or in frames."""

    def __init__(self, *arguments, game="no-thanks", compact=False, files=None, cwd=None, **offers):
        super().__init__("play", *arguments, files=files, cwd=cwd)
        self._framed = False
        self._asked = 0
        hello = {"type": "hello", "protocol": 1, "game": game, "version": 1, "bot": "x", "seats": 2, "options": {}}
        self.send({**hello, "compact": compact, **offers})
        self.hello = self.line()
        self._framed = bool(self.hello and self.hello.get("compact"))

    def send(self, message):
        """One message to the bot."""
        body = json.dumps(message).encode()
        self.write(frame(b"J" + body) if self._framed else body + b"\n")

    def receive(self):
        """One message from the bot; a plain answer reads as `{"number": …, "code": …}`."""
        if not self._framed:
            return self.line()
        head = self.read(4)
        if not head:
            return None
        body = self.read(int.from_bytes(head, "little"))
        if body[:1] == b"J":
            return json.loads(body[1:])
        kind, number, code = struct.unpack("<cIQ", body)
        assert kind == b"M", body
        return {"number": number, "code": code}

    def start(self, players=("Ann", "Bob"), seat=0, seed=1, view=None):
        """Begins a game."""
        self.send({"type": "start", "game": 1, "seat": seat, "players": players, "seed": seed, "view": view or {}})

    def ask(self, view, **more):
        """What the bot says to an ask in JSON."""
        self._asked += 1
        self.send({"type": "ask", "number": self._asked, "view": view, "time_ms": 1000, **more})
        return self.receive()

    def decide(self, view):
        """Whether the bot takes, asked in a compact frame where frames are spoken; faults as they come."""
        if not self._framed:
            answer = self.ask(view)
            return answer["move"] == "take" if answer and answer["type"] == "answer" else answer
        self._asked += 1
        self.write(plain_ask(self._asked, view))
        answer = self.receive()
        if answer is None or "code" not in answer:
            return answer
        assert answer["number"] == self._asked
        return answer["code"] == 1

    def notice(self, seat, move):
        """Tells of a move."""
        self.send({"type": "notice", "seat": seat, "move": move})

    def end(self, view, scores=(0.0, 0.0)):
        """Ends the game."""
        self.send({"type": "end", "view": view, "scores": scores})


def frame(body):
    """A frame around a kind and its body."""
    return len(body).to_bytes(4, "little") + body


def plain_ask(number, view, kind=b"A", more=b""):
    """A view of No Thanks! as a compact ask; or as a frame of another kind, with more behind it."""
    players = view["players"]
    body = struct.pack("<cI", kind, number)
    body += bytes([view["seat"], view["to_move"], view["round"], view["card"] or 0, view["coins_on_card"]])
    body += bytes([len(players)])
    for player in players:
        body += struct.pack("<BQ", player["coins"], sum(1 << card for card in player["collection"]))
    return frame(body + more)


def compact_start(game, view, players, seed):
    """A start as a frame."""
    return plain_ask(game, view, b"S", seed.to_bytes(8, "little") + json.dumps(players).encode())


def compact_end(game, view):
    """An end as a frame."""
    return plain_ask(game, view, b"E")


def view(seat=0, to_move=None, round=1, card=20, coins_on_card=0, players=((11, []), (11, []))):
    """A view of No Thanks!, by default of the first decision of two players."""
    shown = [{"coins": coins, "collection": list(cards)} for coins, cards in players]
    table = {"round": round, "card": card, "coins_on_card": coins_on_card, "players": shown}
    return {"seat": seat, "to_move": seat if to_move is None else to_move, **table}


def _high(descriptor):
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return high
