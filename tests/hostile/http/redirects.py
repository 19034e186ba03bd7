# Tries:   to send the table round in circles: every answer is a redirect to itself.
# Stopped: by a client that follows none (crates/hosts/src/http/seat.rs).
# Told:    "crashed: answered with status 307; redirects are not followed".
import socket
import threading


def serve(connection):
    while connection.recv(65536):
        connection.sendall(b"HTTP/1.1 307 Again\r\nLocation: /player/play\r\nContent-Length: 0\r\n\r\n")


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
