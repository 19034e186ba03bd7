# Tries:   to bid what it has not: numbers beyond its hand, beyond every number, and none at all.
# Stopped: a bid is a card of the hand, or a fault (crates/hosts/src/http/jujitsu.rs).
# Told:    "unreadable answer: … is no number".
import itertools
import socket
import threading

BIDS = itertools.cycle([b"1e999", b"-0", b"NaN", b"9" * 30, b"", b"[[[[", b"0x5", b"5.5", b"\xd9\xa5"])


def serve(connection):
    while connection.recv(65536):
        bid = next(BIDS)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(bid) + bid)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
