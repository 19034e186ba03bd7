//! Bots inside WebAssembly, in our own process: fuel is their clock, the same on every machine, and they can
//! touch nothing that they are not given.
//!
//! `channel/` is a bot as whoever seats it sees it, and `guest.rs` what that asks of whoever is loaded:
//! Python in a component (`python.rs`, with `wasi.rs` in place of a system), or a module (`module.rs`).
//! Nothing here knows a game.

mod bad_module;
mod bounds;
mod channel;
mod direct_calls;
mod effort;
mod engine;
mod fuel_prices;
mod guest;
mod importable_files;
mod module;
mod python;
mod store_state;
mod wasi;
mod watch;

pub use bad_module::{BadModule, NoEngine, NoPython, NotListed};
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use effort::judge;
pub(crate) use engine::counted_by;
pub use engine::{WASMTIME, fuel_of, time_of};
pub use module::WasmModule;
pub use python::{PythonCell, PythonLoader};
