# Tries:   to read what other processes were started with and what belongs to other users: `/proc/*/environ`,
#          `/proc/*/cmdline`, `/proc/*/maps`, `/etc/shadow`, keys in home folders.
# Stopped: processes, files and users of its own, or Landlock (crates/hosts/src/cell/linux).
# Told:    nothing; its log says "kept out".
import glob
import os

from NoThanksPlayer import Player


def found():
    mine = {str(os.getpid()), "self", "thread-self"}
    for file in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/maps"):
        try:
            text = open(file, "rb").read()
        except OSError:
            continue
        others = file.split("/")[2] not in mine
        if others and any(word in text for word in (b"plan.toml", b"CARGO", b"/target/", b"croupier-bots")):
            yield file
    homes = ["/etc/shadow", *glob.glob("/root/.*"), *glob.glob("/root/.ssh/*"), *glob.glob("/home/*/.ssh/*")]
    for file in filter(os.path.isfile, homes):
        try:
            os.close(os.open(file, os.O_RDONLY))
            yield file
        except OSError:
            pass


class ReadsTheMachine(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
