//! Who sits where in which game.

use arrayvec::ArrayVec;
use croupier_games::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// An entrant of a tournament: its place in the header's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntrantId(pub u16);

impl EntrantId {
    /// As an index into lists with one entry per entrant.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One game to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// Which deal is dealt. Games of one deal are consecutive, and together they are one independent sample.
    pub deal: u64,
    /// Who sits where, seat 0 first.
    pub seats: ArrayVec<EntrantId, MAX_SEATS>,
}

impl Fixture {
    /// Who sits in a seat.
    #[inline]
    #[must_use]
    pub fn entrant(&self, seat: Seat) -> EntrantId {
        self.seats[seat.index()]
    }
}
