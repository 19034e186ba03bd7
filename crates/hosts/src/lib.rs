//! Bots outside this process: the protocol they speak, the cell they run in, the languages they are written in.
//!
//! Hosts move bytes and know no game; [`Foreign`] is the thin typed shell that turns views and moves into them.

pub mod cell;
mod clocks;
mod correspondent;
mod executable;
mod foreign;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod haskell;
pub mod http;
mod inside;
mod java;
mod kits;
mod log;
mod pin;
mod post;
mod process;
mod protocol;
mod python;
#[cfg(feature = "wasm")]
pub mod wasm;
mod wire;

pub use clocks::Clocks;
pub use correspondent::{Coded, Correspondent, Lay};
pub use executable::Executable;
pub use foreign::{Foreign, hello, hello_to_group};
pub use haskell::{HaskellBot, HaskellHost, Uncompiled};
pub use inside::{CellKind, Inside, UnknownCell, WITHOUT_WASM};
pub use java::{JavaBot, JavaHost};
pub use kits::Kits;
pub use log::{BotLog, LONGEST_LOG};
pub use pin::{pin_to, usable_cores};
pub use post::Post;
pub use process::{Account, BotProcess, Launch, Patience, Reply};
pub use protocol::{Greeting, LONGEST_MEMORY, PROTOCOL, ToBot};
pub use python::{Module, PythonBot, PythonHost};
pub use wire::LONGEST_MESSAGE;
