# Tries:   to bring the table down with text that is none: half signs, bytes that are no UTF-8, zeros and a
#          megabyte of it.
# Stopped: whatever a bot says is read as bytes and made to text by us (crates/hosts/src/log/mod.rs,
#          crates/hosts/src/protocol.rs).
# Told:    "crashed: ".
import os

from NoThanksPlayer import Player


class BrokenText(Player):
    def take(self, card, state):
        os.write(2, b"\xff\xfe\x00\xed\xa0\x80\xf4\x90\x80\x80\n" + b"\xc3" * 100_000 + b"\n")
        raise ValueError("\ud800\udfff\x00" + "\u0000" * 1000 + "x" * 1_000_000)
