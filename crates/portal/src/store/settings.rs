//! What the operator set once, and the site's own secret.

use super::{Store, Stored, Write, sql};

/// Who may sign up.
pub const SIGN_UP: &str = "sign-up";

/// A setting; `None` where it was never set.
pub async fn get(store: &Store, key: &str) -> Stored<Option<String>> {
    let row: Option<(String,)> = sql::query_as("SELECT value FROM settings WHERE key = $1")
        .bind(key)
        .fetch_optional(store.read())
        .await?;
    Ok(row.map(|(value,)| value))
}

/// Sets it.
pub async fn set(write: &mut Write, key: &str, value: &str) -> Stored<()> {
    let sql = "INSERT INTO settings (key, value) VALUES ($1, $2) \
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    sql::query(sql).bind(key).bind(value).execute(&mut *write).await?;
    Ok(())
}

/// Sets it where it was never set; what it is now.
pub async fn once(write: &mut Write, key: &str, value: &str) -> Stored<String> {
    let sql = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
    sql::query(sql).bind(key).bind(value).execute(&mut *write).await?;
    let (value,): (String,) =
        sql::query_as("SELECT value FROM settings WHERE key = $1").bind(key).fetch_one(&mut *write).await?;
    Ok(value)
}
