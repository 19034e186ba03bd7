//! Everyone against everyone: what two made of the games in which both sat.

use croupier_record::EntrantId;

/// Larger fields have no table of pairs: nobody could read it.
pub const MOST_PAIRED: usize = 64;

/// What everyone made against everyone.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    entrants: usize,
    cells: Vec<Meeting>,
}

/// What one made of its games with another.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Meeting {
    /// Games in which both sat.
    pub games: u64,
    /// Sum of the differences of the figure that ranks first, one minus the other.
    pub difference: f64,
}

impl Meeting {
    /// The mean difference; `None` where they never met.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.difference / self.games as f64)
    }
}

impl Pairs {
    /// No game yet; `None` for a field that is too large.
    pub(super) fn of(entrants: usize) -> Option<Self> {
        (entrants <= MOST_PAIRED)
            .then(|| Self { entrants, cells: vec![Meeting::default(); entrants * entrants] })
    }

    pub(super) fn add(&mut self, seats: &[EntrantId], figures: &[f64]) {
        for (one, own) in seats.iter().zip(figures) {
            for (other, theirs) in seats.iter().zip(figures) {
                if one != other {
                    let cell = &mut self.cells[one.index() * self.entrants + other.index()];
                    *cell = Meeting { games: cell.games + 1, difference: cell.difference + (own - theirs) };
                }
            }
        }
    }

    pub(super) fn merge(&mut self, later: &Self) {
        for (cell, more) in self.cells.iter_mut().zip(&later.cells) {
            *cell = Meeting { games: cell.games + more.games, difference: cell.difference + more.difference };
        }
    }

    /// What one made of its games with another.
    #[must_use]
    pub fn of_two(&self, one: EntrantId, other: EntrantId) -> Meeting {
        self.cells[one.index() * self.entrants + other.index()]
    }
}
