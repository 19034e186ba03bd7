//! `pairs`: every deal twice, with two bots in each other's seats and everyone else where they were.

use super::tables::Tables;
use super::{Draws, TableSeats};

/// Games of a deal.
pub(super) const SET: u64 = 2;

/// Who sits where in a game.
pub(super) fn table(tables: &Tables, draws: Draws<'_>, number: u64) -> TableSeats {
    let mut table = tables.table(draws);
    if number % SET == 1 {
        let [one, other] = tables.two(&table, draws);
        table.swap(one, other);
    }
    table
}
