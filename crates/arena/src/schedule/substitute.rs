//! `substitute`: every deal with the same opponents in the same seats, and one seat taken by one bot after
//! another.
//!
//! In a tournament those who take the seat are all bots that are not at the table; in a comparison, the two.

use super::tables::Tables;
use super::{Draws, TableSeats};

/// Games of a deal in a tournament.
pub(super) fn set(bots: usize, seats: usize) -> u64 {
    (bots - seats + 1) as u64
}

/// Who sits where in a game of a set of this size.
pub(super) fn table(tables: &Tables, draws: Draws<'_>, bots: usize, set: u64, number: u64) -> TableSeats {
    let mut table = tables.table(draws);
    let tested = tables.tested(&table, draws);
    if let Some(at) = (number % set).checked_sub(1) {
        table[tested] = tables.stand_in(&table, bots, at as usize);
    }
    table
}
