//! Where a database is kept by a server.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::Queued;

/// How long one waits for a connection, and for a lock that somebody else holds.
const IN_LINE: Duration = Duration::from_secs(10);
/// What holds for every connection: whoever waits for a lock is told in time; a program that stands
/// still within a write is thrown out; and statements this short are not worth compiling.
const SETTINGS: [(&str, &str); 3] =
    [("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "60s"), ("jit", "off")];

/// Where a database is kept by a server: `postgres://user@host/name`. What it says of TLS holds
/// (`sslmode`, `sslrootcert`).
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

/// Of a connection as it is made elsewhere.
impl From<PgConnectOptions> for ServerUrl {
    fn from(options: PgConnectOptions) -> Self {
        Self(Box::new(options))
    }
}

impl ServerUrl {
    /// Who asks.
    pub(crate) fn role(&self) -> &str {
        self.0.get_username()
    }

    /// Reaches the server, with at most so many connections at a time.
    pub(crate) async fn pool(&self, most: u32) -> Queued<PgPool> {
        let options = PgConnectOptions::clone(&self.0).application_name("croupier").options(SETTINGS);
        let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(IN_LINE);
        Ok(pool.connect_with(options).await?)
    }
}
