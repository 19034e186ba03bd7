# Tries:   to fill the table's memory: a small answer that would be a gigabyte if it were unpacked.
# Stopped: by a client that asks for nothing packed and unpacks nothing (crates/hosts/src/http/response.rs).
# Told:    "unreadable answer: ".
import gzip
import socket
import threading

BOMB = gzip.compress(b"1" * (64 << 20))


def serve(connection):
    while connection.recv(65536):
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(BOMB)}\r\n\r\n"
        connection.sendall(head.encode() + BOMB)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
