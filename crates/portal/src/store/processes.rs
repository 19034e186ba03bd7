//! The processes that serve one database: what they are called, and how many workers each has. And
//! the fence around what one of them alone does.
//!
//! Whether a process is there is not told here: [`super::Presence`] asks the server. A site in a
//! folder is one process, and has no row.

use super::{Store, StoreError, Stored, Write, now, sql};

/// Under which key the newest hold on what is to be done once is stored.
const DUTY: &str = "duty";

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub number: i64,
    /// What people call it: its machine and its number there.
    pub name: String,
    /// How many workers it has.
    pub workers: i64,
    /// When it began to serve.
    pub since: i64,
}

/// A process serves.
pub async fn enter(write: &mut Write, number: i64, name: &str, workers: i64) -> Stored<()> {
    sql::query(
        "INSERT INTO processes (number, name, workers, since) VALUES ($1, $2, $3, $4) ON CONFLICT (number) \
         DO NOTHING",
    )
    .bind(number)
    .bind(name)
    .bind(workers)
    .bind(now())
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// It does not any more.
pub async fn leave(write: &mut Write, number: i64) -> Stored<()> {
    sql::query("DELETE FROM processes WHERE number = $1").bind(number).execute(&mut *write).await?;
    Ok(())
}

/// All of them, by name.
pub async fn all(store: &Store) -> Stored<Vec<Process>> {
    let rows: Vec<(i64, String, i64, i64)> =
        sql::query_as("SELECT number, name, workers, since FROM processes ORDER BY name, number")
            .fetch_all(store.read())
            .await?;
    let process = |(number, name, workers, since)| Process { number, name, workers, since };
    Ok(rows.into_iter().map(process).collect())
}

/// Takes what is to be done once: the store of whoever does it from now on. Writes of those who did
/// it before are refused, whether they know that they are followed or not.
pub async fn take_over(store: &Store) -> Stored<Store> {
    let mut write = store.write().await?;
    let (duty,): (i64,) = sql::query_as(
        "INSERT INTO settings (key, value) VALUES ($1, '1') ON CONFLICT (key) DO UPDATE SET value = \
         CAST(CAST(settings.value AS BIGINT) + 1 AS TEXT) RETURNING CAST(value AS BIGINT)",
    )
    .bind(DUTY)
    .fetch_one(&mut write)
    .await?;
    write.commit().await?;
    Ok(Store { duty: Some(duty), ..store.clone() })
}

/// Refuses a write of somebody who was followed.
pub(super) async fn check(write: &mut Write, duty: i64) -> Stored<()> {
    let (newest,): (i64,) = sql::query_as("SELECT CAST(value AS BIGINT) FROM settings WHERE key = $1")
        .bind(DUTY)
        .fetch_one(&mut *write)
        .await?;
    if newest == duty { Ok(()) } else { Err(StoreError::Followed) }
}
