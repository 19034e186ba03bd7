#!/bin/sh
# Tries:   to have answered before it is asked: with its hello come answers to the next five thousand
#          questions.
# Stopped: by nobody: who answers before it sees anything has decided blindly. An answer counts for the
#          question of its number and for no other (crates/hosts/src/remote/question.rs).
# Told:    nothing.
read -r _
echo '{"type":"hello","protocol":1}'
number=0
while [ $number -lt 5000 ]; do
    number=$((number + 1))
    echo "{\"type\":\"answer\",\"number\":$number,\"move\":\"take\"}"
done
exec cat > /dev/null
