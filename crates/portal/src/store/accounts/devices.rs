//! Browsers that signed in to an account, by the hash of a cookie.

use crate::store::{Store, Stored, Write, now, sql};

/// So many of an account are remembered.
const MOST: i64 = 20;

/// Whether a browser signed in to this account before.
pub async fn knows(store: &Store, hash: &str, account: i64) -> Stored<bool> {
    let row = sql::query("SELECT 1 FROM devices WHERE hash = $1 AND account = $2").bind(hash).bind(account);
    Ok(row.fetch_optional(store.read()).await?.is_some())
}

/// A browser signed in; those that were not seen for longest are forgotten.
pub async fn remember(write: &mut Write, hash: &str, account: i64) -> Stored<()> {
    sql::query(
        "INSERT INTO devices (hash, account, used) VALUES ($1, $2, $3) ON CONFLICT (hash, account) DO UPDATE \
         SET used = excluded.used",
    )
    .bind(hash)
    .bind(account)
    .bind(now())
    .execute(&mut *write)
    .await?;
    sql::query(
        "DELETE FROM devices WHERE account = $1 AND hash NOT IN \
         (SELECT hash FROM devices WHERE account = $1 ORDER BY used DESC LIMIT $2)",
    )
    .bind(account)
    .bind(MOST)
    .execute(&mut *write)
    .await?;
    Ok(())
}
