//! Tables for a comparison of two: one or both of them at a drawn place, drawn opponents around.
//!
//! Entrants 0 and 1 are compared, all others are the field.

use arrayvec::ArrayVec;
use croupier_games::MAX_SEATS;
use croupier_record::EntrantId;

use super::{Draws, TableSeats};

/// The first of the two that are compared.
pub(super) const ONE: EntrantId = EntrantId(0);
/// The second.
pub(super) const OTHER: EntrantId = EntrantId(1);

/// Tables for a comparison.
#[derive(Debug, Clone)]
pub(super) struct Versus {
    pub(super) bots: usize,
    pub(super) seats: usize,
    /// How many of the two sit at a table: 1 where they take each other's place, 2 where they meet.
    pub(super) sitting: usize,
}

impl Versus {
    /// Who sits where.
    pub(super) fn table(&self, draws: Draws<'_>) -> TableSeats {
        let mut chance = draws.table();
        let mut table: ArrayVec<EntrantId, MAX_SEATS> = [ONE, OTHER].into_iter().take(self.sitting).collect();
        while table.len() < self.seats {
            let entrant = EntrantId((2 + chance.below(self.bots - 2)) as u16);
            if !table.contains(&entrant) {
                table.push(entrant);
            }
        }
        chance.shuffle(&mut table);
        table
    }
}
