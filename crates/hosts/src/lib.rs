//! Bots outside this process: the protocol they speak, the cell they run in, the languages they are written in.
//!
//! Hosts move bytes and know no game; [`Foreign`] is the thin typed shell that turns views and moves into them.

pub mod bot_files;
pub mod cell;
mod clocks;
mod correspondent;
mod executable;
mod follower;
mod foreign;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod haskell;
pub mod http;
mod inside;
mod interrupt;
mod java;
mod kits;
mod limit;
mod load;
mod log;
mod neighbours;
mod own_time;
mod pin;
mod pipes;
mod post;
mod process;
mod protocol;
mod python;
mod scratch;
mod sources;
mod stolen;
mod tool;
mod wait;
#[cfg(feature = "wasm")]
pub mod wasm;
mod wire;

pub use clocks::Clocks;
pub use correspondent::{Coded, Correspondent, Lay};
pub use executable::Executable;
pub use foreign::{Foreign, hello, hello_to_group};
pub use haskell::{Compiling, HaskellBot, HaskellHost, Uncompiled};
pub use inside::{CellKind, Inside, UnknownCell, WITHOUT_WASM, counts_fuel_as};
pub use interrupt::Interrupt;
pub use java::{JavaBot, JavaHost};
pub use kits::Kits;
pub use load::Load;
pub use log::{BotLog, LONGEST_LOG};
pub use pin::{pin_to, usable_cores};
pub use post::Post;
pub use process::{Account, BotProcess, Launch, Patience, Reply};
pub use protocol::{Greeting, LONGEST_MEMORY, PROTOCOL, ToBot};
pub use python::{Module, PythonBot, PythonHost};
pub use scratch::Scratch;
pub use wire::LONGEST_MESSAGE;

/// For an end in a hurry, when nothing is dropped: ends every process of this program and all that those started, and
/// removes its temporary folders.
pub fn end_everything() {
    cell::end_all();
    scratch::remove_all();
    bot_files::remove_all();
}
