//! Jobs that were given up: they wait for an organiser, who dismisses them or puts them again.
//!
//! The list is bounded: where every game fails, it tells of the newest.

use super::sql::Row;
use super::{Store, StoreError, Stored, Write, now, sql};
use crate::jobs::{Class, GivenUp, Task};

/// So many of each class are kept, the newest.
const KEPT: i64 = 1_000;
/// A reason is kept up to here, in characters.
const LONGEST_REASON: usize = 1_000;

/// A job that is given up, as its queue knew it.
#[derive(Debug, Clone)]
pub struct NewGivenUp {
    /// What kind of work it was.
    pub class: Class,
    /// Whose it was.
    pub owner: String,
    /// For which contest.
    pub contest: i64,
    /// What was to be done.
    pub task: Task,
    /// When it was put into the queue.
    pub put: i64,
    /// How often it was tried.
    pub tries: i64,
    /// What went wrong the last time.
    pub why: String,
}

/// Adds one to the list, and drops the oldest of its class where there are too many.
pub async fn add(write: &mut Write, new: &NewGivenUp) -> Stored<()> {
    let class = new.class as i64;
    let task = serde_json::to_string(&new.task).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let why: String = new.why.chars().take(LONGEST_REASON).collect();
    sql::query(
        "INSERT INTO given_up (class, owner, contest, upload, task, put, ended, tries, why) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(class)
    .bind(&new.owner)
    .bind(new.contest)
    .bind(new.task.upload())
    .bind(task)
    .bind(new.put)
    .bind(now())
    .bind(new.tries)
    .bind(why)
    .execute(&mut *write)
    .await?;
    // Where there are not so many, there is no such number, and nothing is below it.
    sql::query(
        "DELETE FROM given_up WHERE class = $1 AND id <= (SELECT id FROM given_up WHERE class = $1 \
         ORDER BY id DESC LIMIT 1 OFFSET $2)",
    )
    .bind(class)
    .bind(KEPT)
    .execute(&mut *write)
    .await?;
    Ok(())
}

const COLUMNS: &str = "id, class, owner, contest, task, put, ended, tries, why";

fn read(row: &Row) -> Stored<GivenUp> {
    let id: i64 = row.try_get("id")?;
    let class = Class::of(row.try_get("class")?);
    let class = class.ok_or_else(|| StoreError::Unreadable(format!("job {id} has no class")))?;
    let task = serde_json::from_str(row.try_get("task")?);
    Ok(GivenUp {
        id,
        class,
        owner: row.try_get("owner")?,
        contest: row.try_get("contest")?,
        task: task.map_err(|error| StoreError::Unreadable(format!("job {id}: {error}")))?,
        put: row.try_get("put")?,
        ended: row.try_get("ended")?,
        tries: row.try_get("tries")?,
        why: row.try_get("why")?,
    })
}

/// The newest, those before `before` where it is given, and at most so many.
pub async fn list(store: &Store, before: Option<i64>, most: i64) -> Stored<Vec<GivenUp>> {
    let sql = sqlx::AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM given_up WHERE id < $1 ORDER BY id DESC LIMIT $2"
    ));
    let rows = sql::query(sql).bind(before.unwrap_or(i64::MAX)).bind(most).fetch_all(store.read()).await?;
    rows.iter().map(read).collect()
}

/// How many there are of a class.
pub async fn count(store: &Store, class: Class) -> Stored<i64> {
    let counted = sql::query_as("SELECT COUNT(*) FROM given_up WHERE class = $1").bind(class as i64);
    let (count,): (i64,) = counted.fetch_one(store.read()).await?;
    Ok(count)
}

/// Takes one out of the list; `None` where somebody else did.
pub async fn take(write: &mut Write, id: i64) -> Stored<Option<GivenUp>> {
    let sql = sqlx::AssertSqlSafe(format!("DELETE FROM given_up WHERE id = $1 RETURNING {COLUMNS}"));
    sql::query(sql).bind(id).fetch_optional(&mut *write).await?.as_ref().map(read).transpose()
}

/// Takes out all of an owner.
pub async fn forget(write: &mut Write, owner: &str) -> Stored<()> {
    sql::query("DELETE FROM given_up WHERE owner = $1").bind(owner).execute(&mut *write).await?;
    Ok(())
}
