# Tries:   to remember in its own file: it changes its source, its mode, its times and its name, and looks for
#          that later.
# Stopped: what it sees of its files is a copy that it cannot change (crates/hosts/src/bot_files).
# Told:    nothing; its log says "kept out".
import os

from NoThanksPlayer import Player


def found():
    for act in (
        lambda: open(__file__, "a").write("\n"),
        lambda: os.utime(__file__, (1, 1)),
        lambda: os.chmod(__file__, 0o777),
        lambda: os.rename(__file__, __file__ + "x"),
        lambda: os.link(__file__, __file__ + "y"),
        lambda: os.setxattr(__file__, "user.seen", b"x"),
        lambda: open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "seen"), "w"),
    ):
        try:
            act()
            yield "changed"
        except OSError:
            pass


class ChangesItself(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
