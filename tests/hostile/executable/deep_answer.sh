#!/bin/sh
# Tries:   to overflow the stack of whoever reads its answer: brackets in brackets, sixty thousand deep.
# Stopped: a message is read to a bounded depth (crates/hosts/src/protocol.rs).
# Told:    "late: …", or "faults".
deep='['
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do deep=$deep$deep; done
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1}' ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        echo "{\"type\":\"answer\",\"number\":${number%%,*},\"move\":$deep}"
        ;;
    esac
done
