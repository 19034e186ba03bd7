//! `rotate`: every deal as often as there are seats, everyone moving on by one seat each time.

use super::Table;
use super::tables::Tables;

/// Who sits where in a game.
pub(super) fn table(tables: &Tables, number: u64, seats: usize) -> Table {
    let mut table = tables.table(number / seats as u64);
    table.rotate_right((number % seats as u64) as usize);
    table
}
