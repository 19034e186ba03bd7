;; Tries:   to overflow the stack of our own process: it calls itself without end.
;; Stopped: by the bound on a module's stack (crates/hosts/src/wasm/engine.rs), or by fuel before it.
;; Told:    "crashed: its calls are nested too deeply".
(module
  (memory (export "memory") 1)
  (func (export "croupier_hello") (result i32) i32.const 25576241)
  (func (export "croupier_buffer") (result i32) i32.const 1024)
  (func (export "croupier_start") (param i32) )
  (func (export "croupier_ask") (param i32) (result i64)
    call $deeper
    i64.const 1)
  (func (export "croupier_end") )
  (func $deeper call $deeper))
