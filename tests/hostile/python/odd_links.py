# Tries:   to go around the walls: through `/proc/self/root`, `/proc/self/cwd/../..`, symbolic and hard links
#          in `/tmp`, and descriptors that were left open.
# Stopped: a path leads nowhere but into its own file system, and no descriptor is left
#          (crates/hosts/src/cell/linux/descriptors.rs).
# Told:    nothing; its log says "kept out".
import os

from NoThanksPlayer import Player

SECRET = "/etc/shadow"


def opened(path):
    try:
        os.close(os.open(path, os.O_RDONLY))
        return True
    except OSError:
        return False


def found():
    for root in ("/proc/self/root", "/proc/1/root", "/proc/self/cwd/../../../../.."):
        if opened(root + SECRET):
            yield root
    for make in (os.symlink, os.link):
        try:
            make(SECRET, "/tmp/" + make.__name__)
            if opened("/tmp/" + make.__name__):
                yield make.__name__
        except OSError:
            pass
    for descriptor in range(1024):
        # A folder that was left open is a way out, whatever the walls.
        for way in ("../../../../../.." + SECRET, "." + SECRET, "plan.toml", "../plan.toml"):
            try:
                os.close(os.open(way, os.O_RDONLY, dir_fd=descriptor))
                yield f"{descriptor}/{way}"
            except OSError:
                pass


class OddLinks(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
