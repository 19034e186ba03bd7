;; Tries:   to begin with a table of ten million entries.
;; Stopped: by the bound on tables (crates/hosts/src/wasm/bounds.rs).
;; Told:    "does not load: … table".
(module
  (memory (export "memory") 1)
  (table 10000000 funcref)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    i64.const 1)
  (func (export "croupier_end") ))
