//! Words that go to everyone who listens at a database, when a write is committed.

use std::io;
use std::time::Duration;

use sqlx::PgConnection;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::time::timeout;

use super::{ServerUrl, in_time};
use crate::store::Stored;

/// Where they go.
const CHANNEL: &str = "croupier_site";
/// Where nothing is said for so long, the server is asked whether it is still there.
const QUIET: Duration = Duration::from_secs(10);

/// Tells everyone who listens, once the transaction of this connection is committed.
pub(in crate::store) async fn notify(connection: &mut PgConnection, word: &str) -> Result<(), sqlx::Error> {
    let notice = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(word);
    notice.execute(connection).await.map(|_| ())
}

/// Somebody who listens at a database.
#[derive(Debug)]
pub struct Notices {
    listener: PgListener,
}

impl Notices {
    /// Listens from now on.
    pub async fn open(server: &ServerUrl) -> Stored<Self> {
        in_time(async {
            let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
            let pool = pool.connect_with(server.options()).await?;
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.eager_reconnect(false);
            listener.listen(CHANNEL).await?;
            Ok(Self { listener })
        })
        .await
    }

    /// The next word. After an error something may have been missed, and nothing comes any more.
    pub async fn next(&mut self) -> Stored<String> {
        loop {
            match timeout(QUIET, self.listener.try_recv()).await {
                Ok(Ok(Some(notice))) => return Ok(notice.payload().to_owned()),
                Ok(Ok(None)) => {
                    return Err(sqlx::Error::Io(io::ErrorKind::ConnectionAborted.into()).into());
                }
                Ok(Err(error)) => return Err(error.into()),
                Err(_) => {
                    let asked = sqlx::query("SELECT 1").execute(&mut self.listener);
                    in_time(async { Ok(asked.await.map(|_| ())?) }).await?;
                }
            }
        }
    }
}
