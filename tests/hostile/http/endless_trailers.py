# Tries:   to fill the table's memory behind a whole answer: headers may follow the last piece of a body, and
#          here they never end.
# Stopped: by the bound on an answer, head and all that follows it (crates/hosts/src/http/response.rs).
# Told:    "too much output: an answer longer than a megabyte".
import socket
import threading

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n"


def serve(connection):
    connection.recv(65536)
    connection.sendall(HEAD)
    while True:
        connection.sendall(b"X-Again: and again\r\n" * 100)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
