#!/bin/sh
# Tries:   to upset whoever reads numbers: 1e999, minus nothing, a hundred digits, text and nothing at all in
#          place of a move and of a question's number.
# Stopped: a message that cannot be read is a print, an answer that is no move is a fault
#          (crates/hosts/src/protocol.rs).
# Told:    "is no move", or "faults", or "late: …".
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1}' ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        number=${number%%,*}
        for odd in 1e999 -0 99999999999999999999999999999999999999 -1 1.5 NaN Infinity null true '""'; do
            echo "{\"type\":\"answer\",\"number\":$odd,\"move\":\"take\"}"
        done
        echo "{\"type\":\"answer\",\"number\":$number,\"move\":1e999}"
        echo "{\"type\":\"answer\",\"number\":$number,\"move\":-0.0}"
        echo "{\"type\":\"answer\",\"number\":$number,\"move\":{\"take\":[]}}"
        ;;
    esac
done
