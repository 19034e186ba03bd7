"""A Jujitsu bot as a web server: `python3 http_bot.py 8001`, then play it at
http://127.0.0.1:8001/player/play."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def bid(state):
    """Bids about what the lot is worth, the lowest card on what is cheap."""
    hand = state["myCardsRemaining"]
    worth = sum(state["lot"])
    enough = [card for card in hand if card >= worth]
    return enough[0] if enough else hand[-1] if worth > max(hand) else hand[0]


class Player(BaseHTTPRequestHandler):
    # With 1.1 the connection is kept from one bid to the next.
    protocol_version = "HTTP/1.1"
    # Without this a small answer waits for the acknowledgement of its own head.
    disable_nagle_algorithm = True

    def do_POST(self):
        state = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # The last request shows how the match ended; its answer is not read.
        answer = b"0" if state["gameEnded"] else str(bid(state)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8001
    server = ThreadingHTTPServer(("127.0.0.1", port), Player)
    print("http://127.0.0.1:%d/player/play" % server.server_port, flush=True)
    server.serve_forever()
