//! `substitute`: every deal with the same opponents in the same seats, and one seat taken by one bot after another.
//!
//! In a tournament those who take the seat are all bots that are not at the table; in a comparison, the two.

use croupier_games::Seed;

use super::Table;
use super::tables::Tables;

/// Games of a deal in a tournament.
pub(super) fn set(bots: usize, seats: usize) -> u64 {
    (bots - seats + 1) as u64
}

/// Who sits where in a game of a set of this size.
pub(super) fn table(tables: &Tables, seed: Seed, bots: usize, set: u64, number: u64) -> Table {
    let deal = number / set;
    let mut table = tables.table(deal);
    let tested = tables.tested(&table, seed.child(deal));
    if let Some(at) = (number % set).checked_sub(1) {
        table[tested] = tables.stand_in(&table, bots, at as usize);
    }
    table
}
