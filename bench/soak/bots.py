"""Bots for the runs: the examples of this repository, compiled where they have to be."""

import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
EXAMPLES = REPOSITORY / "examples"


def modules(work, game, count):
    """So many WebAssembly modules for a game."""
    source = REPOSITORY / "languages" / "wasm" / "examples" / f"{game.replace('-', '_')}.c"
    first = work / "one.wasm"
    subprocess.run([REPOSITORY / "scripts" / "wasm-compile", source, "-o", first], check=True)
    return [first.name] + [copied(first, work / f"other{n}.wasm") for n in range(1, count)]


def python(work, count):
    """So many bots of No Thanks! in Python."""
    source = EXAMPLES / "no-thanks" / "example_bot.py"
    return [copied(source, work / f"collector{n}.py") for n in range(count)]


def java(work):
    """A jar for Last Card."""
    kit, classes = work / "kit", work / "classes"
    source = REPOSITORY / "languages" / "java" / "src"
    ours = [str(file) for file in source.rglob("*.java")]
    subprocess.run(["javac", "-nowarn", "-XDignore.symbol.file", "-encoding", "UTF-8", "-d", str(kit), *ours], check=True)
    bot = EXAMPLES / "last-card" / "java" / "Pairs.java"
    subprocess.run(["javac", "-cp", str(kit), "-d", str(classes), str(bot)], check=True)
    jars = [work / "pairs.jar", work / "others.jar"]
    for jar in jars:
        subprocess.run(["jar", "--create", "--file", str(jar), "-C", str(classes), "."], check=True)
    shutil.rmtree(kit)
    shutil.rmtree(classes)
    return [f"{jar.name}#example.Pairs" for jar in jars]


def haskell(work):
    """Two players of Hearts."""
    return [copied(EXAMPLES / "hearts" / "haskell" / name, work / name) for name in ("Lowest.hs", "Counter.hs")]


def servers(count):
    """So many web servers that play Jujitsu; their processes and urls."""
    program = EXAMPLES / "jujitsu" / "http_bot.py"
    started = [
        subprocess.Popen([sys.executable, str(program), "0"], stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    return started, [server.stdout.readline().strip() for server in started]


def copied(source, target):
    shutil.copy(source, target)
    return target.name
