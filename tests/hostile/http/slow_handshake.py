# Tries:   to hold the table at the door: behind https, a byte of the handshake comes every 20 ms. (Called by
#          https.)
# Stopped: by the limit of connecting, one for all connections of a request (crates/hosts/src/http/stream.rs).
# Told:    "does not load: cannot be reached: the connection takes too long".
import itertools
import socket
import threading
import time


def serve(connection):
    for byte in itertools.chain(b"\x16\x03\x03\x3f\x00\x02\x00\x3e\xfc", itertools.repeat(0)):
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
