"""What scripts install from PyPI, held to the hashes in `requirements.lock`. For the scripts beside it."""

import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parent / "requirements.lock"


def packages():
    """All that is locked: hashes by `name==version`."""
    found, name = {}, None
    for line in LOCK.read_text().splitlines():
        words = line.split("#")[0].rstrip("\\").split()
        if words and not words[0].startswith("--"):
            name = words.pop(0)
            found[name] = []
        found.setdefault(name, []).extend(word.partition("sha256:")[2] for word in words)
    found.pop(None, None)
    return found


def options(wanted, folder):
    """The options with which pip takes this package, with the right hash, and nothing else."""
    hashes = packages().get(wanted)
    if not hashes:
        sys.exit(f"{Path(sys.argv[0]).name}: {wanted} is not in {LOCK.name}; {', '.join(packages())} are")
    file = Path(folder, "locked.txt")
    file.write_text(wanted + "".join(f" --hash=sha256:{each}" for each in hashes) + "\n")
    return ["--no-deps", "--require-hashes", "--requirement", str(file)]
