//! `croupier wasm-header`: what a WebAssembly module needs to know of views and calls, in C.

use croupier_report::c_header;

use crate::failure::Failure;
use crate::output::say;

#[allow(clippy::unnecessary_wraps)] // Every command has this shape.
pub(crate) fn run() -> Result<(), Failure> {
    say(c_header());
    Ok(())
}
