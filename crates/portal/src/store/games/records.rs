//! Records in the order of their games, many at a time: for whoever takes all of them away.

use super::listed;
use crate::store::{Store, Stored, sql};

/// Whose games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Those with this entry at the table.
    Entry(i64),
    /// Those of this contest.
    Contest(i64),
}

/// A stored record.
#[derive(Debug, Clone)]
pub struct StoredRecord {
    /// The number of its game.
    pub game: i64,
    /// Who sat there, by seat.
    pub entries: Vec<i64>,
    /// The record, with all that is private in it.
    pub record: Vec<u8>,
}

/// At most so many records of games after this one.
pub async fn after(store: &Store, whose: Whose, game: i64, most: i64) -> Stored<Vec<StoredRecord>> {
    let (sql, number) = match whose {
        Whose::Entry(entry) => (
            "SELECT r.game, r.record, g.seats FROM seats s JOIN records r ON r.game = s.game JOIN games g \
             ON g.id = s.game WHERE s.entry = $1 AND s.game > $2 ORDER BY s.game LIMIT $3",
            entry,
        ),
        Whose::Contest(contest) => (
            "SELECT r.game, r.record, g.seats FROM games g JOIN records r ON r.game = g.id WHERE \
             g.contest = $1 AND g.id > $2 ORDER BY g.id LIMIT $3",
            contest,
        ),
    };
    let rows: Vec<(i64, Vec<u8>, String)> =
        sql::query_as(sql).bind(number).bind(game).bind(most).fetch_all(store.read()).await?;
    let row = |(game, record, seats): (i64, Vec<u8>, String)| StoredRecord {
        game,
        entries: listed::entries(&seats),
        record,
    };
    Ok(rows.into_iter().map(row).collect())
}
