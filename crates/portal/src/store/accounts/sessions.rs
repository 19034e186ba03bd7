//! Who is signed in: cookies by their hashes.

use croupier_record::Day;

use crate::store::accounts::{Account, get};
use crate::store::{Store, Stored, Write, now, sql};

/// A session that ran out is kept for a while: a clock that is set forward by mistake, and back
/// again, must not sign everybody out.
const KEPT: i64 = 7 * Day::MS;

/// Begins a session; sessions that ran out long ago go with it.
pub async fn begin(write: &mut Write, hash: &str, account: i64, expires: i64) -> Stored<()> {
    sql::query("DELETE FROM sessions WHERE expires < $1").bind(now() - KEPT).execute(&mut *write).await?;
    sql::query("INSERT INTO sessions (hash, account, created, expires) VALUES ($1, $2, $3, $4)")
        .bind(hash)
        .bind(account)
        .bind(now())
        .bind(expires)
        .execute(&mut *write)
        .await?;
    Ok(())
}

/// Whose session it is, while it lasts.
pub async fn account(store: &Store, hash: &str) -> Stored<Option<Account>> {
    let row: Option<(i64,)> = sql::query_as("SELECT account FROM sessions WHERE hash = $1 AND expires >= $2")
        .bind(hash)
        .bind(now())
        .fetch_optional(store.read())
        .await?;
    match row {
        Some((account,)) => get(store, account).await,
        None => Ok(None),
    }
}

/// Ends a session.
pub async fn end(write: &mut Write, hash: &str) -> Stored<()> {
    sql::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&mut *write).await?;
    Ok(())
}
