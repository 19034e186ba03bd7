"""From a file or a module's name to the class that plays.

Which classes compete: those that derive from a game's `Player` and are defined in the bot's own module. Where
the module has an `__all__`, those that it names, wherever they are defined.
"""

import importlib.util
import os
import sys
from importlib.machinery import PathFinder, SourceFileLoader

from croupier import _packages
from croupier._fault import LoadError

# In place of a game's name: the class plays whatever is played.
ANY = "any game"

# Said of a player that leaves the one decision of No Thanks! to its base.
TAKES_ALL = "it has no method take of its own, and takes every card"

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Where the package was installed, its modules lie side by side.
COMPAT = os.path.join(PACKAGE, "compat") if os.path.isdir(os.path.join(PACKAGE, "compat")) else PACKAGE
# A student's folder often still holds the original engine. These names are ours all the same, or its bots
# would derive from a class that no table knows.
ENGINE = frozenset(["NoThanks", "NoThanksGame", "NoThanksPlayer", "NoThanksState", "Take5", "Take5Player"])


class EngineFinder:
    """Finds the modules of the original engine in our folder, whatever lies beside the bot."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """A spec for names of the engine, `None` for any other."""
        return PathFinder.find_spec(name, [COMPAT]) if name in ENGINE else None


def load(target, paths):
    """Imports the bot's module, with its folder as working directory and first on the search path.

    `Module.Class` is understood too. Returns the module and the name of the class, or `None` where none was
    named.
    """
    paths = [os.path.abspath(path) for path in paths]
    spec, chosen = _find(target, paths)
    folder = os.path.dirname(spec.origin)
    if spec.submodule_search_locations is not None:
        folder = os.path.dirname(folder)
    os.chdir(folder)
    sys.path[:] = [folder, *paths, COMPAT, *(path for path in sys.path if path != PACKAGE), PACKAGE]
    sys.meta_path.insert(0, EngineFinder)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module, chosen


def competing(module):
    """The names of the classes that compete, in alphabetical order."""
    exported = getattr(module, "__all__", None)
    names = {}
    for name in sorted(vars(module) if exported is None else exported):
        value = getattr(module, name, None)
        if game_of(value) and (exported is not None or value.__module__ == module.__name__):
            # A class with a second name in its module competes once, under its own.
            if value not in names or name == value.__name__:
                names[value] = name
    return sorted(names.values())


def game_of(value):
    """The game a class plays; `None` where it is no player, or only the base of players."""
    if not isinstance(value, type):
        return None
    if is_original(value):
        return "no-thanks"
    modern = getattr(sys.modules.get("croupier.player"), "Player", None)
    if modern is not None and issubclass(value, modern):
        return None if value.__module__.startswith("croupier.") else value.game
    return None


def plays(value, game):
    """Whether a class plays this game: its own one, or any."""
    return game_of(value) in (game, ANY)


def is_original(value):
    """Whether a class is a player written for the original No Thanks! engine."""
    base = getattr(sys.modules.get("NoThanksPlayer"), "Player", None)
    return base is not None and value is not base and issubclass(value, base)


def choose(module, name, game):
    """The class that plays: the one that was named, or the only one that the module has."""
    if name is None:
        names = competing(module)
        fitting = [name for name in names if plays(getattr(module, name), game)] or names
        if len(fitting) > 1:
            raise LoadError(f"{_file(module)} has several bots ({', '.join(fitting)}): name one with --class")
        if not fitting:
            raise LoadError(_without_bot(module))
        name = fitting[0]
    found = named(module, name)
    if not plays(found, game):
        raise LoadError(f"{name} in {_file(module)} plays {game_of(found)}, not {game}")
    return found


def named(module, name):
    """The class of this name, if it is a player."""
    found = getattr(module, name, None)
    if not game_of(found):
        names = ", ".join(competing(module)) or "none"
        raise LoadError(f"{_file(module)} has no bot {name}; bots in it: {names}")
    return found


def bots(module, name):
    """All bots, or the one that was asked for, as they are listed: their names, the game that they play if it
    is one for all, and what their author may want to know of each."""
    names = competing(module) if name is None else [name]
    if not names:
        raise LoadError(_without_bot(module))
    classes = {name: named(module, name) for name in names}
    games = {game_of(found) for found in classes.values()} - {ANY}
    notes = {name: TAKES_ALL for name, found in classes.items() if is_original(found) and _takes_all(found)}
    answer = {"classes": names}
    if len(games) == 1:
        answer["game"] = games.pop()
    if notes:
        answer["notes"] = notes
    return answer


def _without_bot(module):
    return f"{_file(module)} has no bot: no class in it derives from a game's Player{_packages.serves()}"


def _takes_all(player):
    """Whether a player of the original engine decides nothing: `take` is as it was inherited."""
    return player.take is sys.modules["NoThanksPlayer"].Player.take


def _find(target, paths):
    stem, _, last = target.rpartition(".")
    for file, chosen in ((target, None), (target + ".py", None), (stem + ".py", last)):
        if os.path.isfile(file):
            return _file_spec(os.path.abspath(file)), chosen
    if os.sep in target:
        raise LoadError(f"there is no file {target}")
    for name, chosen in ((stem if last == "py" else target, None), (stem, last)):
        spec = PathFinder.find_spec(name, [os.getcwd(), *paths, COMPAT]) if name else None
        if spec is not None and spec.origin is not None:
            return spec, chosen
    raise LoadError(f"there is no file or module {target}")


def _file_spec(file):
    name = os.path.splitext(os.path.basename(file))[0]
    # A bot may be called json.py; the modules that are loaded already keep their names.
    if name in sys.modules or name in ENGINE:
        name = f"bot_{name}"
    return importlib.util.spec_from_file_location(name, file, loader=SourceFileLoader(name, file))


def _file(module):
    return os.path.basename(getattr(module, "__file__", None) or module.__name__)
