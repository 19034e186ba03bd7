;; Tries:   to hold up the load: the function that a module is started with never ends.
;; Stopped: by the fuel of loading (crates/hosts/src/wasm/module.rs).
;; Told:    "does not load: ".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    i64.const 1)
  (func (export "croupier_end") )
  (func $forever loop br 0 end)
  (start $forever))
