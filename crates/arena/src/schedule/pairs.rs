//! `pairs`: every deal twice, with two bots in each other's seats and everyone else where they were.

use croupier_games::Seed;

use super::Table;
use super::tables::Tables;

/// Games of a deal.
pub(super) const SET: u64 = 2;

/// Who sits where in a game.
pub(super) fn table(tables: &Tables, seed: Seed, number: u64) -> Table {
    let deal = number / SET;
    let mut table = tables.table(deal);
    if number % SET == 1 {
        let [one, other] = tables.two(&table, seed.child(deal));
        table.swap(one, other);
    }
    table
}
