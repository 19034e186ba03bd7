#!/bin/sh
# Tries:   to hold up the first game: a byte every 20 ms in place of a hello.
# Stopped: by the one limit of a greeting (crates/hosts/src/wait.rs).
# Told:    "does not load: thought for …; 2.00 s are allowed", or "does not load: … Cannot fork" where no
#          process can be started.
while :; do printf .; sleep 0.02; done
