;; Tries:   to break whoever calls it: it loads as it should, and traps at every question.
;; Stopped: a trap is a fault of its own (crates/hosts/src/wasm/guest.rs).
;; Told:    "crashed: … unreachable".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    unreachable)
  (func (export "croupier_end") ))
