# Tries:   to tell somebody outside: TCP, UDP, names of hosts, raw packets, netlink, this machine's own
#          services.
# Stopped: a network without a way out, and sockets that cannot be made
#          (crates/hosts/src/cell/linux/calls/mod.rs).
# Told:    nothing; its log says "kept out".
import socket

from NoThanksPlayer import Player


def ways():
    yield lambda: socket.create_connection(("127.0.0.1", 22), 1)
    yield lambda: socket.create_server(("127.0.0.1", 0))
    yield lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 53))
    yield lambda: socket.getaddrinfo("example.org", 80)
    yield lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    yield lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    yield lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    yield lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    yield lambda: socket.socket(40, socket.SOCK_STREAM)  # To the host of a virtual machine.


def found():
    for number, way in enumerate(ways()):
        try:
            way()
            yield str(number)
        except OSError:
            pass


class CallsOut(Player):
    def startGame(self):
        if not hasattr(self, "found"):
            self.found = list(found())
        print("GOT IN: " + " ".join(self.found) if self.found else "kept out", flush=True)

    def take(self, card, state):
        return True
