//! What was planned and what happened.
//!
//! The contract between the table and everything that plays ([`Player`]), the ways a bot can misbehave
//! ([`Fault`]), and the file that keeps every game. Nothing here plays, schedules or prints.

mod fault;
mod player;

pub use fault::{Fault, FaultKind};
pub use player::{Answer, Ask, Notice, Player};
