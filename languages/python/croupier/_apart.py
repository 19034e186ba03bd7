"""Whether the games of a bot are apart: nothing of one can reach another in the same process.

Each game has an instance of the bot and luck of its own, so what is left is what a bot keeps elsewhere: in
variables of its modules and classes, in files, in threads. Those are looked for, in the bot's own code and in
what it has made by being loaded; whatever is not known to be harmless counts as kept. A bot that is not apart
plays one game at a time, and loses nothing but time.

Has to be imported before the bot is loaded, beside which may lie a module of the same name as one that is
needed here.
"""

import ast
import os
import sys
import types

# Modules that keep nothing a bot has put there, as long as it sets none of their variables.
HARMLESS = frozenset(
    """__future__ abc bisect cmath collections copy dataclasses datetime enum fractions functools heapq itertools math
    numbers operator random re statistics string struct sys time typing""".split()
)
# What reaches variables by name, classes, or files.
REACHING = frozenset("setattr delattr globals vars exec eval compile open type classmethod __import__".split())
OURS = frozenset(
    """croupier NoThanks NoThanksBeginners NoThanksGame NoThanksPlayer NoThanksState Take5 Take5Beginners
    Take5Player""".split()
)
_STANDARD = os.path.dirname(os.__file__) + os.sep
_PLAIN = (type(None), bool, int, float, complex, str, bytes, range, type(Ellipsis), type(NotImplemented))
_CODE = (types.BuiltinFunctionType, types.ModuleType, types.MethodDescriptorType, types.WrapperDescriptorType)


def is_apart(known):
    """Whether the games of the bot that has been loaded are apart; `known` are the names of the modules from
    before."""
    return all_harmless(known, Code)


def all_harmless(known, code):
    """Whether this reader of code finds nothing in any module of the bot's own, nor does a look at what they
    have made."""
    own = {name: module for name, module in sys.modules.items() if name not in known and not _is_others(name, module)}
    importable = code.importable | OURS | {_root(name) for name in own}
    try:
        return all(_keeps_nothing(module, code(importable)) for module in own.values())
    except (OSError, SyntaxError, RecursionError, UnicodeDecodeError):
        return False


def _root(name):
    return name.partition(".")[0]


def _is_others(name, module):
    """Whether a module is ours or Python's."""
    file = getattr(module, "__file__", None)
    installed = file is not None and ("site-packages" in file or "dist-packages" in file)
    return _root(name) in OURS or file is None or (file.startswith(_STANDARD) and not installed)


def _keeps_nothing(module, code):
    # Bytes, since a source may say in which letters it is written.
    with open(module.__file__, "rb") as file:
        code.look(ast.parse(file.read()), frozenset())
    return code.harmless and _Values(module.__name__).harmless(vars(module))


class Code:
    """Looks through source for what sets variables outside of an instance."""

    importable = HARMLESS
    """Modules that may be used beside the bot's own."""

    def __init__(self, importable):
        self._importable = importable
        self.harmless = True

    def look(self, node, local):
        """Looks at a node and all below it; `local` are the names of the function around it."""
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            self.harmless = False
        elif isinstance(node, ast.Name):
            self.harmless = self.may_name(node.id)
        elif isinstance(node, ast.Import):
            self._imports(_root(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            self._imports([_root(node.module)])
        if isinstance(node, ast.Attribute):
            self.harmless = self.harmless and self.may_reach(node)
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            self.harmless = self.harmless and self.may_set(node, local)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            local = _names_in(node)
        for child in ast.iter_child_nodes(node):
            if self.harmless:
                self.look(child, local)

    def may_name(self, name):
        """Whether a variable of this name does no harm."""
        return name not in REACHING

    def may_reach(self, node):
        """Whether an attribute does no harm, read or set."""
        return node.attr not in ("__dict__", "__class__")

    def _imports(self, names):
        self.harmless = self.harmless and all(name in self._importable for name in names)

    def may_set(self, node, local):
        """Whether a part of something may be set: where that belongs to the call, or is set while the bot is
        loaded."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        return isinstance(node, ast.Name) and (node.id in local or not local)


def _names_in(function):
    """The parameters of a function and the names it sets; never empty."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    names = {argument.arg for argument in every if argument is not None}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
    return frozenset(names | {""})


class _Values:
    """Looks through what a module has made for anything that can hold something later."""

    def __init__(self, module):
        self._module = module
        self._seen = set()

    def harmless(self, variables):
        """Whether none of these variables can; those that Python makes for itself are passed over."""
        return all(self._is_fixed(value) for name, value in variables.items() if not _is_pythons(name, value))

    def _is_fixed(self, value):
        if isinstance(value, _PLAIN) and type(value) in _PLAIN or isinstance(value, _CODE) or id(value) in self._seen:
            return True
        self._seen.add(id(value))
        kind = type(value)
        if kind in (tuple, frozenset):
            return all(map(self._is_fixed, value))
        if kind is types.FunctionType:
            return self._is_fixed_function(value)
        if kind in (staticmethod, classmethod):
            return self._is_fixed(value.__func__)
        if kind is property:
            return all(map(self._is_fixed, (value.fget, value.fset, value.fdel)))
        if isinstance(value, type):
            # Classes of others are looked at where they are defined, or are Python's or ours.
            return value.__module__ != self._module or self.harmless(vars(value))
        # A function of the module `random`, taken out of it.
        return kind is types.MethodType and _is_drawing(value)

    def _is_fixed_function(self, function):
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        named = tuple((function.__kwdefaults__ or {}).values())
        extra = tuple(vars(function).values())
        return all(map(self._is_fixed, (function.__defaults__ or ()) + named + cells + extra))


def _is_drawing(method):
    return method.__self__ is getattr(sys.modules.get("random"), "_inst", method)


def _is_pythons(name, value):
    return name.startswith("__") and name.endswith("__") and not isinstance(value, types.FunctionType)
