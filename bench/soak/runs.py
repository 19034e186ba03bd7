"""The parts that are tournaments: `croupier run` over many games, measured while it plays."""

import json
import os
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import bots
from sampled import descendants, files, watch

HOUSE = {
    "last-card": ["random", "naive", "greedy"],
    "no-thanks": ["RandomPlayer", "LowerPenalty", "CutOff14", "TakeSmall", "CoinsDependent"],
    "hearts": ["random", "careful"],
    "jujitsu": ["random", "draw-card"],
    "score-four": ["random", "one-ply"],
}
# Games of each part; a game of Hearts has twenty times as many moves as one of Score Four.
RUST = {"no-thanks": 400_000, "score-four": 200_000, "last-card": 150_000, "jujitsu": 100_000, "hearts": 50_000}
WASM = {"no-thanks": 600_000, "score-four": 150_000, "jujitsu": 100_000, "last-card": 45_000, "hearts": 5_000}
PYTHON = {"game": 80_000, "tournament": 10_000}
OTHERS = 3_000


class Ended:
    """A run that is over: what it was, and what was measured."""

    def __init__(self, what, games, seconds, samples, left):
        self.what, self.games, self.seconds, self.samples, self.left = what, games, seconds, samples, left


def rust(croupier, share):
    """Players of the house, in all games."""
    for game, games in RUST.items():
        with folder() as work:
            field = [f"house:{name}" for name in HOUSE[game]]
            yield played(croupier, work, f"Rust, {game}", game, field, round(games * share))


def wasm(croupier, share):
    """Modules, in all games."""
    for game, games in WASM.items():
        with folder() as work:
            field = bots.modules(work, game, 3 if game in ("no-thanks", "last-card") else 2)
            yield played(croupier, work, f"WebAssembly, {game}", game, field, round(games * share))


def python(croupier, share):
    """Python in cells, with an instance a game (many games at once), and with one that lives on."""
    for instances, games in PYTHON.items():
        with folder() as work:
            what = f"Python, an instance a {instances}"
            keys = {"instances": instances}
            yield played(croupier, work, what, "no-thanks", bots.python(work, 3), round(games * share), keys)


def java(croupier, share):
    """Jars that play Last Card."""
    with folder() as work:
        yield played(croupier, work, "Java", "last-card", bots.java(work), round(OTHERS * share))


def haskell(croupier, share):
    """Players of Hearts."""
    with folder() as work:
        yield played(croupier, work, "Haskell", "hearts", bots.haskell(work), round(OTHERS * share))


def http(croupier, share):
    """Web servers that play Jujitsu. They are not ours, so that their processes are not counted."""
    servers, urls = bots.servers(2)
    try:
        with folder() as work:
            yield played(croupier, work, "HTTP", "jujitsu", urls, round(OTHERS * share))
    finally:
        for server in servers:
            server.terminate()
            server.wait()


def program(name):
    """The program, wherever it is called from."""
    found = Path(name).resolve()
    if not found.is_file():
        raise SystemExit(f"soak: there is no {name}; cargo build --workspace --bin croupier makes it")
    return str(found)


def played(croupier, work, what, game, field, games, keys=None):
    """Plays a tournament and measures it."""
    plan = {"game": game, "bots": field, "games": max(games, 1), "seed": 15, "game_files": False, **(keys or {})}
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in plan.items())
    (work / "plan.toml").write_text(text)
    temporary = work / "tmp"
    temporary.mkdir()
    begun = time.monotonic()
    process = subprocess.Popen(
        [croupier, "run", "plan.toml", "--quiet", "--out", "out"],
        cwd=work,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    samples = watch(process, temporary)
    seconds = time.monotonic() - begun
    said = process.stdout.read()
    if process.returncode:
        raise SystemExit(f"soak: {what} ended with {process.returncode}:\n{said}")
    return Ended(what, plan["games"], seconds, samples, len(descendants(process.pid)) + files(temporary))


@contextmanager
def folder():
    """A folder of its own for a run. Its name is no longer than sockets can have."""
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        yield Path(name)
