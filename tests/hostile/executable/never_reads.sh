#!/bin/sh
# Tries:   to block the table in a write: after a good hello it reads nothing, asks to hear of every move, and
#          sleeps.
# Stopped: by the limit of a question, and where the pipe is full by the limit of sending
#          (crates/hosts/src/wait/mod.rs).
# Told:    "late: thought for …; 0.05 s are allowed".
echo '{"type":"hello","protocol":1,"wants":["moves","legal"]}'
exec sleep 86400
