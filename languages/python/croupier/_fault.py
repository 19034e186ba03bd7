"""What went wrong in a bot, as one line and as its full trace.

Knows exceptions, not the protocol.
"""

import os
import sys
import traceback

from croupier import _packages

_LONGEST_LINE = 400
_LONGEST_TRACE = 16_000
_OWN_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep


class LoadError(Exception):
    """A bot that cannot be had, in words for its author; there is no trace to show."""


def describe(error):
    """One line about an exception, with the place in the bot's code."""
    if isinstance(error, LoadError):
        return _one_line(str(error))
    if isinstance(error, SystemExit):
        text = f"the bot called sys.exit({_shown_code(error)})"
    else:
        text = "".join(traceback.format_exception_only(type(error), error)[-1:])
    if not isinstance(error, SyntaxError):
        text = text.rstrip("\n") + _place(error) + _where_modules_are(error) + _nobody_types(error)
        text += _packages.serves() if isinstance(error, OSError) else ""
    else:
        text += f" ({os.path.basename(error.filename or '?')}, line {error.lineno})"
    return _one_line(text)


def trace(error):
    """The traceback, from the bot's own code on."""
    if isinstance(error, LoadError):
        return ""
    text = "".join(traceback.format_exception(type(error), error, _of_the_bot(error.__traceback__)))
    if len(text) > _LONGEST_TRACE:
        half = _LONGEST_TRACE // 2
        text = f"{text[:half]}\n[…]\n{text[-half:]}"
    return text


def _one_line(text):
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"


def _shown_code(error):
    return "" if error.code is None else repr(error.code)


def _where_modules_are(error):
    """For a module that is not there: what would bring it, and which ones are. The most common reason why a
    bot plays at home alone."""
    plain = isinstance(error, ModuleNotFoundError) and str(error) == f"No module named {error.name!r}"
    return f"; {_packages.would_bring(error.name)}" if plain else ""


def _nobody_types(error):
    """For a bot that reads what is typed, as one that a person played with does."""
    plain = isinstance(error, EOFError) and str(error) == "EOF when reading a line"
    return "; nobody types here: a bot is asked by calls of its methods, and its standard input is empty" if plain else ""


def _place(error):
    frames = traceback.extract_tb(_of_the_bot(error.__traceback__))
    if not frames:
        return ""
    # What its author can mend comes first: the last place in the bot's own folder, then where a library gave
    # up.
    folder = os.path.dirname(frames[0].filename)
    own = [frame for frame in frames if os.path.dirname(frame.filename) == folder]
    places = [own[-1]] if own[-1] is frames[-1] else [own[-1], frames[-1]]
    return f" ({'; in '.join(f'{os.path.basename(place.filename)}, line {place.lineno}' for place in places)})"


def _of_the_bot(frames):
    """The frames without those of the host that come first."""
    while frames is not None and _is_ours(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    return frames


def _is_ours(file):
    return file.startswith((_OWN_FOLDER, "<frozen importlib")) or file == sys.argv[0]
