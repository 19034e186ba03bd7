#!/bin/sh
# Tries:   to be somebody else from the first word on: a name of the house with orders to a terminal, a
#          thousand wishes, a memory and a game that is not played.
# Stopped: what a bot says of itself decides nothing (crates/hosts/src/protocol.rs).
# Told:    nothing.
wishes='"legal",'
for _ in 1 2 3 4 5 6 7 8 9 10; do wishes=$wishes$wishes; done
while read -r line; do
    case $line in
    *'"type":"hello"'*)
        printf '%s' '{"type":"hello","protocol":1,"name":"house:CutOff14\u001b[2J","game":"chess",'
        printf '%s\n' "\"wants\":[${wishes}\"moves\"],\"groups\":true,\"compact_memory\":true}"
        ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        echo "{\"type\":\"answer\",\"number\":${number%%,*},\"move\":\"take\"}"
        ;;
    esac
done
