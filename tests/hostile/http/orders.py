# Tries:   to give orders to the terminal of whoever looks: escape sequences in its answer.
# Stopped: text from elsewhere is shown through one function (crates/record/src/shown.rs).
# Told:    "unreadable answer: … \x1b[2J".
import socket
import threading

ORDERS = b"\x1b[2J\x1b]0;mine\x07\r\xff\xfe"


def serve(connection):
    while connection.recv(65536):
        head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(ORDERS)
        connection.sendall(head + ORDERS)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
