# Tries:   to keep the table reading: "still working", again and again, before an answer that never comes.
# Stopped: by the bound on interim answers (crates/hosts/src/http/response.rs).
# Told:    "too much output: an answer longer than a megabyte".
import socket
import threading


def serve(connection):
    while True:
        connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
