//! Final tournaments: their plan, their games batch by batch, how they ended.

use super::sql::Row;
use super::{Store, StoreError, Stored, Write, now, sql};
use crate::jobs::SeatedEntry;
use croupier_record::{Block, EntrantId, Header, Out};

/// A final.
#[derive(Debug, Clone)]
pub struct Final {
    /// Its number.
    pub id: i64,
    /// Of which contest.
    pub contest: i64,
    /// The head of its record: seed, design, games, entrants.
    pub header: Header,
    /// Who sits behind each entrant.
    pub field: Vec<SeatedEntry>,
    /// When it began.
    pub begun: i64,
    /// All games before this one are in the queue or played.
    pub put: i64,
    /// Up to where it was looked.
    pub looked: i64,
    /// Who was put out of it, as far as it was looked; `None` for one from before anybody was.
    pub outs: Option<Vec<Out>>,
    /// When it ended.
    pub ended: Option<i64>,
    /// Games that count.
    pub games: Option<i64>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The standings, as text.
    pub standings: Option<String>,
}

impl Final {
    /// Who is not seated from this game on, the lowest number first: known by the time that it is put.
    #[must_use]
    pub fn out_at(&self, game: i64) -> Vec<EntrantId> {
        let out = self.outs.iter().flatten().filter(|out| out.border <= game as u64);
        let mut out: Vec<EntrantId> = out.map(|out| out.entrant).collect();
        out.sort_unstable();
        out
    }
}

/// Some consecutive games of a final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalBatch {
    /// The final.
    pub of: i64,
    /// The first game.
    pub first: i64,
    /// How many.
    pub count: i64,
    /// The games, as in a block of a record.
    pub plain: Vec<u8>,
}

impl FinalBatch {
    /// The same as a block of a record, with those of the final who were put out in it or before.
    #[must_use]
    pub fn block(self, outs: &[Out]) -> Block {
        let end = (self.first + self.count) as u64;
        let mut block = Block::new(self.first as u64);
        (block.plain, block.count) = (self.plain, self.count as u32);
        block.outs = outs.iter().filter(|out| out.game < end).cloned().collect();
        block
    }
}

/// How a final ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalResult {
    /// Games that count.
    pub games: i64,
    /// Why.
    pub reason: String,
    /// The standings, as text.
    pub standings: String,
}

const COLUMNS: &str = "SELECT id, contest, header, field, begun, put, looked, outs, ended, games, reason, \
                       standings FROM finals";

fn read(row: &Row) -> Stored<Final> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(format!("a final: {error}"));
    let outs: Option<String> = row.try_get("outs")?;
    Ok(Final {
        id: row.try_get("id")?,
        contest: row.try_get("contest")?,
        header: serde_json::from_str(row.try_get("header")?).map_err(unreadable)?,
        field: serde_json::from_str(row.try_get("field")?).map_err(unreadable)?,
        begun: row.try_get("begun")?,
        put: row.try_get("put")?,
        looked: row.try_get("looked")?,
        outs: outs.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?,
        ended: row.try_get("ended")?,
        games: row.try_get("games")?,
        reason: row.try_get("reason")?,
        standings: row.try_get("standings")?,
    })
}

/// A new final.
pub async fn add(write: &mut Write, contest: i64, header: &Header, field: &[SeatedEntry]) -> Stored<i64> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO finals (contest, header, field, begun, put, looked, outs) VALUES ($1, $2, $3, \
         $4, 0, 0, '[]') RETURNING id",
    )
    .bind(contest)
    .bind(serde_json::to_string(header).map_err(unreadable)?)
    .bind(serde_json::to_string(field).map_err(unreadable)?)
    .bind(now())
    .fetch_one(&mut *write)
    .await?;
    Ok(id)
}

/// The final of this number.
pub async fn get(store: &Store, id: i64) -> Stored<Option<Final>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"));
    sql::query(sql).bind(id).fetch_optional(store.read()).await?.as_ref().map(read).transpose()
}

/// Those of a contest, the newest first.
pub async fn of_contest(store: &Store, contest: i64) -> Stored<Vec<Final>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE contest = $1 ORDER BY id DESC"));
    sql::query(sql).bind(contest).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// Those that are being played.
pub async fn running(store: &Store) -> Stored<Vec<Final>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE ended IS NULL ORDER BY id"));
    sql::query(sql).fetch_all(store.read()).await?.iter().map(read).collect()
}

/// All games before this one are in the queue.
pub async fn set_put(write: &mut Write, id: i64, put: i64) -> Stored<()> {
    sql::query("UPDATE finals SET put = $1 WHERE id = $2").bind(put).bind(id).execute(&mut *write).await?;
    Ok(())
}

/// It was looked up to here.
pub async fn set_looked(write: &mut Write, id: i64, looked: i64) -> Stored<()> {
    let sql = sql::query("UPDATE finals SET looked = $1 WHERE id = $2");
    sql.bind(looked).bind(id).execute(&mut *write).await?;
    Ok(())
}

/// These were put out of it up to where it was looked.
pub async fn set_outs(write: &mut Write, id: i64, outs: &[Out]) -> Stored<()> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let outs = serde_json::to_string(outs).map_err(unreadable)?;
    sql::query("UPDATE finals SET outs = $1 WHERE id = $2").bind(outs).bind(id).execute(&mut *write).await?;
    Ok(())
}

/// A batch is played; one that came after the end does not count.
pub async fn add_batch(write: &mut Write, batch: &FinalBatch) -> Stored<()> {
    sql::query(
        "INSERT INTO batches (final, first, count, plain) SELECT $1, $2, $3, $4 FROM finals WHERE \
         id = $1 AND ended IS NULL ON CONFLICT DO NOTHING",
    )
    .bind(batch.of)
    .bind(batch.first)
    .bind(batch.count)
    .bind(&batch.plain)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// How many games are played without a gap from the first on; up to where it was looked there is none.
pub async fn unbroken(store: &Store, of: &Final) -> Stored<i64> {
    let rows: Vec<(i64, i64)> =
        sql::query_as("SELECT first, count FROM batches WHERE final = $1 AND first >= $2 ORDER BY first")
            .bind(of.id)
            .bind(of.looked)
            .fetch_all(store.read())
            .await?;
    Ok(rows.iter().fold(of.looked, |next, &(first, count)| if first == next { next + count } else { next }))
}

/// The batch that begins with a game.
pub async fn batch(store: &Store, id: i64, first: i64) -> Stored<Option<FinalBatch>> {
    let row: Option<(i64, Vec<u8>)> =
        sql::query_as("SELECT count, plain FROM batches WHERE final = $1 AND first = $2")
            .bind(id)
            .bind(first)
            .fetch_optional(store.read())
            .await?;
    Ok(row.map(|(count, plain)| FinalBatch { of: id, first, count, plain }))
}

/// The batches before a game, in order.
pub async fn batches(store: &Store, id: i64, before: i64) -> Stored<Vec<FinalBatch>> {
    let rows: Vec<(i64, i64, Vec<u8>)> = sql::query_as(
        "SELECT first, count, plain FROM batches WHERE final = $1 AND first < $2 ORDER BY first",
    )
    .bind(id)
    .bind(before)
    .fetch_all(store.read())
    .await?;
    Ok(rows.into_iter().map(|(first, count, plain)| FinalBatch { of: id, first, count, plain }).collect())
}

/// It ended: what was played beyond its last game goes.
pub async fn end(write: &mut Write, id: i64, ended: &FinalResult) -> Stored<()> {
    sql::query(
        "UPDATE finals SET ended = $1, games = $2, reason = $3, standings = $4 WHERE id = $5 AND \
         ended IS NULL",
    )
    .bind(now())
    .bind(ended.games)
    .bind(&ended.reason)
    .bind(&ended.standings)
    .bind(id)
    .execute(&mut *write)
    .await?;
    sql::query("DELETE FROM batches WHERE final = $1 AND first >= $2")
        .bind(id)
        .bind(ended.games)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// Whose the jobs of a final are.
#[must_use]
pub fn owner(id: i64) -> String {
    format!("final {id}")
}
