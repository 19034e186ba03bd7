#!/bin/sh
# Tries:   to agree on a protocol that does not exist.
# Stopped: the table speaks one, and says so (crates/hosts/src/remote/greeting.rs).
# Told:    "does not load: speaks protocol 4294967295; this table speaks 1".
echo '{"type":"hello","protocol":4294967295,"compact":true,"groups":true}'
exec cat > /dev/null
