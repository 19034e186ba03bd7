//! Seats at a table, and small sets of them.

use serde::{Deserialize, Serialize};

use crate::about::MAX_SEATS;

/// A place at the table, counted from 0 in the order of play. Which bot sits there is not the rules'
/// business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into lists with one entry per seat.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats as u8).map(Self)
    }
}

/// A set of seats: those that owe a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seats(u16);

// Every seat of the largest table has its bit.
const _: () = assert!(MAX_SEATS <= u16::BITS as usize);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    /// This seat and no other.
    #[inline]
    #[must_use]
    pub fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set with one more seat.
    #[inline]
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, seat: Seat) -> bool {
        u32::from(seat.0) < u16::BITS && self.0 >> seat.0 & 1 == 1
    }

    /// The lowest seat of the set.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seat of a set that has no other.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Seat> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The seats that are in both sets.
    #[inline]
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// A seat's part of something that the whole set shares: a win, say.
    #[inline]
    #[must_use]
    pub fn share(self, seat: Seat) -> f64 {
        if self.contains(seat) { 1.0 / self.len() as f64 } else { 0.0 }
    }

    /// How many seats the set has.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seat.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.first()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

/// Whose move it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// These seats owe a move; more than one where moves are simultaneous. Never empty.
    Waiting(Seats),
    /// The game is over.
    Over,
}

impl Turn {
    /// The one seat to move.
    #[inline]
    #[must_use]
    pub fn of(seat: Seat) -> Self {
        Self::Waiting(Seats::only(seat))
    }

    /// Whether this seat owes a move.
    #[inline]
    #[must_use]
    pub fn awaits(self, seat: Seat) -> bool {
        match self {
            Self::Waiting(seats) => seats.contains(seat),
            Self::Over => false,
        }
    }

    /// The seat whose move is played next: the lowest that owes one. `None` once the game is over.
    ///
    /// Records rely on this order: it lets them keep moves without their seats.
    #[inline]
    #[must_use]
    pub fn next(self) -> Option<Seat> {
        match self {
            Self::Waiting(seats) => seats.first(),
            Self::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_seats_lowest_first() {
        let seats = Seats::only(Seat(3)).with(Seat(0));
        assert_eq!(seats.collect::<Vec<_>>(), [Seat(0), Seat(3)]);
        assert!(seats.contains(Seat(3)) && !seats.contains(Seat(1)));
        assert_eq!((seats.len(), Seats::NONE.first()), (2, None));
        assert_eq!((seats.single(), Seats::NONE.single()), (None, None));
        assert_eq!(Seats::only(Seat(3)).single(), Some(Seat(3)));
    }

    #[test]
    fn the_largest_table_fits_a_set_and_no_seat_beyond_it_is_in_one() {
        let all: Seats = Seat::all(MAX_SEATS).collect();
        assert_eq!((all.len(), all.last()), (MAX_SEATS, Some(Seat(11))));
        assert!((12..=255).all(|seat| !all.contains(Seat(seat))));
    }
}
