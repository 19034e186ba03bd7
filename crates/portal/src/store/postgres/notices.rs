//! Words that go to everyone who listens at a database, when a write is committed.

use sqlx::PgConnection;
use sqlx::postgres::{PgListener, PgPoolOptions};

use super::ServerUrl;
use crate::store::Stored;

/// Where they go.
const CHANNEL: &str = "croupier_site";

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
        let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.connect_with(server.options()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self { listener })
    }

    /// The next word; `None` where the connection broke and is there again, so that something may
    /// have been missed.
    pub async fn next(&mut self) -> Stored<Option<String>> {
        let notice = self.listener.try_recv().await?;
        Ok(notice.map(|notice| notice.payload().to_owned()))
    }
}
