//! Records in the order of their games, many at a time: for whoever takes all of them away.

use super::{Store, Stored};

/// Whose games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Those with this entry at the table.
    Entry(i64),
    /// Those of this contest.
    Contest(i64),
}

/// At most so many records of games after this one, with the numbers of their games.
pub async fn after(store: &Store, whose: Whose, game: i64, most: i64) -> Stored<Vec<(i64, Vec<u8>)>> {
    let (sql, number) = match whose {
        Whose::Entry(entry) => (
            "SELECT r.game, r.record FROM seats s JOIN records r ON r.game = s.game WHERE s.entry = $1 AND \
             s.game > $2 ORDER BY s.game LIMIT $3",
            entry,
        ),
        Whose::Contest(contest) => (
            "SELECT r.game, r.record FROM games g JOIN records r ON r.game = g.id WHERE g.contest = $1 AND g.id > $2 \
             ORDER BY g.id LIMIT $3",
            contest,
        ),
    };
    Ok(sqlx::query_as(sql).bind(number).bind(game).bind(most).fetch_all(store.read()).await?)
}
