"""Whether a bot keeps nothing at all: what it answers follows from the question, its own code, and the luck
of the game.

Then one instance can play many games at once, and nobody could tell: also where it lives through the
tournament. Looked for is whatever an honest bot keeps by: attributes that are set outside of `__init__`, or
that hold what can change; what the engine counts for it over games; clocks, prints and files; and all that
keeps games from being apart. A bot that does not pass plays one game at a time, and loses nothing but time.
"""

import ast

from croupier import _luck
from croupier._apart import HARMLESS, Code, all_harmless

_PLAIN = (type(None), bool, int, float, complex, str, bytes, range)
# What shows the time, or anything else of the process.
_CLOCKS = frozenset("datetime sys time operator".split())
# What is heard or printed in its order, and what reaches any attribute.
_HEARD = frozenset("print input getattr breakpoint help".split())
# What the engine of No Thanks! counts from game to game, and a name that would stay.
_COUNTED = frozenset("games totalpenalty score setName".split())
_OURS = "_croupier"


class _Code(Code):
    """Looks through source for what keeps anything from one question to the next."""

    importable = HARMLESS - _CLOCKS

    def __init__(self, importable):
        super().__init__(importable)
        # What the method `__init__` that is being looked at calls its instance.
        self._made = None

    def look(self, node, local):
        """The same, and which `__init__` a node is in."""
        before = self._made
        if isinstance(node, ast.FunctionDef):
            first = (node.args.posonlyargs + node.args.args)[:1]
            self._made = first[0].arg if first and node.name == "__init__" else None
        super().look(node, local)
        self._made = before

    def may_name(self, name):
        """Whether a variable of this name keeps nothing."""
        return super().may_name(name) and name not in _HEARD and (name == "__name__" or not name.startswith("__"))

    def may_reach(self, node):
        """Whether an attribute keeps nothing, read or set."""
        name = node.attr
        if self._made is not None and name in ("__init__", "setName"):
            return True
        return name not in _COUNTED and not name.startswith((_OURS, "__")) and super().may_reach(node)

    def may_set(self, node, local):
        """Whether a part of something may be set: an attribute only while an instance is made."""
        if isinstance(node, ast.Attribute) and local:
            return isinstance(node.value, ast.Name) and node.value.id == self._made
        return super().may_set(node, local)


def is_stateless(known):
    """Whether the code of the bot that has been loaded keeps nothing; `known` are the names of the modules
    from before."""
    return _luck.hand.generator is None and all_harmless(known, _Code)


def holds_nothing(player):
    """Whether nothing that an instance has been made with can change, and no luck is in it."""
    held = (value for name, value in vars(player).items() if not name.startswith(_OURS))
    return _luck.hand.generator is None and all(map(_is_plain, held))


def _is_plain(value):
    kind = type(value)
    return kind in _PLAIN or kind in (tuple, frozenset) and all(map(_is_plain, value))
