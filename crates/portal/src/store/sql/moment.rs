//! The clock that leases go by: what was given for a while lasts that long, whatever a calendar shows.

use super::place::Place;
use crate::store::clock::ticks;

/// The moment in milliseconds: by the server's clock, which all processes at it share, or at a file by
/// one that began with this program and that nobody can set.
pub(crate) async fn moment(on: impl Into<Place<'_>>) -> Result<i64, sqlx::Error> {
    let asked = sqlx::query_as("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)");
    let (moment,): (i64,) = match on.into() {
        Place::SqliteReaders(_) | Place::SqliteWrite(_) => return Ok(ticks()),
        Place::PostgresReaders(pool) => asked.fetch_one(pool).await?,
        Place::PostgresWrite(write) => asked.fetch_one(write).await?,
    };
    Ok(moment)
}
