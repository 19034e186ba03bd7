#!/bin/sh
# Tries:   to mean two things at once: every key of its answers stands twice, with different values.
# Stopped: a message with a key twice is no message (crates/hosts/src/protocol.rs).
# Told:    "late: …".
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1}' ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        number=${number%%,*}
        printf '%s' "{\"type\":\"answer\",\"number\":$number,\"number\":0,"
        echo '"move":"take","move":"pass","type":"fault"}'
        ;;
    esac
done
