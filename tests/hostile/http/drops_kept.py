# Tries:   to have its clock set back: it answers the first request of a connection, lets the second wait
#          nearly as long as it may, and closes, so that it is asked again on a new connection, where it takes
#          its time once more.
# Stopped: by a clock that goes on over the connections of one request
#          (crates/hosts/src/http/connection/mod.rs).
# Told:    "late: did not answer within …".
import json
import socket
import threading
import time


def body(connection):
    text = b""
    while b"\r\n\r\n" not in text or not text.endswith(b"}"):
        more = connection.recv(65536)
        if not more:
            return None
        text += more
    return json.loads(text.split(b"\r\n\r\n", 1)[1])


def serve(connection):
    asked = body(connection)
    if asked is None:
        return
    time.sleep(0.7)
    card = str((asked["myCardsRemaining"] or [0])[0])
    connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(card)}\r\n\r\n{card}".encode())
    body(connection)
    time.sleep(0.85)
    connection.close()


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
