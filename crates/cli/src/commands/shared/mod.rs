//! What commands share: the command line, how a command fails and stops, what bots of a command see and have,
//! and a session set up and played for one. The binary's root has each by its own name (`crate::failure`).

pub(crate) mod args;
pub(crate) mod failure;
pub(crate) mod luck;
pub(crate) mod packages;
pub(crate) mod play;
pub(crate) mod setup;
pub(crate) mod sight;
pub(crate) mod stop;
#[cfg(feature = "site")]
pub(crate) mod store;
pub(crate) mod web;
