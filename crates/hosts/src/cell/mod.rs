//! The cell: where a foreign bot runs, seeing its view and nothing else.
//!
//! [`Cell::find`] tries what this machine offers and says so in a [`Protection`]; [`Cell::spawn`] starts a
//! [`SandboxSpec`] and hands back a [`SandboxedProcess`] with its pipes and the handle to its clock and its
//! end. The cell knows neither games nor the protocol: it moves no bytes and judges nothing.
//!
//! On Linux every bot is started through *the launcher*: this program again, called with a hidden command,
//! which takes its own rights away and then becomes the bot. The binary hands that command to [`enter`].

mod find;
mod launcher;
mod protection;
mod sandboxed;
mod spec;
mod tier;

#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;

/// Ends every process that this program started, with all that those started: for an end in a hurry.
pub(crate) fn end_all() {
    platform::end_all();
}

pub use find::{Cell, NoCell, doctor};
pub use launcher::{Launcher, enter};
pub use protection::{Finding, Guard, Guarded, NoTier, Protection};
pub use sandboxed::{Ending, Handle, LimitBreach, ProcessControl, SandboxedProcess, TaskTime};
pub use spec::{Arg, ResourceLimits, SandboxSpec, Streams};
pub use tier::{Grouping, Sandbox, Tier, UnknownSandbox};
