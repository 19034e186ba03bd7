# Tries:   to let the table wait: the system takes its connections, and nobody ever reads them.
# Stopped: by the one limit of a request (crates/hosts/src/http/connection.rs).
# Told:    "late: did not answer within …".
import socket
import time

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
time.sleep(86400)
