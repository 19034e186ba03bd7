//! `rotate`: every deal as often as there are seats, everyone moving on by one seat each time.

use super::tables::Tables;
use super::{Draws, TableSeats};

/// Who sits where in a game.
pub(super) fn table(tables: &Tables, draws: Draws<'_>, number: u64, seats: usize) -> TableSeats {
    let mut table = tables.table(draws);
    table.rotate_right((number % seats as u64) as usize);
    table
}
