# Tries:   to meet its other processes, which play the same deals, under a name that is no file: a socket's in
#          the kernel.
# Stopped: sockets that have names cannot be made (crates/hosts/src/cell/linux/calls/mod.rs), and the network
#          is its own.
# Told:    nothing; its log says "kept out".
import socket

from NoThanksPlayer import Player


def found():
    for name in (b"\0croupier-hostile", b"/tmp/hostile.socket"):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            try:
                own = socket.socket(socket.AF_UNIX, kind)
                own.bind(name)
                yield name.decode("ascii", "replace").strip("\0")
            except OSError:
                pass


class AbstractSocket(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
