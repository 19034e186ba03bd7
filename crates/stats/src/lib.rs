//! Records folded into standings.
//!
//! A [`Tally`] is a fold over finished games, the same live and from a record a year later; [`Standings`] are
//! what it says. Nothing here knows how either is written.

mod decided;
mod matched;
mod sequence;
mod standings;
mod tally;

pub use decided::{Decision, MISS, decision};
pub use matched::{Advantage, MOST_COMPARED, Matched};
pub use sequence::{Bounds, FEWEST_SAMPLES, Running};
pub use standings::{Line, Standings, standings};
pub use tally::{EntrantTally, FigureSum, FirstMisstep, Tally};
