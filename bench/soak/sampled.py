"""What a process and everything that it started use, read from /proc as often as is asked."""

import os
import time

PAGE = os.sysconf("SC_PAGE_SIZE")


class Samples:
    """What was measured, by what it is, in order."""

    def __init__(self):
        self.of = {"memory": [], "bots": [], "descriptors": [], "processes": [], "files": []}

    def take(self, pid, temporary):
        """Measures once; `temporary` is where the process has its temporary files."""
        family = descendants(pid)
        own = resident(pid)
        if not own:
            return
        self.of["memory"].append(own / 1e6)
        self.of["bots"].append(sum(map(resident, family)) / 1e6)
        self.of["descriptors"].append(descriptors(pid))
        self.of["processes"].append(len(family))
        self.of["files"].append(files(temporary))


def watch(process, temporary, until=None):
    """Measures a process until it ends, or until then; twenty times a second at first, and less often the
    longer it takes, so that a run of hours has thousands of samples and not more."""
    samples, begun = Samples(), time.monotonic()
    while process.poll() is None and (until is None or time.monotonic() < until):
        samples.take(process.pid, temporary)
        time.sleep(min(2.0, max(0.05, (time.monotonic() - begun) / 400)))
    return samples


def descendants(pid):
    """All that a process started, and what those started."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        parent = field(name, 4)
        if parent is not None:
            children.setdefault(int(parent), []).append(int(name))
    found, left = [], [pid]
    while left:
        born = children.get(left.pop(), [])
        found += born
        left += born
    return found


def resident(pid):
    """The memory that a process took for itself, in bytes; 0 where it is gone. Pages of files that are
    mapped, a site's database say, are the system's cache and grow with the file."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            resident, of_files = map(int, file.read().split()[1:3])
    except (OSError, ValueError):
        return 0
    return (resident - of_files) * PAGE


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def files(folder):
    """How many files and folders are in it, but for the one that all runs of a user share and that stays when
    it is empty."""
    shared = sum(name.startswith("croupier-bots-") for name in os.listdir(folder))
    return sum(len(folders) + len(plain) for _, folders, plain in os.walk(folder)) - shared


def called(pid):
    """A process as a list of what is left tells it: its number, its name, and its state, where Z is one that
    has ended and that nobody waited for."""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as name:
            return f"{pid} {name.read().strip()} {field(pid, 3)}"
    except OSError:
        return f"{pid}, gone by now"


def field(pid, number):
    """A field of a process's stat, counted from 1 as its manual does; a name may have spaces, so they count
    from behind it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            return stat.read().rpartition(")")[2].split()[number - 3]
    except (OSError, IndexError):
        return None
