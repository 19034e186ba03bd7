;; Tries:   to hold all memory there is: it grows its own until somebody says no, and goes on asking.
;; Stopped: by the bound on memories (crates/hosts/src/wasm/bounds.rs), and by fuel.
;; Told:    "late: used the fuel of".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    loop
      i32.const 100
      memory.grow
      drop
      br 0
    end
    i64.const 1)
  (func (export "croupier_end") ))
