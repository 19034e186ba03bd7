//! All that the site remembers, and the only room with SQL in it.
//!
//! One file per idea. Statements are plain SQL that PostgreSQL takes too (`$1`, `RETURNING`, `ON
//! CONFLICT`); what only SQLite has is in [`sqlite`]. Numbers are `INTEGER`, times milliseconds
//! since 1970. Nothing here knows HTTP, bots or rules.

pub mod accounts;
pub mod bench_data;
mod clock;
pub mod contests;
pub mod days;
pub mod finals;
pub mod games;
pub mod jobs;
pub mod ladder;
pub mod migrations;
pub mod overview;
pub mod settings;
mod sqlite;
pub mod uploads;

use std::path::{Path, PathBuf};

use sqlx::{SqlitePool, Transaction};

pub use accounts::{admissions, devices, sessions, tokens};
pub(crate) use clock::{Both, ticks, ticks_in};
pub use clock::{now, set_calendar_by};
pub use games::{records, reruns};
pub use ladder::{entering, folds};
pub use sqlite::{Backup, backup};
pub use uploads::check_records;

/// The database of this build; another one would be named here and in [`sqlite`].
pub(crate) type Db = sqlx::Sqlite;
/// A write in progress: what is not committed never happened.
pub type Write<'a> = Transaction<'a, Db>;

/// What the store could not do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// What is stored makes no sense to this program.
    #[error("{0}")]
    Unreadable(String),
}

impl StoreError {
    /// Whether another program holds the database, or everyone waits for one that does: then it can
    /// be done later.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        match self {
            Self::Sql(sqlx::Error::PoolTimedOut) => true,
            Self::Sql(sqlx::Error::Database(error)) => sqlite::is_locked(error.as_ref()),
            _ => false,
        }
    }

    /// Whether the disk is full or can only be read: then it can be done when there is room again.
    #[must_use]
    pub fn has_no_room(&self) -> bool {
        match self {
            Self::Sql(sqlx::Error::Database(error)) => sqlite::has_no_room(error.as_ref()),
            Self::File { error, .. } => is_no_room(error),
            _ => false,
        }
    }
}

/// Whether the system says that nothing can be written, for want of room or of leave.
pub(crate) fn is_no_room(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem)
}

/// What every call here gives.
pub type Stored<T> = Result<T, StoreError>;

/// The site's memory: many readers, one writer.
#[derive(Debug, Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: SqlitePool,
    file: PathBuf,
}

impl Store {
    /// Opens the database in this folder, making it and bringing it up to date where needed.
    pub async fn open(folder: &Path) -> Stored<Self> {
        let file = folder.join("site.db");
        let (readers, writer) = sqlite::open(&file).await?;
        let store = Self { readers, writer, file };
        migrations::run(&store).await?;
        Ok(store)
    }

    /// Begins a write. There is one writer: whoever comes second waits here and not inside the database.
    pub async fn write(&self) -> Stored<Write<'static>> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// For reading, any number at once.
    pub(crate) fn read(&self) -> &SqlitePool {
        &self.readers
    }

    /// Closes all connections; the write-ahead log goes into the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
