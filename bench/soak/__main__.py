"""Plays until a leak would show: python3 bench/soak PART [--croupier PROGRAM] [--share PART] [--minutes
NUMBER]

Every part samples memory, descriptors, processes and temporary files of the program and of what it starts,
says whether each is flat by the rule of `flat.py`, and ends with 1 where one is not, or where something is
left behind. Linux only: it reads /proc.
"""

import argparse
import sys

import flat
import runs
import site_load

PARTS = {
    "rust": runs.rust,
    "wasm": runs.wasm,
    "python": runs.python,
    "java": runs.java,
    "haskell": runs.haskell,
    "http": runs.http,
    "site": site_load.site,
}
HEAD = ["part", "games", "minutes", "memory, MB", "bots, MB", "descriptors", "processes", "files", "left", "flat"]


def line(ended):
    """A row of the table: the middle third's median, the last third's, and the most."""

    def cell(what):
        values = ended.samples.of[what]
        if len(values) < flat.FEWEST:
            return "too few samples"
        middle, last = flat.thirds(values)
        return f"{middle:.0f} → {last:.0f} ({max(values):.0f})"

    growing = [what for what, values in ended.samples.of.items() if not flat.is_flat(what, values)]
    verdict = "yes" if not growing and not ended.left else "no: " + ", ".join(growing or ["left behind"])
    cells = [cell(what) for what in ended.samples.of]
    minutes = f"{ended.seconds / 60:.1f}"
    return [ended.what, f"{ended.games:,}", minutes, *cells, str(ended.left), verdict], verdict == "yes"


def show(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="bench/soak", description="Plays until a leak would show.")
    parser.add_argument("part", choices=[*PARTS, "all"])
    parser.add_argument("--croupier", default="target/debug/croupier", help="the program (default: %(default)s)")
    parser.add_argument("--share", type=float, default=1.0, help="this part of the games, as in 0.01")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long the site is under load")
    asked = parser.parse_args()
    show(HEAD)
    show(["---"] + ["---:"] * (len(HEAD) - 2) + ["---"])
    sound = True
    for name in PARTS if asked.part == "all" else [asked.part]:
        argument = asked.minutes if name == "site" else asked.share
        for ended in PARTS[name](runs.program(asked.croupier), argument):
            cells, is_sound = line(ended)
            show(cells)
            sound = sound and is_sound
    sys.exit(0 if sound else 1)


if __name__ == "__main__":
    main()
