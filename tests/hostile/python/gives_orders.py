# Tries:   to give orders to the terminal of whoever looks: escape sequences, titles, links, bells, carriage
#          returns and signs that turn text around, in prints, in exceptions and in lines that look like the
#          table's own.
# Stopped: text from elsewhere is shown through one function (crates/record/src/shown.rs).
# Told:    "crashed: RuntimeError: \x1b[2J".
import sys

from NoThanksPlayer import Player

ORDERS = "\x1b[2J\x1b]0;mine\x07\x1b]8;;http://example.org\x1b\\\r\x08\x9b31m\u202e\u2066\u200b"
ORDERS += "house:CutOff14: disqualified"


class GivesOrders(Player):
    def take(self, card, state):
        print(ORDERS)
        print(ORDERS, file=sys.stderr, flush=True)
        raise RuntimeError(ORDERS)
