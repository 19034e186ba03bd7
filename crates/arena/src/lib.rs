//! One table, schedules, one tournament.
//!
//! The table asks, checks, plays or refuses; the schedule says who sits where; the tournament gives games to
//! workers and hands the results on in order. The table never knows a game's name, and nothing here prints.

mod absent;
mod caught;
mod clocked;
mod crew;
mod event;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod groups;
mod haskell;
pub mod naming;
pub mod naming_game;
mod naming_http;
mod naming_java;
mod naming_wasm;
pub mod plan;
mod queue;
mod schedule;
mod table;
mod tournament;

pub use caught::caught;
pub use clocked::{MoveClock, MoveTimes};
pub use crew::{Bot, Crew, GAMES_AT_ONCE, Lane, NoCrew, Outside};
pub use event::Batch;
pub use schedule::{BadField, Schedule};
pub use table::{NoPast, Past, Table, luck_of};
pub use tournament::{CannotPlay, Ended, Tournament};
