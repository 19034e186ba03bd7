# Tries:   to break the reader of pieces: lengths that are negative, too long for any number, or none, and a
#          piece without end.
# Stopped: a length that is none ends the answer (crates/hosts/src/http/response.rs).
# Told:    "unreadable answer: its answer is no HTTP: ", or "too much output: ".
import itertools
import socket
import threading

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
LENGTHS = [b"-1\r\n1\r\n0\r\n\r\n", b"f" * 40 + b"\r\n", b"\r\n\r\n", b"1;" + b"x" * 100_000, b"7fffffffffffffff\r\n5"]
TRICKS = itertools.cycle(LENGTHS)


def serve(connection):
    while connection.recv(65536):
        connection.sendall(HEAD + next(TRICKS))
        connection.shutdown(socket.SHUT_WR)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
