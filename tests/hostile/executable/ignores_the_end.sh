#!/bin/sh
# Tries:   to stay when the tournament is over: it ignores every signal that can be ignored, and the end of
#          its input.
# Stopped: by the limit of leaving, after which everything in its cell is killed
#          (crates/hosts/src/process/mod.rs).
# Told:    nothing; its log says "[ended by the table", or "Cannot fork" where no process can be started.
trap '' HUP INT QUIT TERM PIPE USR1 USR2
while :; do
    if ! read -r line; then sleep 3600; fi
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1}' ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        echo "{\"type\":\"answer\",\"number\":${number%%,*},\"move\":\"take\"}"
        ;;
    esac
done
