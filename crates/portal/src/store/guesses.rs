//! How often secrets were guessed, by the hash of who guesses what: all processes of a site count
//! here together.

use super::{Store, Stored, Write, sql};

/// How often something may be guessed.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// At once.
    pub burst: f64,
    /// Then so often a minute.
    pub a_minute: f64,
}

/// What is not touched for so long holds nobody back any more.
const FORGOTTEN: i64 = 3_600_000;

/// Takes one guess; `false` where there is none left.
pub async fn take(store: &Store, name: &str, allowance: Allowance) -> Stored<bool> {
    // Whoever goes on and on holds up no write.
    let row = remaining(store.read(), name).await?;
    if left(row, sql::moment(store.read()).await?, allowance) < 1.0 {
        return Ok(false);
    }
    let mut write = store.write().await?;
    let moment = sql::moment(&mut write).await?;
    let left = left(remaining(&mut write, name).await?, moment, allowance);
    if left < 1.0 {
        return Ok(false);
    }
    set(&mut write, name, left - 1.0, moment).await?;
    write.commit().await?;
    Ok(true)
}

/// Gives one back: it was right, and does not count.
pub async fn give_back(store: &Store, name: &str, allowance: Allowance) -> Stored<()> {
    let mut write = store.write().await?;
    let moment = sql::moment(&mut write).await?;
    let left = left(remaining(&mut write, name).await?, moment, allowance);
    set(&mut write, name, (left + 1.0).min(allowance.burst), moment).await?;
    write.commit().await
}

/// Forgets what holds nobody back.
pub async fn forget(store: &Store) -> Stored<()> {
    let mut write = store.write().await?;
    let old = sql::moment(&mut write).await? - FORGOTTEN;
    sql::query("DELETE FROM guesses WHERE moment < $1").bind(old).execute(&mut write).await?;
    write.commit().await
}

/// What was left, and when.
type Remaining = Option<(f64, i64)>;

async fn remaining(on: impl Into<sql::Place<'_>>, name: &str) -> Stored<Remaining> {
    let row = sql::query_as("SELECT remaining, moment FROM guesses WHERE name = $1").bind(name);
    Ok(row.fetch_optional(on).await?)
}

fn left(row: Remaining, now: i64, allowance: Allowance) -> f64 {
    let Some((remaining, moment)) = row else { return allowance.burst };
    let minutes = (now - moment).max(0) as f64 / 60_000.0;
    (remaining + minutes * allowance.a_minute).min(allowance.burst)
}

async fn set(write: &mut Write, name: &str, remaining: f64, moment: i64) -> Stored<()> {
    sql::query(
        "INSERT INTO guesses (name, remaining, moment) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET \
         remaining = excluded.remaining, moment = excluded.moment",
    )
    .bind(name)
    .bind(remaining)
    .bind(moment)
    .execute(&mut *write)
    .await?;
    Ok(())
}
