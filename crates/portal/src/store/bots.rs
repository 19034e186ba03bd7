//! What was uploaded, packed, by the hash of its files: at a server, where every process needs it.

use super::{Store, Stored, Write, sql};

/// Keeps a content; one that is there is left as it is.
pub async fn put(write: &mut Write, hash: &str, packed: &[u8]) -> Stored<()> {
    let sql = "INSERT INTO bots (hash, packed) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING";
    sql::query(sql).bind(hash).bind(packed).execute(&mut *write).await?;
    Ok(())
}

/// A content.
pub async fn get(store: &Store, hash: &str) -> Stored<Option<Vec<u8>>> {
    read(store.read(), hash).await
}

/// A content as a write sees it.
pub async fn seen_by(write: &mut Write, hash: &str) -> Stored<Option<Vec<u8>>> {
    read(write, hash).await
}

async fn read(on: impl Into<sql::Place<'_>>, hash: &str) -> Stored<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>,)> =
        sql::query_as("SELECT packed FROM bots WHERE hash = $1").bind(hash).fetch_optional(on).await?;
    Ok(row.map(|(packed,)| packed))
}

/// A content goes.
pub async fn remove(write: &mut Write, hash: &str) -> Stored<()> {
    sql::query("DELETE FROM bots WHERE hash = $1").bind(hash).execute(&mut *write).await?;
    Ok(())
}
