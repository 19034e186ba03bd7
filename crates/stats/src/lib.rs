//! Records folded into standings.
//!
//! A [`Tally`] is a fold over finished games, the same live and from a record a year later; [`Standings`] are
//! what it says. Nothing here knows how either is written.

mod standings;
mod tally;

pub use standings::{Line, Standings, standings};
pub use tally::{EntrantTally, FigureSum, FirstMisstep, Tally};
