//! The tables, and how they came about: each step runs once, in order, at start.
//!
//! A step that was released is never changed; what comes later is a new step.

use super::{Store, StoreError, Stored};

/// All steps. The number of a step is its place, from 1.
const STEPS: &[&str] =
    &[include_str!("steps/001.sql"), include_str!("steps/002.sql"), include_str!("steps/003.sql")];

/// Runs the steps that this database has not seen.
pub(super) async fn run(store: &Store) -> Stored<()> {
    let mut write = store.write().await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS steps (number INTEGER PRIMARY KEY, done INTEGER NOT NULL)")
        .execute(&mut *write)
        .await?;
    let (done,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(number), 0) FROM steps").fetch_one(&mut *write).await?;
    if done as usize > STEPS.len() {
        return Err(StoreError::Unreadable(format!(
            "the database is at step {done}, this program knows {}; run the newer program",
            STEPS.len()
        )));
    }
    for (at, step) in STEPS.iter().enumerate().skip(done as usize) {
        sqlx::raw_sql(*step).execute(&mut *write).await?;
        sqlx::query("INSERT INTO steps (number, done) VALUES ($1, $2)")
            .bind(at as i64 + 1)
            .bind(super::now())
            .execute(&mut *write)
            .await?;
    }
    write.commit().await?;
    Ok(())
}
