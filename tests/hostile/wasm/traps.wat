;; Tries:   to break whoever calls it: every one of its functions traps.
;; Stopped: a trap is a fault of its own (crates/hosts/src/wasm/guest.rs).
;; Told:    "does not load: … unreachable".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) unreachable)
  (func (export "croupier_buffer") (result i32) unreachable)
  (func (export "croupier_start") (param i32) unreachable)
  (func (export "croupier_ask") (param i32) (result i64)
    unreachable)
  (func (export "croupier_end") unreachable))
