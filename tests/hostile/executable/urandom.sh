#!/bin/sh
# Tries:   to be no bot at all: noise in place of a hello, without end.
# Stopped: by the bound on messages and bytes in one wait (crates/hosts/src/wait/mod.rs).
# Told:    "does not load: more than 10000 lines while one answer was waited for", or "does not load: thought
#          for …" where the machine is busy and the table reads slowly.
exec cat /dev/urandom
