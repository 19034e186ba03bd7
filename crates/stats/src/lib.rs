//! Records folded into standings.
//!
//! A [`Tally`] is a fold over finished games, the same live and from a record a year later; [`Standings`] are
//! what it says. Nothing here knows how either is written.

#[cfg(test)]
mod agreement_tests;
mod certainty;
mod clusters;
mod decided;
mod durations;
mod estimate;
mod evidence;
#[cfg(test)]
mod false_alarms_tests;
mod letters;
mod matched;
mod pool;
mod quantiles;
mod ratings;
mod sequence;
mod simultaneous;
mod standings;
mod studentised;
mod tally;

pub use decided::{Decision, MISS, decision};
pub use durations::Durations;
pub use estimate::Estimate;
pub use evidence::Evidence;
pub use matched::{Advantage, MOST_COMPARED, Matched};
pub use pool::pools;
pub use ratings::{Cross, Ladder, Meeting, Placing, Rating, Results, Rung};
pub use sequence::{Bounds, FEWEST_SAMPLES, Running};
pub use standings::{Standings, StandingsLine, standings};
pub use tally::{EntrantTally, FigureSum, FirstMisstep, Tally, Thought};
