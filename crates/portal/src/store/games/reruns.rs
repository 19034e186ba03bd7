//! Games played once more: what was asked, what came of it, and which of the two counts.

use super::listed;
use crate::store::games::{self, NewGame, SeatRow};
use crate::store::sql::Row;
use crate::store::{Store, StoreError, Stored, Write, now, sql};

/// A game that was, or is to be, played once more.
#[derive(Debug, Clone)]
pub struct Rerun {
    /// Its number.
    pub id: i64,
    /// Which game is played once more.
    pub game: i64,
    /// When it was asked for.
    pub asked: i64,
    /// When it was played.
    pub ended: Option<i64>,
    /// What came of it: `same`, `alike`, `differs` or `failed`.
    pub verdict: Option<String>,
    /// The same in words.
    pub words: String,
    /// Whether the new one counts.
    pub counted: bool,
}

/// What came of playing a game once more.
#[derive(Debug, Clone)]
pub struct Reran {
    /// Which of the reruns this was.
    pub rerun: i64,
    /// `same`, `alike` or `differs`.
    pub verdict: &'static str,
    /// Where it differs, in words.
    pub words: String,
    /// The game as it was played now.
    pub played: NewGame,
}

const COLUMNS: &str = "SELECT id, game, asked, ended, verdict, words, counted FROM reruns";

fn read(row: &Row) -> Stored<Rerun> {
    Ok(Rerun {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        asked: row.try_get("asked")?,
        ended: row.try_get("ended")?,
        verdict: row.try_get("verdict")?,
        words: row.try_get::<Option<String>, _>("words")?.unwrap_or_default(),
        counted: row.try_get::<Option<i64>, _>("counted")?.is_some(),
    })
}

/// An organiser asks for a game; gives the number of its rerun.
pub async fn ask(write: &mut Write, game: i64, account: i64) -> Stored<i64> {
    let (id,): (i64,) =
        sql::query_as("INSERT INTO reruns (game, account, asked) VALUES ($1, $2, $3) RETURNING id")
            .bind(game)
            .bind(account)
            .bind(now())
            .fetch_one(&mut *write)
            .await?;
    Ok(id)
}

/// It was played.
pub async fn end(write: &mut Write, reran: &Reran) -> Stored<()> {
    sql::query(
        "UPDATE reruns SET ended = $1, verdict = $2, words = $3, took = $4, seats = $5, record = \
         $6 WHERE id = $7",
    )
    .bind(now())
    .bind(reran.verdict)
    .bind(&reran.words)
    .bind(reran.played.took)
    .bind(as_json(&reran.played.seats)?)
    .bind(&reran.played.record)
    .bind(reran.rerun)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// It cannot be played, for this reason.
pub async fn give_up(write: &mut Write, id: i64, why: &str) -> Stored<()> {
    sql::query("UPDATE reruns SET ended = $1, verdict = 'failed', words = $2 WHERE id = $3")
        .bind(now())
        .bind(why)
        .bind(id)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// It waits to be played once more; `false` where another one of its game does.
pub async fn wait_again(write: &mut Write, id: i64) -> Stored<bool> {
    let waits = sql::query(
        "UPDATE reruns SET ended = NULL, verdict = NULL, words = NULL WHERE id = $1 AND NOT EXISTS (SELECT 1 \
         FROM reruns other WHERE other.game = reruns.game AND other.id <> $1 AND other.ended IS NULL)",
    );
    Ok(waits.bind(id).execute(&mut *write).await? == 1)
}

/// All of a game, the newest first.
pub async fn of_game(store: &Store, game: i64) -> Stored<Vec<Rerun>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE game = $1 ORDER BY id DESC"));
    sql::query(sql).bind(game).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// The rerun of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Rerun>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// The record of the one of the two games that does not count.
pub async fn record(store: &Store, id: i64) -> Stored<Option<Vec<u8>>> {
    let row: Option<(Option<Vec<u8>>,)> = sql::query_as("SELECT record FROM reruns WHERE id = $1")
        .bind(id)
        .fetch_optional(store.read())
        .await?;
    Ok(row.and_then(|(record,)| record))
}

/// Lets the other of the two games count: they change places. `false` where there is no other yet,
/// or where another rerun of this game counts.
pub async fn change_places(write: &mut Write, rerun: &Rerun) -> Stored<bool> {
    type Kept = (Option<i64>, Option<String>, Option<Vec<u8>>, Option<i64>);
    let kept: Option<Kept> = sql::query_as(
        "SELECT took, seats, record, counted FROM reruns r WHERE id = $1 AND NOT EXISTS (SELECT 1 \
         FROM reruns other WHERE other.game = r.game AND other.id <> r.id AND other.counted IS NOT \
         NULL)",
    )
    .bind(rerun.id)
    .fetch_optional(&mut *write)
    .await?;
    let Some((Some(took), Some(seats), Some(record), counted)) = kept else { return Ok(false) };
    let seats: Vec<SeatRow> =
        serde_json::from_str(&seats).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let old = played(write, rerun.game).await?;
    put_in_place(write, rerun.game, took, &seats, &record).await?;
    sql::query("UPDATE reruns SET took = $1, seats = $2, record = $3, counted = $4 WHERE id = $5")
        .bind(old.0)
        .bind(as_json(&old.1)?)
        .bind(old.2)
        .bind(if counted.is_none() { Some(now()) } else { None })
        .bind(rerun.id)
        .execute(&mut *write)
        .await?;
    Ok(true)
}

/// A stored game as it was played: how long, by whom, its record.
async fn played(write: &mut Write, game: i64) -> Stored<(i64, Vec<SeatRow>, Vec<u8>)> {
    let (took, record): (i64, Vec<u8>) =
        sql::query_as("SELECT g.took, r.record FROM games g JOIN records r ON r.game = g.id WHERE g.id = $1")
            .bind(game)
            .fetch_one(&mut *write)
            .await?;
    let rows = sql::query(
        "SELECT s.entry, s.upload, s.place, s.score, s.figures, s.faults, s.fault, l.log FROM seats s \
         LEFT JOIN logs l ON l.game = s.game AND l.seat = s.seat WHERE s.game = $1 ORDER BY s.seat",
    )
    .bind(game)
    .fetch_all(&mut *write)
    .await?;
    let seat = |row: &Row| -> Stored<SeatRow> {
        Ok(SeatRow {
            entry: row.try_get("entry")?,
            upload: row.try_get("upload")?,
            place: row.try_get("place")?,
            score: row.try_get("score")?,
            figures: row.try_get("figures")?,
            faults: row.try_get("faults")?,
            fault: row.try_get("fault")?,
            log: row.try_get::<Option<String>, _>("log")?.unwrap_or_default(),
        })
    };
    Ok((took, rows.iter().map(seat).collect::<Stored<_>>()?, record))
}

/// The game of this number is this one from now on. The ratings that stand beside its seats are
/// those of the day it was first played; the ladder is folded anew by whoever calls this.
async fn put_in_place(
    write: &mut Write,
    game: i64,
    took: i64,
    seats: &[SeatRow],
    record: &[u8],
) -> Stored<()> {
    let ratings: Vec<(f64,)> = sql::query_as("SELECT rating FROM seats WHERE game = $1 ORDER BY seat")
        .bind(game)
        .fetch_all(&mut *write)
        .await?;
    for table in ["logs", "seats"] {
        let sql = sqlx::AssertSqlSafe(format!("DELETE FROM {table} WHERE game = $1"));
        sql::query(sql).bind(game).execute(&mut *write).await?;
    }
    for (at, (seat, (rating,))) in seats.iter().zip(ratings).enumerate() {
        games::add_seat(write, game, at as i64, seat, rating).await?;
    }
    let faulty = seats.iter().filter(|seat| seat.faults > 0).count() as i64;
    sql::query("UPDATE games SET took = $1, faults = $2, seats = $3 WHERE id = $4")
        .bind(took)
        .bind(faulty)
        .bind(listed::written(seats))
        .bind(game)
        .execute(&mut *write)
        .await?;
    sql::query("UPDATE records SET record = $1 WHERE game = $2")
        .bind(record)
        .bind(game)
        .execute(&mut *write)
        .await?;
    Ok(())
}

fn as_json(seats: &[SeatRow]) -> Stored<String> {
    serde_json::to_string(seats).map_err(|error| StoreError::Unreadable(error.to_string()))
}
