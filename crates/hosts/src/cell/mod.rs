//! The cell: where a foreign bot runs, seeing its view and nothing else.
//!
//! [`Cell::find`] tries what this machine offers and says so in a [`Protection`]; [`Cell::spawn`] starts an [`Inmate`]
//! and hands back a [`Caged`] with its pipes and the key to its clock and its end. The cell knows neither games nor the
//! protocol: it moves no bytes and judges nothing.
//!
//! On Linux every bot is started through *the door*: this program again, called with a hidden command, which takes its
//! own rights away and then becomes the bot. The binary hands that command to [`enter`].

mod caged;
mod door;
mod find;
mod inmate;
mod protection;
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

pub use caged::{Breach, Caged, Ending, Key, Reins, TaskTime};
pub use door::{Door, enter};
pub use find::{Cell, NoCell, doctor};
pub use inmate::{Arg, Channel, Inmate, Limits};
pub use protection::{Finding, Guard, Guarded, Protection};
pub use tier::{Grouping, Sandbox, Tier, UnknownSandbox};
