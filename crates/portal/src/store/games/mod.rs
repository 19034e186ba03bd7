//! Finished games: who sat where, what came of it, the record and what the bots printed.

mod listed;
pub mod records;
pub mod reruns;

use serde::{Deserialize, Serialize};

use super::sql::Row;
use super::{Store, Stored, Write, now, sql};

pub use listed::{get, list, with_record};

/// One seat of a finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatRow {
    /// Who sat there.
    pub entry: i64,
    /// With which upload; `None` for a player of the house.
    pub upload: Option<i64>,
    /// In which place it came in, from 1; those who tie share it.
    pub place: i64,
    /// Its score, in the players' own counting.
    pub score: f64,
    /// The game's figures, as a JSON list.
    pub figures: String,
    /// How often it did something wrong.
    pub faults: i64,
    /// The first of these, in words.
    pub fault: Option<String>,
    /// What it printed; empty for nothing.
    pub log: String,
}

/// A finished game, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewGame {
    /// Of which contest.
    pub contest: i64,
    /// What its luck grew from.
    pub seed: i64,
    /// How many milliseconds it took.
    pub took: i64,
    /// The seats in order.
    pub seats: Vec<SeatRow>,
    /// The record of this one game: a file as `croupier log` and `croupier verify` read it.
    pub record: Vec<u8>,
}

/// A game in a list.
#[derive(Debug, Clone)]
pub struct GameRow {
    /// Its number.
    pub id: i64,
    /// Of which contest.
    pub contest: i64,
    /// When it ended.
    pub ended: i64,
    /// How many milliseconds it took.
    pub took: i64,
    /// Seats in which something went wrong.
    pub faults: i64,
    /// The seats in order.
    pub seats: Vec<SeatNote>,
}

/// What stands of a seat in the row of its game.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatNote {
    /// Who sat there.
    pub entry: i64,
    /// In which place it came in.
    pub place: i64,
    /// What the game gave it.
    pub score: f64,
    /// How often it did something wrong.
    pub faults: i64,
    /// The first of these, in words.
    pub fault: Option<String>,
}

/// A seat of a game, with everything that is known of it.
#[derive(Debug, Clone)]
pub struct SeatShown {
    /// Which game it was in.
    pub game: i64,
    /// The seat, from 0.
    pub seat: i64,
    /// Who sat there.
    pub entry: i64,
    /// What it was called.
    pub name: String,
    /// Whether it is a player of the house.
    pub house: bool,
    /// Whose it is.
    pub account: Option<i64>,
    /// In which place it came in.
    pub place: i64,
    /// What the game gave it.
    pub score: f64,
    /// How often it did something wrong.
    pub faults: i64,
    /// The first of these, in words.
    pub fault: Option<String>,
}

/// Stores a finished game; `ratings` are those after it, seat by seat.
pub async fn add(write: &mut Write, game: &NewGame, ratings: &[f64]) -> Stored<i64> {
    let faulty = game.seats.iter().filter(|seat| seat.faults > 0).count() as i64;
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO games (contest, seed, ended, took, faults, seats) VALUES ($1, $2, $3, $4, $5, \
         $6) RETURNING id",
    )
    .bind(game.contest)
    .bind(game.seed)
    .bind(now())
    .bind(game.took)
    .bind(faulty)
    .bind(listed::written(&game.seats))
    .fetch_one(&mut *write)
    .await?;
    for (at, (seat, rating)) in game.seats.iter().zip(ratings).enumerate() {
        add_seat(write, id, at as i64, seat, *rating).await?;
    }
    sql::query("INSERT INTO records (game, record) VALUES ($1, $2)")
        .bind(id)
        .bind(&game.record)
        .execute(&mut *write)
        .await?;
    Ok(id)
}

pub(super) async fn add_seat(
    write: &mut Write,
    game: i64,
    at: i64,
    seat: &SeatRow,
    rating: f64,
) -> Stored<()> {
    sql::query(
        "INSERT INTO seats (game, seat, entry, upload, place, score, figures, faults, fault, rating) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(game)
    .bind(at)
    .bind(seat.entry)
    .bind(seat.upload)
    .bind(seat.place)
    .bind(seat.score)
    .bind(&seat.figures)
    .bind(seat.faults)
    .bind(&seat.fault)
    .bind(rating)
    .execute(&mut *write)
    .await?;
    if !seat.log.is_empty() {
        sql::query("INSERT INTO logs (game, seat, log) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(at)
            .bind(&seat.log)
            .execute(&mut *write)
            .await?;
    }
    Ok(())
}

/// Which games a list wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wanted {
    /// Only of this contest.
    pub contest: Option<i64>,
    /// Only with this entry at the table.
    pub entry: Option<i64>,
    /// Only those in which something went wrong.
    pub faulty: bool,
    /// Only those with a number below this.
    pub before: Option<i64>,
    /// At most so many.
    pub most: i64,
}

/// Who sat in a game, by seat.
pub async fn seats(store: &Store, game: i64) -> Stored<Vec<SeatShown>> {
    let rows = sql::query(
        "SELECT s.game, s.seat, s.entry, e.name, e.house, e.account, s.place, s.score, s.faults, s.fault \
         FROM seats s JOIN entries e ON e.id = s.entry WHERE s.game = $1 ORDER BY s.seat",
    )
    .bind(game)
    .fetch_all(store.read())
    .await?;
    rows.iter().map(seat_shown).collect()
}

fn seat_shown(row: &Row) -> Stored<SeatShown> {
    Ok(SeatShown {
        game: row.try_get(0)?,
        seat: row.try_get(1)?,
        entry: row.try_get(2)?,
        name: row.try_get(3)?,
        house: row.try_get::<Option<&str>, _>(4)?.is_some(),
        account: row.try_get(5)?,
        place: row.try_get(6)?,
        score: row.try_get(7)?,
        faults: row.try_get(8)?,
        fault: row.try_get(9)?,
    })
}

/// The record of a game.
pub async fn record(store: &Store, game: i64) -> Stored<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>,)> = sql::query_as("SELECT record FROM records WHERE game = $1")
        .bind(game)
        .fetch_optional(store.read())
        .await?;
    Ok(row.map(|(record,)| record))
}

/// What a seat's bot printed.
pub async fn log(store: &Store, game: i64, seat: i64) -> Stored<Option<String>> {
    let row: Option<(String,)> = sql::query_as("SELECT log FROM logs WHERE game = $1 AND seat = $2")
        .bind(game)
        .bind(seat)
        .fetch_optional(store.read())
        .await?;
    Ok(row.map(|(log,)| log))
}

/// How many games are stored: their numbers have no gaps.
pub async fn count(store: &Store) -> Stored<i64> {
    let (count,): (i64,) =
        sql::query_as("SELECT COALESCE(MAX(id), 0) FROM games").fetch_one(store.read()).await?;
    Ok(count)
}
