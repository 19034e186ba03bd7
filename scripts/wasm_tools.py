"""The compilers for WebAssembly that PyPI offers, of the versions in `languages/wasm/requirements.txt`, and
the cache folder they are installed in. For the scripts beside it.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import locked

REPOSITORY = Path(__file__).resolve().parent.parent
WASM = REPOSITORY / "languages" / "wasm"


def folder():
    """The user's cache folder for WebAssembly."""
    home = os.environ.get("XDG_CACHE_HOME")
    return Path(home if home and os.path.isabs(home) else Path.home() / ".cache") / "croupier" / "wasm"


def zig():
    """Zig, installed at the first call; several calls at once do not disturb each other."""
    wanted = _wanted("ziglang")
    place = folder() / wanted.replace("==", "-")
    if not place.exists():
        say(f"installing {wanted} from PyPI")
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder()) as work:
            made = Path(work, "made")
            # Debian's Python has no pip but in virtual environments.
            install = ["-m", "pip", "install", "--quiet", "--target", str(made), *locked.options(wanted, work)]
            run([_environment(Path(work, "pip")), *install])
            try:
                made.rename(place)
            except OSError:
                # Another call was quicker.
                if not place.exists():
                    raise
    return str(place / "ziglang" / ("zig.exe" if os.name == "nt" else "zig"))


def componentize():
    """componentize-py, installed at the first call."""
    wanted = _wanted("componentize-py")
    place = folder() / wanted.replace("==", "-")
    program = place / _PROGRAMS / "componentize-py"
    if not program.with_suffix(".exe" if os.name == "nt" else "").exists():
        say(f"installing {wanted} from PyPI")
        python = _environment(place)
        run([python, "-m", "pip", "install", "--quiet", *locked.options(wanted, place)])
    return str(program)


# Where a virtual environment has its programs.
_PROGRAMS = "Scripts" if os.name == "nt" else "bin"


def _environment(place):
    """A new virtual environment there; its Python."""
    venv.create(place, with_pip=True, clear=True)
    return str(place / _PROGRAMS / "python")


def run(command):
    """Runs a program; where it fails, so do we."""
    # A virtual environment that is active must not reach into what is built.
    environment = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    result = subprocess.run(command, env=environment)
    if result.returncode:
        sys.exit(f"{Path(sys.argv[0]).name}: {Path(command[0]).name} failed with code {result.returncode}")


def say(text):
    """Tells what takes long."""
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr, flush=True)


def _wanted(package):
    lines = (WASM / "requirements.txt").read_text().split()
    return next(line for line in lines if line.startswith(f"{package}=="))
