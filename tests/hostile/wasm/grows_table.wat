;; Tries:   to hold memory where no limit of memories counts: in a table.
;; Stopped: a module that grows tables is refused (crates/hosts/src/wasm/effort.rs).
;; Told:    "does not load: … table.grow".
(module
  (memory (export "memory") 1)
  (table 1 funcref)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    loop
      ref.null func
      i32.const 50000
      table.grow 0
      drop
      br 0
    end
    i64.const 1)
  (func (export "croupier_end") ))
