# Tries:   to think for ever: the head of its answer comes a byte every 20 ms and never ends.
# Stopped: by the one limit of a request (crates/hosts/src/http/connection.rs).
# Told:    "late: did not answer within …".
import itertools
import socket
import threading
import time


def serve(connection):
    for byte in itertools.chain(b"HTTP/1.1 200 OK\r\nX-Thinking: ", itertools.repeat(ord("."))):
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
