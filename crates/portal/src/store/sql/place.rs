//! Where statements run: among the readers, or within a write.

use crate::store::{Stored, postgres};
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};

/// Connections that only read.
#[derive(Debug, Clone)]
pub(crate) enum Readers {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Readers {
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// The one connection that writes.
#[derive(Debug, Clone)]
pub(crate) enum Writer {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Whoever writes holds this number until the end of its transaction: as in SQLite, one writes at a
/// time, whatever the number of programs, so that no statement has to expect another one beside it.
const ONE_WRITER: i64 = 0x6372_6f75_7069_6572;

impl Writer {
    /// Begins a write. Whoever comes second waits here, in the order of coming.
    pub(crate) async fn begin(&self) -> Result<Write, sqlx::Error> {
        match self {
            Self::Sqlite(pool) => Ok(Write::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?)),
            Self::Postgres(pool) => {
                let mut write = pool.begin().await?;
                let alone = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(ONE_WRITER);
                alone.execute(&mut *write).await?;
                Ok(Write::Postgres(write))
            }
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// A write in progress: what is not committed never happened.
#[derive(Debug)]
pub enum Write {
    /// In a file.
    Sqlite(Transaction<'static, Sqlite>),
    /// At a server.
    Postgres(Transaction<'static, Postgres>),
}

impl Write {
    /// Tells every process that listens at this database, once this is committed. At a file there is
    /// no other.
    pub async fn notify(&mut self, word: &str) -> Stored<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(write) => Ok(postgres::notify(write, word).await?),
        }
    }

    /// It happened.
    pub async fn commit(self) -> Stored<()> {
        match self {
            Self::Sqlite(write) => Ok(write.commit().await?),
            Self::Postgres(write) => Ok(write.commit().await?),
        }
    }
}

/// Where one statement runs.
pub(crate) enum Place<'a> {
    SqliteReaders(&'a SqlitePool),
    SqliteWrite(&'a mut SqliteConnection),
    PostgresReaders(&'a PgPool),
    PostgresWrite(&'a mut PgConnection),
}

impl<'a> From<&'a Readers> for Place<'a> {
    fn from(readers: &'a Readers) -> Self {
        match readers {
            Readers::Sqlite(pool) => Self::SqliteReaders(pool),
            Readers::Postgres(pool) => Self::PostgresReaders(pool),
        }
    }
}

impl<'a> From<&'a mut Write> for Place<'a> {
    fn from(write: &'a mut Write) -> Self {
        match write {
            Write::Sqlite(write) => Self::SqliteWrite(write),
            Write::Postgres(write) => Self::PostgresWrite(write),
        }
    }
}
