# Tries:   to bring the reader of messages down: brackets in brackets, a hundred thousand deep, and numbers of
#          a hundred thousand digits, in whole frames.
# Stopped: a message is read to a bounded depth, and what cannot be read is no message
#          (crates/hosts/src/protocol.rs).
# Told:    nothing, or "unreadable answer: … is no move".
import gc
import os
import struct

from NoThanksPlayer import Player

WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


def say(body):
    whole = struct.pack("<I", len(body) + 1) + b"J" + body
    while whole:
        whole = whole[os.write(WAY_OUT, whole) :]


class DeepMessage(Player):
    def take(self, card, state):
        if not hasattr(self, "said"):
            self.said = True
            say(b'{"type":"answer","number":1,"move":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
            say(b'{"type":"answer","number":' + b"9" * 100_000 + b"}")
            say(b'{"type":"answer","number":1e999,"move":"take"}')
        return True
