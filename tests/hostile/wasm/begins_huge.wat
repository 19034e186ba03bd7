;; Tries:   to begin with four gigabytes of memory.
;; Stopped: by the bound on memories (crates/hosts/src/wasm/bounds.rs).
;; Told:    "does not load: … memory".
(module
  (memory (export "memory") 65536)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    i64.const 1)
  (func (export "croupier_end") ))
