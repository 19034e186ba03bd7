"""Starts a competition of No Thanks! from an editor, or as `python NoThanks.py 10000 aifile1 aifile2 ...`.

Change the two values below to set what is played where no arguments are given. The games are played by the
program `croupier`, which is looked for in the environment variable CROUPIER and then on the search path for
programs.

Everything that a bot needs of the engine can be imported from here, too.
"""

from NoThanksPlayer import Card, Deck, Player, copy
from NoThanksState import PlayerState, State

DEFAULTLENGTH = 1000
DEFAULTAIS = ["NoThanksBeginners"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(
        f"there is no {name} here: the games are played by croupier, and what a bot may import are Player, Card, Deck, "
        "State and PlayerState"
    )


def command(arguments):
    """The call that plays the competition these arguments ask for."""
    import os
    import shutil

    program = os.environ.get("CROUPIER") or shutil.which("croupier")
    if not program:
        raise SystemExit("NoThanks.py: croupier was not found; put it on the PATH, or set the variable CROUPIER")
    return [program, "no-thanks", *(arguments or [str(DEFAULTLENGTH), *DEFAULTAIS])]


def main():
    """Plays the competition and ends with croupier's exit code."""
    import subprocess
    import sys

    try:
        sys.exit(subprocess.run(command(sys.argv[1:])).returncode)
    except OSError as error:
        sys.exit(f"NoThanks.py: croupier did not start: {error}")


if __name__ == "__main__":
    main()
