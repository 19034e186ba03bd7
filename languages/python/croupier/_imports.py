"""Imports for a bot that has no files: its own source, the Python files beside it, and what was there at the
start.

The table finds the files beside the bot and hides those that are bots of others; nothing here knows where
they lie.
"""

import importlib.util
import sys

import wit_world


class Source:
    """A loader of one source that is here already."""

    def __init__(self, file, text):
        self._file = file
        self._text = text

    def create_module(self, spec):
        """An ordinary module."""

    def exec_module(self, module):
        """Runs the source."""
        exec(compile(self._text, self._file, "exec", dont_inherit=True), vars(module))

    def get_source(self, name=None):
        """The source, for tracebacks."""
        return self._text


class ImportableFiles:
    """Finds modules beside the bot, and says of all others that they are not here."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """A spec for what lies beside the bot."""
        found = wit_world.source_of(name)
        if found is None:
            raise ModuleNotFoundError(
                f"No module named {name!r}: this cell has only the standard library and the files beside the bot, and "
                "packages are not available in WebAssembly",
                name=name,
            )
        return _spec(name, *found)


def load(file, text):
    """The bot's module, with the files beside it within reach."""
    name = file.removesuffix(".py")
    # A bot may be called json.py; the modules that are loaded already keep their names.
    if name in sys.modules:
        name = f"bot_{name}"
    # In place of the finders for files: nothing is found in files that are not there.
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__name__", "") != "PathFinder"]
    sys.meta_path.append(ImportableFiles)
    spec = _spec(name, file, text)
    module = importlib.util.module_from_spec(spec)
    module.__file__ = file
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _spec(name, file, text):
    package = file.endswith("__init__.py")
    return importlib.util.spec_from_loader(name, Source(file, text), origin=file, is_package=package)
