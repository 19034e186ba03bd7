# Tries:   to fill the table's memory: a head with one header after another.
# Stopped: by the bound on a head (crates/hosts/src/http/response.rs).
# Told:    "too much output: an answer longer than a megabyte".
import socket
import threading


def serve(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-Again: and again\r\n")


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
