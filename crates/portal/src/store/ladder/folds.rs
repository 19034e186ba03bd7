//! What a ladder is folded from: the seats of a contest's games in order, and when newer uploads
//! began to play.

use std::collections::HashMap;

use crate::store::{Store, Stored, Write, sql};

/// A seat of a finished game, as far as the ladder is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldedSeat {
    /// Which game it was in.
    pub game: i64,
    /// Who sat there.
    pub entry: i64,
    /// Its place, from 1.
    pub place: i64,
    /// How often it did something wrong.
    pub faults: i64,
}

const SEATS: &str = "SELECT s.game, s.entry, s.place, s.faults FROM games g JOIN seats s ON s.game = g.id \
                     WHERE g.contest = $1 AND g.id > $2 AND g.id < $3 ORDER BY g.id, s.seat LIMIT $4";
const ENTERINGS: &str = "SELECT e.id, n.after, n.content FROM entries e JOIN enterings n ON n.entry = e.id \
                         WHERE e.contest = $1 ORDER BY e.id, n.after, n.turn";

type SeatRow = (i64, i64, i64, i64);

fn seats(rows: Vec<SeatRow>) -> Vec<FoldedSeat> {
    rows.into_iter().map(|(game, entry, place, faults)| FoldedSeat { game, entry, place, faults }).collect()
}

/// At most so many seats of the games after one and before another.
pub async fn seats_between(
    store: &Store,
    contest: i64,
    after: i64,
    before: i64,
    most: i64,
) -> Stored<Vec<FoldedSeat>> {
    let query = sql::query_as(SEATS).bind(contest).bind(after).bind(before).bind(most);
    let rows = query.fetch_all(store.read()).await?;
    Ok(seats(rows))
}

/// All seats of games after this one, as this write sees them.
pub async fn seats_seen(write: &mut Write, contest: i64, game: i64) -> Stored<Vec<FoldedSeat>> {
    let query = sql::query_as(SEATS).bind(contest).bind(game).bind(i64::MAX).bind(i64::MAX);
    let rows = query.fetch_all(&mut *write).await?;
    Ok(seats(rows))
}

/// A content that began to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entering {
    /// After this game.
    pub after: i64,
    /// Which; empty where that is not known.
    pub content: String,
}

fn by_entry(rows: Vec<(i64, i64, String)>) -> HashMap<i64, Vec<Entering>> {
    let mut by_entry: HashMap<i64, Vec<Entering>> = HashMap::new();
    for (entry, after, content) in rows {
        by_entry.entry(entry).or_default().push(Entering { after, content });
    }
    by_entry
}

/// By entry, after which games which content began to play.
pub async fn enterings(store: &Store, contest: i64) -> Stored<HashMap<i64, Vec<Entering>>> {
    Ok(by_entry(sql::query_as(ENTERINGS).bind(contest).fetch_all(store.read()).await?))
}

/// The same, as this write sees it.
pub async fn enterings_seen(write: &mut Write, contest: i64) -> Stored<HashMap<i64, Vec<Entering>>> {
    Ok(by_entry(sql::query_as(ENTERINGS).bind(contest).fetch_all(&mut *write).await?))
}

/// Who sat at a table, with which upload.
#[derive(Debug, Clone)]
pub struct Sat {
    /// Who, by number.
    pub entry: i64,
    /// The upload that played; `None` for a player of the house.
    pub upload: Option<i64>,
    /// The player of the house, where it is one.
    pub house: Option<String>,
}

/// The seats of a game in order.
pub async fn sat(store: &Store, game: i64) -> Stored<Vec<Sat>> {
    let rows: Vec<(i64, Option<i64>, Option<String>)> = sql::query_as(
        "SELECT s.entry, s.upload, e.house FROM seats s JOIN entries e ON e.id = s.entry WHERE s.game = $1 \
         ORDER BY s.seat",
    )
    .bind(game)
    .fetch_all(store.read())
    .await?;
    Ok(rows.into_iter().map(|(entry, upload, house)| Sat { entry, upload, house }).collect())
}
