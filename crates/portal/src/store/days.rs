//! The ladders' luck: one secret a day, and nobody reads it here before its day is over.
//!
//! A day is over when a later one has begun and none of its games waits or is being played any
//! more: whoever has the secret knows every card of the day. A clock that goes back begins no day
//! again.

use croupier_record::{Commitment, Day, Origin, Secret};

use super::sql::Row;
use super::{Store, StoreError, Stored, Write, sql};
use crate::jobs::Queue;

/// A day of the ladders, as everyone may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayRow {
    /// Which.
    pub day: Day,
    /// When its secret was drawn, and its hash published.
    pub begun: i64,
    /// How many deals were made from it.
    pub games: i64,
    /// The hash of its secret.
    pub commitment: Commitment,
    /// The secret, where the day is over.
    pub opened: Option<Secret>,
}

/// Begins the day of this moment, unless it or a later one has begun; `fresh` becomes its secret.
/// Gives the day on.
pub async fn begin(write: &mut Write, moment: i64, fresh: Secret) -> Stored<Day> {
    sql::query(
        "INSERT INTO days (day, secret, begun, next, games) SELECT $1, $2, $3, 0, 0 \
         WHERE NOT EXISTS (SELECT 1 FROM days WHERE day >= $1)",
    )
    .bind(i64::from(Day::of(moment).number()))
    .bind(String::from(fresh))
    .bind(moment)
    .execute(&mut *write)
    .await?;
    let (day,): (i64,) = sql::query_as("SELECT MAX(day) FROM days").fetch_one(&mut *write).await?;
    numbered(day)
}

/// The luck of the day's next game.
pub async fn deal(write: &mut Write, day: Day) -> Stored<Origin> {
    let (secret, game): (String, i64) = sql::query_as(
        "UPDATE days SET next = next + 1, games = games + 1 WHERE day = $1 RETURNING secret, next - 1",
    )
    .bind(i64::from(day.number()))
    .fetch_one(&mut *write)
    .await?;
    Ok(Origin::in_day(&read_secret(&secret)?, day, game as u64))
}

/// Goes on with numbers that nobody had. A folder may be a copy from some hours ago: its next deals
/// were dealt already, and everyone has read them.
pub async fn skip(write: &mut Write, by: u32) -> Stored<()> {
    let sql = "UPDATE days SET next = next + $1 WHERE day = (SELECT MAX(day) FROM days)";
    sql::query(sql).bind(i64::from(by)).execute(&mut *write).await?;
    Ok(())
}

const COLUMNS: &str = "SELECT day, secret, begun, games, day < (SELECT MAX(day) FROM days) AS past FROM days";

/// The newest days, those before `before` where it is given, and at most so many; `queue` has their games.
pub async fn list(store: &Store, queue: &dyn Queue, before: Option<Day>, most: i64) -> Stored<Vec<DayRow>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE day < $1 ORDER BY day DESC LIMIT $2"));
    let before = before.map_or(i64::MAX, |day| i64::from(day.number()));
    let rows = sql::query(sql).bind(before).bind(most).fetch_all(store.read()).await?;
    let busy = queue.days().await?;
    rows.iter().map(|row| read(row, &busy)).collect()
}

/// One of them.
pub async fn get(store: &Store, queue: &dyn Queue, day: Day) -> Stored<Option<DayRow>> {
    let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE day = $1"));
    let row = sql::query(sql).bind(i64::from(day.number())).fetch_optional(store.read()).await?;
    let busy = queue.days().await?;
    row.as_ref().map(|row| read(row, &busy)).transpose()
}

/// A day, where these have games that wait or are being played. They are asked for after the day was
/// read: no game is put for a day that is past, so one that is not among them then never is again.
fn read(row: &Row, busy: &[i64]) -> Stored<DayRow> {
    let number = row.try_get("day")?;
    let over = row.try_get::<bool, _>("past")? && !busy.contains(&number);
    let secret = read_secret(row.try_get("secret")?)?;
    Ok(DayRow {
        day: numbered(number)?,
        begun: row.try_get("begun")?,
        games: row.try_get("games")?,
        commitment: secret.commitment(),
        opened: over.then_some(secret),
    })
}

fn read_secret(hex: &str) -> Stored<Secret> {
    hex.parse().map_err(|error| StoreError::Unreadable(format!("the secret of a day: {error}")))
}

fn numbered(day: i64) -> Stored<Day> {
    let number = u32::try_from(day);
    number.map(Day::numbered).map_err(|_| StoreError::Unreadable(format!("there is no day {day}")))
}
