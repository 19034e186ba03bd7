;; Tries:   to call what is not there: files, clocks, sockets and the table's own functions.
;; Stopped: a module is given what is listed, and nothing else (crates/hosts/src/wasm/module.rs).
;; Told:    "does not load: ".
(module
  (import "wasi_snapshot_preview1" "path_open" (func (param i32 i32 i32)))
  (import "croupier" "deal" (func (param i32)))
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    i64.const 1)
  (func (export "croupier_end") ))
