"""Runs checks and tells what came of them. A check is a name and a function without arguments, which gives
how much it looked at, in words, and raises `Wrong` with everything that is wrong."""

import sys

_broken = []
_left_out = []


class Wrong(Exception):
    """What is wrong, a sentence each."""

    def __init__(self, sentences):
        super().__init__("; ".join(sentences))
        self.sentences = sentences


def hold(sentences):
    """Ends a check where anything is wrong."""
    found = list(sentences)
    if found:
        raise Wrong(found)


def run(checks):
    """Runs them all, whatever comes of each."""
    for name, check in checks:
        try:
            print(f"deploy/check: {name}: {check()}")
        except ImportError as error:
            _left_out.append(name)
            print(f"deploy/check: {name}: NOT CHECKED: {error.name} is not installed", file=sys.stderr)
        except FileNotFoundError as error:
            _tell_missing(name, error)
        except Wrong as wrong:
            _broken.append(name)
            for sentence in wrong.sentences:
                print(f"deploy/check: {name}: {sentence}", file=sys.stderr)


def _tell_missing(name, error):
    program = str(error.filename)
    if "/" in program:
        _broken.append(name)
        print(f"deploy/check: {name}: {program} is not there", file=sys.stderr)
    else:
        _left_out.append(name)
        print(f"deploy/check: {name}: NOT CHECKED: the program {program} is not installed", file=sys.stderr)


def outcome():
    """The exit code, and a last line."""
    if _left_out:
        print(f"deploy/check: not checked: {', '.join(_left_out)}", file=sys.stderr)
    if _broken:
        print(f"deploy/check: wrong: {', '.join(_broken)}", file=sys.stderr)
        return 1
    return 0
