;; Tries:   to have the table write outside of its memory: its buffer lies across the end.
;; Stopped: an address is checked before anything is written (crates/hosts/src/wasm/guest.rs).
;; Told:    "does not load: … its buffer has no 4096 bytes of memory".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 65535)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    i64.const 1)
  (func (export "croupier_end") ))
