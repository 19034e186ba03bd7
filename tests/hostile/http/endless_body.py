# Tries:   to fill the table's memory: an answer that never ends, as fast as it is taken.
# Stopped: by the bound on an answer (crates/hosts/src/http/response.rs).
# Told:    "too much output: an answer longer than a megabyte".
import socket
import threading


def serve(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        connection.sendall(b"10000\r\n" + b"1" * 65536 + b"\r\n")


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
