//! Which processes serve a database, and which one of them does what is to be done once: locks of
//! their sessions, which the server takes from whoever is gone.

use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};

use super::{SITES, ServerUrl, in_time};
use crate::store::Stored;

/// The number by which a process says that it does what is to be done once.
const ONCE: i64 = 0x6372_6f75_706f_6e63;
/// The first of the two numbers by which every process says that it is there.
const PROCESS: i32 = 0x6372_6f75;

/// A process among those that serve a database, for as long as its connection holds.
#[derive(Debug)]
pub struct Presence {
    connection: PgConnection,
    number: i32,
    does_once: bool,
}

/// What a process found when it looked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Here {
    /// Whether this process does what is to be done once.
    pub does_once: bool,
    /// The numbers of all processes that are there.
    pub processes: Vec<i64>,
}

impl Presence {
    /// Says that the process of this number serves; `None` where somebody has the database alone, or
    /// a connection of the same process that broke is still taken for whole.
    pub async fn begin(server: &ServerUrl, number: i32) -> Stored<Option<Self>> {
        in_time(async {
            let mut connection = server.options().connect().await?;
            let (serves,): (bool,) =
                sqlx::query_as("SELECT pg_try_advisory_lock_shared($1) AND pg_try_advisory_lock($2, $3)")
                    .bind(SITES)
                    .bind(PROCESS)
                    .bind(number)
                    .fetch_one(&mut connection)
                    .await?;
            Ok(serves.then_some(Self { connection, number, does_once: false }))
        })
        .await
    }

    /// Looks who is there, and takes over what is to be done once where nobody does it. An error
    /// means that this process is not there any more.
    pub async fn look(&mut self) -> Stored<Here> {
        in_time(async {
            if !self.does_once {
                let taken = sqlx::query_as("SELECT pg_try_advisory_lock($1)").bind(ONCE);
                (self.does_once,) = taken.fetch_one(&mut self.connection).await?;
            }
            let there = format!(
                "SELECT CAST(objid AS BIGINT) FROM pg_locks WHERE locktype = 'advisory' AND classid = {PROCESS} \
                 AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = \
                 current_database())"
            );
            let rows: Vec<(i64,)> =
                sqlx::query_as(AssertSqlSafe(there)).fetch_all(&mut self.connection).await?;
            let processes = rows.into_iter().map(|(number,)| number).collect();
            Ok(Here { does_once: self.does_once, processes })
        })
        .await
    }

    /// The number of this process.
    #[must_use]
    pub fn number(&self) -> i32 {
        self.number
    }
}
