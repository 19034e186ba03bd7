"""The two descriptors the table speaks through, as lines of JSON or as compact frames.

Knows bytes and messages, no game and no bot. It reads and writes descriptors itself: a text layer would cost
more than the message, and a bot that replaces `sys.stdout` or prints must not be heard here.
"""

import fcntl
import json
import os

MESSAGE = b"J"
LENGTH_BYTES = 4
# Hardly more than the largest plain ask: Python sets aside as much as is asked for, and small pieces of
# memory are cheaper.
CHUNK = 64
BLOCK = 65536


class Channel:
    """Messages from and to the table. `framed` says whether they come in frames; they begin as lines."""

    def __init__(self, source, sink):
        self.source = _out_of_the_way(source)
        self.sink = _out_of_the_way(sink)
        self.framed = False
        self._pending = b""
        # A child the bot forks must not answer in its place.
        os.register_at_fork(after_in_child=self._close)

    def send(self, message):
        """Writes one message."""
        body = json.dumps(message, separators=(",", ":")).encode()
        if self.framed:
            data = (len(body) + 1).to_bytes(LENGTH_BYTES, "little") + MESSAGE + body
        else:
            data = body + b"\n"
        self.write(data)

    def write(self, data):
        """Writes bytes that are framed already."""
        while data:
            data = data[os.write(self.sink, data) :]

    def line(self):
        """The next message of a channel that speaks in lines; `None` at the end of input."""
        while b"\n" not in self._pending:
            if not self._read_more():
                return None
        line, _, self._pending = self._pending.partition(b"\n")
        return json.loads(line)

    def frames(self, data):
        """The whole frames that begin with these bytes, until none is left half read."""
        data, at = self._pending + data, 0
        self._pending = b""
        while at < len(data):
            end = at + LENGTH_BYTES + int.from_bytes(data[at : at + LENGTH_BYTES], "little")
            if end > len(data) or len(data) - at < LENGTH_BYTES:
                self._pending = data[at:]
                if not self._read_more():
                    # Nobody writes the rest of it.
                    self._pending = b""
                    return
                data, at, self._pending = self._pending, 0, b""
                continue
            yield data[at:end]
            at = end

    def stream(self):
        """All whole frames until the end of input."""
        while self._pending or self._read_more():
            yield from self.frames(b"")

    def take_pending(self):
        """What was read beyond the last line."""
        data, self._pending = self._pending, b""
        return data

    def _read_more(self):
        data = os.read(self.source, BLOCK)
        self._pending += data
        return bool(data)

    def _close(self):
        os.close(self.source)
        os.close(self.sink)


def _out_of_the_way(descriptor):
    """Moves a descriptor to a high number that a bot meets neither by accident nor in programs it starts."""
    for lowest in (200, 40, 10):
        try:
            moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)
        except OSError as error:
            refused = error
        else:
            os.close(descriptor)
            return moved
    raise refused
