#!/bin/sh
# Tries:   to think for ever: after a good hello it answers, every 50 ms, a question that nobody asked.
# Stopped: by the one limit of a question (crates/hosts/src/wait/mod.rs).
# Told:    "late: thought for …; 0.05 s are allowed", or "crashed: … Cannot fork" where no process can be
#          started.
echo '{"type":"hello","protocol":1}'
while :; do
    echo '{"type":"answer","number":0,"move":"take"}'
    sleep 0.05
done
