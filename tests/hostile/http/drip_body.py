# Tries:   to think for ever: a good head announces a long answer, which comes a byte every 20 ms.
# Stopped: by the one limit of a request (crates/hosts/src/http/connection.rs).
# Told:    "late: did not answer within …".
import socket
import threading
import time


def serve(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        connection.sendall(b"1")
        time.sleep(0.02)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
