//! Personal tokens, by their hashes: they end with the password, and after a time.

use croupier_record::Day;

use crate::store::accounts::{Account, get};
use crate::store::{Store, Stored, Write, now, sql};

/// A token lasts so many milliseconds.
pub const LIFETIME: i64 = 180 * Day::MS;
/// When a token was used is noted no more often than this.
const NOTED: i64 = 600_000;

/// A token of somebody's.
#[derive(Debug, Clone)]
pub struct Token {
    /// Its number.
    pub id: i64,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub made: i64,
    /// When it ends.
    pub expires: i64,
    /// When it was used last, to ten minutes.
    pub used: Option<i64>,
}

/// A new one.
pub async fn add(write: &mut Write, account: i64, hash: &str, label: &str) -> Stored<i64> {
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO tokens (account, hash, label, created, expires) VALUES ($1, $2, $3, $4, $5) \
         RETURNING id",
    )
    .bind(account)
    .bind(hash)
    .bind(label)
    .bind(now())
    .bind(now() + LIFETIME)
    .fetch_one(&mut *write)
    .await?;
    Ok(id)
}

/// The account whose token has this hash, while it lasts; that it was used is noted.
pub async fn account(store: &Store, hash: &str) -> Stored<Option<Account>> {
    let row: Option<(i64, i64, Option<i64>)> =
        sql::query_as("SELECT id, account, used FROM tokens WHERE hash = $1 AND expires >= $2")
            .bind(hash)
            .bind(now())
            .fetch_optional(store.read())
            .await?;
    let Some((id, account, used)) = row else { return Ok(None) };
    if used.is_none_or(|used| used + NOTED < now()) {
        // That it was used is noted another time where somebody holds the database.
        match note_use(store, id).await {
            Err(error) if !error.is_locked() => return Err(error),
            _ => {}
        }
    }
    get(store, account).await
}

async fn note_use(store: &Store, id: i64) -> Stored<()> {
    let mut write = store.write().await?;
    sql::query("UPDATE tokens SET used = $1 WHERE id = $2").bind(now()).bind(id).execute(&mut write).await?;
    write.commit().await?;
    Ok(())
}

/// Those of an account that last.
pub async fn of_account(store: &Store, account: i64) -> Stored<Vec<Token>> {
    let rows: Vec<(i64, String, i64, i64, Option<i64>)> = sql::query_as(
        "SELECT id, label, created, expires, used FROM tokens WHERE account = $1 AND expires >= $2 \
         ORDER BY id",
    )
    .bind(account)
    .bind(now())
    .fetch_all(store.read())
    .await?;
    let token = |(id, label, made, expires, used)| Token { id, label, made, expires, used };
    Ok(rows.into_iter().map(token).collect())
}

/// Takes one back.
pub async fn drop_one(write: &mut Write, account: i64, token: i64) -> Stored<()> {
    sql::query("DELETE FROM tokens WHERE id = $1 AND account = $2")
        .bind(token)
        .bind(account)
        .execute(&mut *write)
        .await?;
    Ok(())
}
