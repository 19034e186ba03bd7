//! Games that somebody else plays: what goes out and what comes back, as values and as bytes.
//!
//! A [`GamesTask`] has who sits where and the luck of each of its games, never what that luck grew from; a
//! [`GamesDone`] has of each game what a journal keeps of it. Nothing here knows who plays, where, or why.
//! Bytes come from anywhere: whatever they are, they are read or refused.

mod bytes;
mod done;
mod task;

pub use bytes::{BadJob, NotGiven};
pub use done::{BotAccount, BotPrints, DoneGame, GamesDone, LeftOff, MOST_PRINTS};
pub use task::{GamesTask, GivenGame};

/// Bytes wrapped as a task and as a result, as a fuzzer would never find them.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn wrapped(plain: &[u8]) -> [Vec<u8>; 2] {
    [task::KIND, done::KIND].map(|kind| kind.wrap(plain).unwrap_or_default())
}
