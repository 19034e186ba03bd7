//! Ratings: strengths from who came in before whom, for fields in which not everyone meets everyone.
//!
//! The *published* rating is one fit to all results (Plackett and Luce's model; for tables of two it is
//! Bradley and Terry's), with intervals from a bootstrap by deal: the order of the results does not matter.
//! The *running* rating is what a ladder shows after each game. [`Cross`] says how every pair did, and
//! whether the field goes round in circles, where no single number per bot can be true. Nothing here knows
//! how any of it is written.

mod bootstrap;
mod cross;
mod ladder;
mod placing;
mod plackett_luce;
mod results;

pub use cross::{Cross, Meeting};
pub use ladder::{Ladder, Rung};
pub use placing::Placing;
pub use results::{Rating, Results};
