//! A tournament whose games are played elsewhere: by whom, and over what, is not known here.
//!
//! Whoever plans a tournament gives its games out ([`Elsewhere`], `give_out.rs`): who sits where and the luck
//! of each game, as tasks. Whoever plays them has no schedule and no secret, and plays a lane's tasks one
//! after the other with bots that live from one to the next ([`GivenLane`]). What comes back is replayed, so
//! it is checked, and kept as if it had been played here: the record is the same, whoever played.

mod give_out;
mod lane;

use croupier_record::{GamesDone, GamesTask};

pub use give_out::check_given;
pub use lane::{GivenLane, Needed};

/// Whoever plays games elsewhere, or brings them to those who do.
///
/// Its methods are called by many threads at once.
pub trait Elsewhere: Sync {
    /// How many tasks may be out at the same time where a tournament has no lanes, since all its players are
    /// of the house. One with lanes has one out for each of them.
    fn at_once(&self) -> usize;

    /// How many games the next task of a lane should have. A task has whole spans of
    /// [`Terms::span`](crate::Terms::span) games, at least one of them and no more than are due; what is
    /// longer than wanted can be split ([`GamesTask::split`]).
    fn wanted(&self, lane: u32) -> u64;

    /// Games of a lane that an earlier run played, some at a time and in their order, before the first task
    /// that comes after them. It is told where bots remember, and is for whoever takes the lane up: before
    /// everything that comes of this run's tasks.
    fn remember(&self, past: GamesDone) -> Result<(), NotPlayed>;

    /// Has a task played, and waits for it. Gives all of its games, in as many deliveries as they came in;
    /// or, as soon as `is_stopped` says so, those that are there. It is to be asked some times a second.
    ///
    /// What comes twice is taken once, and what was not asked for is passed over.
    fn play(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed>;
}

/// Games that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Who played them, by the name that is told where they are no games of the tournament.
    pub by: String,
    /// The games.
    pub done: GamesDone,
}

/// Games that were given out and are not played, with the reason in a sentence. It ends the tournament; what
/// came back before is kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotPlayed(pub String);
