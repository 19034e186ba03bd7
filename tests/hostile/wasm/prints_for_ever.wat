;; Tries:   to fill the disk, and to print from beyond its memory.
;; Stopped: a print burns fuel, and what lies outside is none (crates/hosts/src/wasm/module.rs).
;; Told:    "late: …".
(module
  (import "croupier" "print" (func $print (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    loop
      i32.const 8
      i32.const 60000
      call $print
      br 0
    end
    i64.const 1)
  (func (export "croupier_end") ))
