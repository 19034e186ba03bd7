"""Compiles `languages/wasm/inside` into the library that the component has beside Python. For `wasm-python`.

The library is a module of Python, `_quick`, and has functions besides that the table calls directly, past
the component's general ones. componentize-py links a library into the component and exports these where a
section of the library's file says of what types they are; `direct_calls.wit` shows that in words, and what
follows writes it in bytes.
"""

from pathlib import Path

from wasm_tools import WASM, run, zig

SOURCES = WASM / "inside"
# The name that componentize-py looks for, and that Python inside it imports.
NAME = "_quick.cpython-314-wasm32-wasi.so"
COMPILED = ["-target", "wasm32-wasi", "-mcpu=generic+bulk_memory", "-std=c17", "-O2", "-fPIC", "-fvisibility=hidden"]
CHECKED = ["-fno-sanitize=all", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]
LINKED = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry"]


def compile_into(folder):
    """Compiles and links the library into this folder."""
    objects = []
    for source in sorted(SOURCES.glob("*.c")):
        objects.append(str(Path(folder, source.stem + ".o")))
        run([zig(), "cc", *COMPILED, *CHECKED, "-c", str(source), "-o", objects[-1]])
    library = Path(folder, NAME)
    run([zig(), "wasm-ld", *LINKED, *objects, "-o", str(library)])
    with library.open("ab") as file:
        file.write(_section(0, _text("component-type:direct-calls") + _direct_calls()))


# Codes of the component model's binary format.
_U64, _U8, _LIST, _FUNCTION, _COMPONENT = b"\x77", b"\x7d", b"\x70", b"\x40", b"\x41"
_TYPE, _EXPORT = b"\x01", b"\x04\x00"
_OF_FUNCTION, _OF_COMPONENT = b"\x01", b"\x04"


def _direct_calls():
    """The types of `direct_calls.wit`, as a component that has nothing else."""
    words = _vector(_text(letter) + _U64 for letter in "abcdefg")
    frame = _vector([_text("frame") + _number(0)])
    gives_a_word = b"\x00" + _U64
    world = [
        _TYPE + _LIST + _U8,
        _TYPE + _FUNCTION + frame + gives_a_word,
        _EXPORT + _text("begin") + _OF_FUNCTION + _number(1),
        _TYPE + _FUNCTION + words + gives_a_word,
        _EXPORT + _text("decide") + _OF_FUNCTION + _number(2),
        _EXPORT + _text("finish") + _OF_FUNCTION + _number(2),
    ]
    package = [
        _TYPE + _COMPONENT + _vector(world),
        _EXPORT + _text("croupier:seat/direct-calls") + _OF_COMPONENT + _number(0),
    ]
    return b"".join([
        b"\0asm\x0d\0\x01\0",
        _section(0, _text("wit-component-encoding") + b"\x04\x00"),
        _section(7, _vector([_COMPONENT + _vector(package)])),
        _section(11, _vector([b"\x00" + _text("direct-calls") + b"\x03\x00\x00"])),
    ])


def _section(kind, body):
    return bytes([kind]) + _number(len(body)) + body


def _vector(parts):
    parts = list(parts)
    return _number(len(parts)) + b"".join(parts)


def _text(text):
    return _number(len(text)) + text.encode()


def _number(value):
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _number(rest) if rest else bytes([low])
