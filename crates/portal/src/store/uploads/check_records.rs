//! Records of stages that failed: what an author needs to see at home what happened here.

use crate::store::{Store, Stored, Write, sql};

/// Keeps the record of a stage, by its place in the check.
pub async fn put(write: &mut Write, upload: i64, place: i64, record: &[u8]) -> Stored<()> {
    sql::query(
        "INSERT INTO check_records (upload, place, record) VALUES ($1, $2, $3) \
         ON CONFLICT (upload, place) DO UPDATE SET record = excluded.record",
    )
    .bind(upload)
    .bind(place)
    .bind(record)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// Of an account's uploads, only the newest few that have records keep them.
pub async fn forget_old(write: &mut Write, upload: i64, most: i64) -> Stored<()> {
    sql::query(
        "DELETE FROM check_records WHERE upload IN (SELECT u.id FROM uploads u JOIN uploads own ON \
         own.account = u.account WHERE own.id = $1) AND upload NOT IN (SELECT r.upload FROM \
         check_records r JOIN uploads u ON u.id = r.upload JOIN uploads own ON own.account = \
         u.account WHERE own.id = $1 GROUP BY r.upload ORDER BY r.upload DESC LIMIT $2)",
    )
    .bind(upload)
    .bind(most)
    .execute(&mut *write)
    .await?;
    Ok(())
}

/// Those of an earlier check go.
pub async fn forget(write: &mut Write, upload: i64) -> Stored<()> {
    sql::query("DELETE FROM check_records WHERE upload = $1").bind(upload).execute(&mut *write).await?;
    Ok(())
}

/// The places of the stages that have one.
pub async fn places(store: &Store, upload: i64) -> Stored<Vec<i64>> {
    let rows: Vec<(i64,)> = sql::query_as("SELECT place FROM check_records WHERE upload = $1 ORDER BY place")
        .bind(upload)
        .fetch_all(store.read())
        .await?;
    Ok(rows.into_iter().map(|(place,)| place).collect())
}

/// The record of a stage.
pub async fn get(store: &Store, upload: i64, place: i64) -> Stored<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>,)> =
        sql::query_as("SELECT record FROM check_records WHERE upload = $1 AND place = $2")
            .bind(upload)
            .bind(place)
            .fetch_optional(store.read())
            .await?;
    Ok(row.map(|(record,)| record))
}
