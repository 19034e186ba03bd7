#!/bin/sh
# Tries:   to let the table keep things for it: a memory of 128 KiB with every answer.
# Stopped: by the bound on memories (crates/hosts/src/remote/question.rs).
# Told:    "too much output: a memory of more than 64 KiB", or "late: …" where the machine is busy and the
#          table reads slowly.
much=m
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do much=$much$much; done
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1}' ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        echo "{\"type\":\"answer\",\"number\":${number%%,*},\"move\":\"take\",\"memory\":\"$much\"}"
        ;;
    esac
done
