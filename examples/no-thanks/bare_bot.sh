#!/bin/sh
# A bot in nothing but a shell: it speaks the protocol of docs/protocol.md, and takes any card up to 12.
while read -r line; do
    case $line in
    *'"type":"hello"'*)
        echo '{"type":"hello","protocol":1,"name":"bare bot"}'
        ;;
    *'"type":"ask"'*)
        number=${line#*'"number":'}
        number=${number%%,*}
        card=${line#*'"card":'}
        card=${card%%,*}
        if [ "$card" -le 12 ]; then move=take; else move=pass; fi
        echo "{\"type\":\"answer\",\"number\":$number,\"move\":\"$move\"}"
        ;;
    esac
done
