//! An upload begins to play: what a newer one changes on the ladder, and what one that played
//! before brings back.
//!
//! A rating belongs to a content. Another content goes on from its author's rating and has to show
//! what it can; one that played before has the rating that it had, so that nothing is won by
//! changing to and fro.

use croupier_record::Day;

use crate::store::ladder::{Entry, FIRST_RATING, FIRST_UNCERTAINTY, GAMES_ON_ENTERING};
use crate::store::{Stored, Write, now, sql};

/// Why somebody is out whose bot failed when it was checked again; the next bot that passes lets
/// them play on.
pub const FAILED_CHECK: &str = "failed its check";
/// How a content stood when another one took its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stood {
    /// What its games had come to.
    pub rating: f64,
    /// The rating's standard deviation.
    pub uncertainty: f64,
    /// Games played.
    pub played: i64,
}

impl Stood {
    /// As an entry stands now.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        Self { rating: entry.rating, uncertainty: entry.uncertainty, played: entry.played }
    }

    /// Somebody's rating when this content begins to play: as it was, or to be found out.
    pub fn begin(before: Option<Self>, entry: &mut Entry) {
        match before {
            Some(stood) => {
                (entry.rating, entry.uncertainty, entry.played) =
                    (stood.rating, stood.uncertainty, stood.played);
            }
            None => (entry.uncertainty, entry.played) = (FIRST_UNCERTAINTY, 0),
        }
    }
}

/// What an upload is: its content, or its url; empty where neither is known.
async fn content_of(write: &mut Write, upload: i64) -> Stored<String> {
    let (hash, url): (String, Option<String>) = sql::query_as("SELECT hash, url FROM uploads WHERE id = $1")
        .bind(upload)
        .fetch_one(&mut *write)
        .await?;
    Ok(if hash.is_empty() { url.unwrap_or_default() } else { hash })
}

async fn stood(write: &mut Write, entry: i64, content: &str) -> Stored<Option<Stood>> {
    let row: Option<(f64, f64, i64)> = sql::query_as(
        "SELECT rating, uncertainty, played FROM contents WHERE entry = $1 AND content = $2 AND \
         content <> ''",
    )
    .bind(entry)
    .bind(content)
    .fetch_optional(&mut *write)
    .await?;
    Ok(row.map(|(rating, uncertainty, played)| Stood { rating, uncertainty, played }))
}

/// Keeps how a content stands.
pub async fn keep(write: &mut Write, entry: i64, content: &str, stood: Stood) -> Stored<()> {
    sql::query(
        "INSERT INTO contents (entry, content, rating, uncertainty, played) VALUES ($1, $2, $3, \
         $4, $5) ON CONFLICT (entry, content) DO UPDATE SET rating = excluded.rating, uncertainty \
         = excluded.uncertainty, played = excluded.played",
    )
    .bind(entry)
    .bind(content)
    .bind(stood.rating)
    .bind(stood.uncertainty)
    .bind(stood.played)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// How somebody's upload would begin to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrance {
    /// It is what plays already.
    Same,
    /// It never played here.
    New,
    /// It played before another one took its place; so many came back today.
    Return(i64),
}

/// How an upload would begin to play for its author.
pub async fn entrance(write: &mut Write, contest: i64, account: i64, upload: i64) -> Stored<Entrance> {
    let content = content_of(write, upload).await?;
    let entry: Option<(i64, String)> =
        sql::query_as("SELECT id, content FROM entries WHERE contest = $1 AND account = $2")
            .bind(contest)
            .bind(account)
            .fetch_optional(&mut *write)
            .await?;
    let Some((entry, playing)) = entry else { return Ok(Entrance::New) };
    if !content.is_empty() && playing == content {
        return Ok(Entrance::Same);
    }
    if stood(write, entry, &content).await?.is_none() {
        return Ok(Entrance::New);
    }
    let (today,): (i64,) =
        sql::query_as("SELECT COUNT(*) FROM enterings WHERE entry = $1 AND back = 1 AND moment > $2")
            .bind(entry)
            .bind(now() - Day::MS)
            .fetch_one(&mut *write)
            .await?;
    Ok(Entrance::Return(today))
}

/// Lets an upload play for its author. What played before keeps its rating; something new goes on
/// from the author's, how sure that is begins anew, and games on entering are owed again.
pub async fn enter(write: &mut Write, contest: i64, account: i64, name: &str, upload: i64) -> Stored<i64> {
    sql::query("UPDATE uploads SET sat = 1 WHERE id = $1").bind(upload).execute(&mut *write).await?;
    let content = content_of(write, upload).await?;
    let known: Option<(i64,)> = sql::query_as("SELECT id FROM entries WHERE contest = $1 AND account = $2")
        .bind(contest)
        .bind(account)
        .fetch_optional(&mut *write)
        .await?;
    let known = match known {
        Some((id,)) => crate::store::ladder::seen_by(write, id).await?,
        None => None,
    };
    let Some(mut entry) = known else {
        let id = first(write, contest, account, name, upload, &content).await?;
        note(write, id, &content, false).await?;
        return Ok(id);
    };
    let same = !content.is_empty() && entry.content == content;
    if !same {
        let back = stood(write, entry.id, &content).await?;
        if !entry.content.is_empty() {
            keep(write, entry.id, &entry.content, Stood::of(&entry)).await?;
        }
        Stood::begin(back, &mut entry);
        entry.owed = if back.is_some() { 0 } else { GAMES_ON_ENTERING };
        note(write, entry.id, &content, back.is_some()).await?;
    }
    sql::query(
        "UPDATE entries SET upload = $1, entered = $2, content = $3, rating = $4, uncertainty = \
         $5, played = $6, owed = $7, out_of = CASE WHEN out_of = $8 THEN NULL ELSE out_of END \
         WHERE id = $9",
    )
    .bind(upload)
    .bind(now())
    .bind(&content)
    .bind(entry.rating)
    .bind(entry.uncertainty)
    .bind(entry.played)
    .bind(entry.owed)
    .bind(FAILED_CHECK)
    .bind(entry.id)
    .execute(&mut *write)
    .await?;
    Ok(entry.id)
}

async fn first(
    write: &mut Write,
    contest: i64,
    account: i64,
    name: &str,
    upload: i64,
    content: &str,
) -> Stored<i64> {
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO entries (contest, account, name, upload, entered, rating, uncertainty, games, \
         wins, faults, owed, path, stride, content, played) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, \
         0, 0, $8, '[]', 1, $9, 0) RETURNING id",
    )
    .bind(contest)
    .bind(account)
    .bind(name)
    .bind(upload)
    .bind(now())
    .bind(FIRST_RATING)
    .bind(FIRST_UNCERTAINTY)
    .bind(GAMES_ON_ENTERING)
    .bind(content)
    .fetch_one(&mut *write)
    .await?;
    Ok(id)
}

/// Notes after which game a content began to play: the ladder is a fold over games and these.
async fn note(write: &mut Write, entry: i64, content: &str, back: bool) -> Stored<()> {
    sql::query(
        "INSERT INTO enterings (entry, after, content, moment, back, turn) VALUES ($1, (SELECT \
         COALESCE(MAX(id), 0) FROM games), $2, $3, $4, (SELECT COUNT(*) FROM enterings WHERE entry \
         = $1))",
    )
    .bind(entry)
    .bind(content)
    .bind(now())
    .bind(i64::from(back))
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// An upload failed when it was checked again: where it plays, it does not any more.
pub async fn take_off(write: &mut Write, upload: i64) -> Stored<()> {
    sql::query("UPDATE entries SET out_of = $1, entered = $2 WHERE upload = $3 AND out_of IS NULL")
        .bind(FAILED_CHECK)
        .bind(now())
        .bind(upload)
        .execute(&mut *write)
        .await?;
    Ok(())
}
