//! The continuous tournament: who plays next, what a result changes, and where everyone stands.
//!
//! Nothing here runs a bot: games are put into the queue and come back as results.

pub mod draw;
pub mod finale;
pub mod matchmaker;
pub mod path;
pub mod put_again;
pub mod refold;
pub(crate) mod renewal;
pub(crate) mod rerun;
pub mod settle;
pub mod standing;
