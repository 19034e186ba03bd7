# Tries:   to make one answer out of two: lengths that contradict each other, an answer that is longer than it
#          says, and the next answer behind it before it was asked for.
# Stopped: contradictions are refused, and what is left on a connection is never taken for the next answer
#          (crates/hosts/src/http/response.rs, connection/mod.rs).
# Told:    "unreadable answer: its answer is no HTTP: ", or "illegal move".
import itertools
import socket
import threading

TRICKS = itertools.cycle(
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 5\r\n\r\n11111",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n5\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n1",
        b"HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551617\r\n\r\n1",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n99HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n99",
    ]
)


def serve(connection):
    while connection.recv(65536):
        connection.sendall(next(TRICKS))


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
