# Tries:   to take the host over that runs it: it looks for the channel to the table and sends moves, ends and
#          hellos of its own.
# Stopped: an answer counts for the open question and for its own seat only
#          (crates/hosts/src/remote/question.rs).
# Told:    nothing, or "faults".
import gc
import os
import struct

from NoThanksPlayer import Player

WAY_OUT = next(each.sink for each in gc.get_objects() if type(each).__name__ == "Channel")


def frame(kind, body):
    return struct.pack("<I", len(body) + 1) + kind + body


class HostileHost(Player):
    def take(self, card, state):
        for message in (
            frame(b"J", b'{"type":"end","scores":[-100,100]}'),
            frame(b"J", b'{"type":"hello","protocol":1,"name":"house:CutOff14"}'),
            frame(b"J", b'{"type":"start","game":0}'),
            frame(b"G", b"\x00" * 16),
            frame(b"Q", b"\x01" * 800),
            frame(b"M", b"\xff" * 12),
            frame(b"K", b"\xff" * 4),
            frame(b"\x00", b""),
        ):
            os.write(WAY_OUT, message)
        return True
