//! Records folded into standings.
//!
//! A [`Tally`] is a fold over finished games, the same live and from a record a year later; [`Standings`] are
//! what it says. Nothing here knows how either is written.

mod certainty;
mod clusters;
mod estimate;
mod evidence;
mod letters;
mod quantiles;
mod simultaneous;
mod standings;
mod studentised;
mod tally;

pub use estimate::Estimate;
pub use evidence::Evidence;
pub use standings::{Line, Standings, standings};
pub use tally::{EntrantTally, FigureSum, FirstMisstep, Tally, Thought};
