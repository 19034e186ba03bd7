#!/no/such/interpreter
# Tries:   to be started by a program that is not there.
# Stopped: a bot that cannot be executed ends at once (crates/hosts/src/cell/launcher.rs).
# Told:    "does not load: ".
