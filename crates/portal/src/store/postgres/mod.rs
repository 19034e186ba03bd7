//! What only PostgreSQL has: how it is reached, what it says where something cannot be done now, and
//! how the processes that share one hear of each other.

mod notices;
mod presence;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use notices::Notices;
pub(super) use notices::notify;
pub use presence::{Here, Presence};
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};

use super::sql::{Readers, Writer};
use super::{StoreError, Stored};

/// Connections that read at the same time.
const READERS: u32 = 4;
/// How long one waits for a connection, and for a lock that somebody else holds.
const IN_LINE: Duration = Duration::from_secs(10);
/// What holds for every connection: whoever waits for a lock is told in time; a program that stands
/// still within a write is thrown out, so that nobody waits for it; and statements this short are
/// not worth compiling. A machine that is gone without a word is noticed after half a minute, and what it
/// held is free.
const SETTINGS: [(&str, &str); 6] = [
    ("lock_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "60s"),
    ("jit", "off"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "4"),
];

/// Where a database is kept by a server: `postgres://user@host/name`.
#[derive(Clone)]
pub struct ServerUrl(Box<PgConnectOptions>);

/// A text that leads to no database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}; a store is postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct NoServerUrl(String);

impl FromStr for ServerUrl {
    type Err = NoServerUrl;

    fn from_str(text: &str) -> Result<Self, NoServerUrl> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        if !matches!(scheme, Some("postgres" | "postgresql")) {
            return Err(NoServerUrl("the url does not begin with postgres://".to_owned()));
        }
        let options = text.parse().map_err(|error: sqlx::Error| NoServerUrl(error.to_string()))?;
        Ok(Self(Box::new(options)))
    }
}

/// Without the password: it is shown in messages.
impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.0.get_socket().map_or_else(
            || format!("{}:{}", self.0.get_host(), self.0.get_port()),
            |socket| socket.display().to_string(),
        );
        let name = self.0.get_database().unwrap_or(self.0.get_username());
        write!(f, "postgres://{}@{place}/{name}", self.0.get_username())
    }
}

impl fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reaches the server: a pool of readers, and a pool of one writer.
pub(super) async fn open(server: &ServerUrl) -> Stored<(Readers, Writer)> {
    let options = server.options().statement_cache_capacity(256);
    let writer = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(IN_LINE)
        .connect_with(options.clone())
        .await?;
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .min_connections(READERS)
        .acquire_timeout(IN_LINE)
        .connect_with(options.options([("default_transaction_read_only", "on")]))
        .await?;
    Ok((Readers::Postgres(readers), Writer::Postgres(writer)))
}

/// The number by which sites say that they run on a database: they share it, and whoever needs the
/// database alone has it alone.
const SITES: i64 = 0x6372_6f75_7073_6974;

/// Nobody else has the database, for as long as this is kept and the server does not end.
#[derive(Debug)]
pub struct Alone {
    _connection: PgConnection,
}

impl ServerUrl {
    /// Takes the database alone; `None` where a site runs on it, or somebody else has it alone.
    pub async fn alone(&self) -> Stored<Option<Alone>> {
        let mut connection = self.options().connect().await?;
        let (alone,): (bool,) =
            sqlx::query_as("SELECT pg_try_advisory_lock($1)").bind(SITES).fetch_one(&mut connection).await?;
        Ok(alone.then_some(Alone { _connection: connection }))
    }

    /// The same for the queue in which games go to workers elsewhere.
    #[must_use]
    pub(crate) fn for_queue(&self) -> croupier_worker::ServerUrl {
        PgConnectOptions::clone(&self.0).into()
    }

    fn options(&self) -> PgConnectOptions {
        PgConnectOptions::clone(&self.0).application_name("croupier").options(SETTINGS)
    }
}

/// An answer of a server that may be away: a connection that nothing comes from is broken.
async fn in_time<T>(answer: impl Future<Output = Stored<T>>) -> Stored<T> {
    tokio::time::timeout(IN_LINE, answer).await.map_err(|_| StoreError::Sql(sqlx::Error::PoolTimedOut))?
}

/// Whether the server said that somebody else holds what is needed, or that it cannot serve now.
pub(super) fn is_locked(error: &dyn sqlx::error::DatabaseError) -> bool {
    // Lock not available, deadlock, too many connections, and a server that stops or starts.
    let later = ["55P03", "40P01", "53300", "57P01", "57P02", "57P03"];
    error.code().is_some_and(|code| later.contains(&code.as_ref()))
}

/// Whether the server said that its disk is full, or that nothing can be written.
pub(super) fn has_no_room(error: &dyn sqlx::error::DatabaseError) -> bool {
    let nothing = ["53100", "25006"];
    error.code().is_some_and(|code| nothing.contains(&code.as_ref()))
}

/// What numbers the rows of a table here, as SQLite does: one more than the greatest, so that numbers
/// have no gaps, whatever was begun and not committed. There is one writer at a time.
pub(super) const NUMBERS: &str = "CREATE OR REPLACE FUNCTION next_number(of TEXT) RETURNS BIGINT LANGUAGE plpgsql \
                                  AS $$ DECLARE number BIGINT; BEGIN EXECUTE format('SELECT COALESCE(MAX(id), 0) \
                                  + 1 FROM %I', of) INTO number; RETURN number; END $$";

/// A step of the tables, written for SQLite, as PostgreSQL takes it: what is called a number there
/// is a wider one here, and numbers that are given by the database are asked for.
pub(super) fn step(sqlite: &str) -> String {
    let mut table = "";
    let mut lines = Vec::new();
    for line in sqlite.lines() {
        if let Some((name, _)) = line.strip_prefix("CREATE TABLE ").and_then(|rest| rest.split_once(' ')) {
            table = name;
        }
        let numbered = format!("id BIGINT PRIMARY KEY DEFAULT next_number('{table}')");
        lines.push(
            line.replace("id INTEGER PRIMARY KEY", &numbered)
                .replace("INTEGER", "BIGINT")
                .replace("REAL", "DOUBLE PRECISION")
                .replace("BLOB", "BYTEA"),
        );
    }
    lines.join("\n")
}
