"""The part that is a site: readers on all its pages, accounts that sign up and send bots, and the games of
its tournament."""

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from urllib.parse import urlencode

from bots import EXAMPLES
from runs import Ended, folder
from sampled import called, descendants, field, files, watch

# So many read at once, each pausing so long between two pages: a class that looks at its ladder.
READERS, PAUSE = 8, 0.05
# So many accounts send a bot in turn, with that many seconds between two. They are as many from the first
# minute to the last: a ladder that grows has more to do, and more open at once.
STUDENTS, BETWEEN = 4, 10.0
PAGES = ["/", "/c/no-thanks", "/c/hearts?find=a", "/games", "/games?contest=score-four", "/play/jujitsu", "/sign-in"]
CONTEST = "no-thanks"


def site(croupier, minutes):
    """A demonstration under load for so long."""
    with folder() as work:
        temporary = work / "tmp"
        temporary.mkdir()
        process = subprocess.Popen(
            [croupier, "serve", "--demo", "--data", "site", "--listen", "127.0.0.1:0", "--sandbox", "best", "--json"],
            cwd=work,
            env={**os.environ, "TMPDIR": str(temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        load = None
        try:
            load = Load(where(process))
            begun = time.monotonic()
            samples = watch(process, temporary, until=begun + 60 * minutes)
            seconds = time.monotonic() - begun
            load.end()
            games = load.games()
            children = descendants(process.pid)
            # By now: afterwards they are the system's, which may be quick or slow to bury them.
            unburied = [called(child) for child in children if field(child, 3) == "Z"]
        finally:
            if load:
                load.end()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=120)
        alive = [child for child in children if os.path.exists(f"/proc/{child}")]
        left = len(alive) + files(temporary)
        if left:
            print("soak: left are", *map(called, alive), *temporary.rglob("*"), sep="\n  ", file=sys.stderr)
            print("soak: ended and waited for by nobody were", *unburied, sep="\n  ", file=sys.stderr)
        what = f"a site: {load.read:,} pages, {load.sent} bots sent, {load.failed} answers of 500 and above"
        yield Ended(what, games, seconds, samples, left + load.failed)


def where(process):
    """The host and port that the site says it listens on."""
    for text in process.stdout:
        found = re.search(r"http://([0-9.]+:\d+)", text)
        if found:
            # What it logs later must not fill the pipe.
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[1]
    raise SystemExit("soak: the site did not start")


class Load:
    """Everyone who uses the site."""

    def __init__(self, host):
        self.host, self.read, self.sent, self.failed = host, 0, 0, 0
        self.over = threading.Event()
        self.counting = threading.Lock()
        work = [lambda n=n: self.reads(n) for n in range(READERS)] + [self.sends]
        self.threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join(timeout=60)

    def reads(self, number):
        """Goes through the pages, and through the newest games."""
        at, game = number, None
        while not self.over.wait(PAUSE):
            path = PAGES[at % len(PAGES)] if at % 3 or not game else game
            status, _, body = self.ask("GET", path)
            found = re.findall(r'href="(/games/\d+)"', body)
            game = found[at % len(found)] if found else game
            at += 1
            with self.counting:
                self.read += status == 200

    def sends(self):
        """Signs the accounts up and sends bots, each another one by a comment."""
        source, count = (EXAMPLES / "no-thanks" / "example_bot.py").read_text(), 0
        sessions = [Session(self) for _ in range(STUDENTS)]
        for session, name in zip(sessions, ["Ada", "Grace", "Kurt", "Emmy"]):
            session.sign_up(name)
        while not self.over.wait(0 if count < STUDENTS else BETWEEN):
            session = sessions[count % STUDENTS]
            count += 1
            self.sent += session.send(f"collector{count}.py", f"{source}\n# Number {count}.\n") == 303

    def games(self):
        """How many games the site has: the number of its newest."""
        found = re.findall(r'href="/games/(\d+)"', self.ask("GET", "/games")[2])
        return max(map(int, found), default=0)

    def ask(self, method, path, body=None, headers=None):
        """One request; status, headers and text of its answer."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            status, got = answer.status, answer.headers
        except OSError:
            # Refused or broken off.
            status, got, text = 599, http.client.HTTPMessage(), ""
        finally:
            connection.close()
        # Whoever is asked to come again later is not failed: that is the site's way of saying so.
        if status >= 500 and status != 503 and not self.over.is_set():
            with self.counting:
                self.failed += 1
        return status, got, text


class Session:
    """Somebody with cookies."""

    def __init__(self, load):
        self.load, self.cookies = load, {}

    def ask(self, method, path, body=None, kind=None):
        headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        status, got, text = self.load.ask(method, path, body, headers)
        for cookie in got.get_all("Set-Cookie") or []:
            key, _, value = cookie.split(";")[0].partition("=")
            self.cookies[key] = value
        return status, text

    def token(self, path):
        """The token of the form on a page."""
        found = re.search(r'name="token" value="([^"]*)"', self.ask("GET", path)[1])
        return found[1] if found else ""

    def sign_up(self, name):
        fields = {"token": self.token("/sign-up"), "name": name, "password": "a password that is long"}
        return self.ask("POST", "/sign-up", urlencode(fields), "application/x-www-form-urlencoded")[0]

    def send(self, name, text):
        path = f"/c/{CONTEST}/upload"
        head = 'Content-Disposition: form-data; name='
        parts = [
            f'{head}"token"\r\n\r\n{self.token(path)}',
            f'{head}"file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n{text}',
        ]
        body = "".join(f"--part\r\n{part}\r\n" for part in parts) + "--part--\r\n"
        return self.ask("POST", path, body.encode(), "multipart/form-data; boundary=part")[0]
