//! Bots outside this process: the protocol they speak, the cell they run in, the languages they are written
//! in.
//!
//! Hosts move bytes and know no game; [`RemotePlayer`] is the thin typed shell that turns views and moves
//! into them.

mod batching;
pub mod bot_files;
pub mod cell;
mod channel;
mod compact;
mod frame;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
pub mod http;
mod inside;
mod interrupt;
pub mod languages;
mod life;
mod log;
mod neighbours;
pub mod packages;
mod pin;
mod pipes;
mod process;
mod protocol;
mod remote;
mod runtimes;
mod scratch;
mod sources;
mod time;
mod tool;
mod wait;
#[cfg(feature = "wasm")]
pub mod wasm;
mod wire;

pub use batching::Batcher;
pub use channel::{
    BotExit, Channel, Coded, Connector, Failure, Form, Leave, LongClock, Message, Outgoing, Settled, Takes,
    Wants, Write, WriteView,
};
pub use compact::has_compact_frames;
pub use frame::FrameKind;
pub use inside::{CellKind, Inside, UnknownCell, WITHOUT_WASM, counts_fuel_as};
pub use interrupt::Interrupt;
pub use languages::{Compiling, HaskellHost, JavaHost, Module, PythonHost, Uncompiled};
pub use life::{Account, BotSetting, RemoteBot};
pub use log::{BotLog, LONGEST_LOG};
pub use pin::{pin_to, usable_cores};
pub use process::{Launch, ProcessConnector};
pub use protocol::{Greeting, LONGEST_MEMORY, PROTOCOL, ToBot};
pub use remote::{RemotePlayer, hello, hello_to_group};
pub use runtimes::Runtimes;
pub use scratch::Scratch;
pub use time::clocks::Clocks;
pub use time::load::Load;
pub use time::time_limits::TimeLimits;
pub use wire::LONGEST_MESSAGE;

/// For an end in a hurry, when nothing is dropped: ends every process of this program and all that those
/// started, and removes its temporary folders.
pub fn end_everything() {
    cell::end_all();
    scratch::remove_all();
    bot_files::remove_all();
}
