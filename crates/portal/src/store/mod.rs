//! All that the site remembers, and the only room with SQL in it.
//!
//! One file per idea. Statements are plain SQL that SQLite and PostgreSQL take alike, and run on
//! either ([`sql`]); what only one of them has is in [`sqlite`] and [`postgres`]. Numbers are
//! `INTEGER`, times milliseconds since 1970. Nothing here knows HTTP, bots or rules.

pub mod accounts;
pub mod bench_data;
pub mod bots;
mod clock;
pub mod contests;
pub mod days;
pub mod finals;
pub mod games;
pub mod given_up;
pub mod guesses;
pub mod job_table;
pub mod ladder;
pub mod migrations;
mod moving;
pub mod overview;
mod postgres;
pub mod processes;
pub mod queue_figures;
pub mod settings;
mod sql;
mod sqlite;
pub mod uploads;

use std::path::{Path, PathBuf};

pub use accounts::{admissions, devices, sessions, tokens};
pub(crate) use clock::Both;
pub use clock::{now, set_calendar_by};
pub use games::{records, reruns};
pub use ladder::{entering, folds};
pub use moving::{Moved, NotMoved, move_store};
pub use postgres::{Alone, Here, NoServerUrl, Notices, Presence, ServerUrl};
pub use sql::Write;
use sql::{Readers, Writer};
pub use sqlite::{Backup, backup};
pub use uploads::check_records;

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
    /// Another process does now what this one did alone.
    #[error("another process of this site does this now")]
    Followed,
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
            // A server that was there does not answer.
            Self::Sql(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_)) => true,
            Self::Sql(sqlx::Error::Database(error)) => {
                sqlite::is_locked(error.as_ref()) || postgres::is_locked(error.as_ref())
            }
            _ => false,
        }
    }

    /// Whether the disk is full or can only be read: then it can be done when there is room again.
    #[must_use]
    pub fn has_no_room(&self) -> bool {
        match self {
            Self::Sql(sqlx::Error::Database(error)) => {
                sqlite::has_no_room(error.as_ref()) || postgres::has_no_room(error.as_ref())
            }
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
    readers: Readers,
    writer: Writer,
    /// Where it lies, unless a server keeps it.
    file: Option<PathBuf>,
    /// By what the writes of whoever does alone what is to be done once are known.
    duty: Option<i64>,
}

impl Store {
    /// Opens the database in this folder, making it and bringing it up to date where needed.
    pub async fn open(folder: &Path) -> Stored<Self> {
        let file = folder.join("site.db");
        let (readers, writer) = sqlite::open(&file).await?;
        Self { readers, writer, file: Some(file), duty: None }.up_to_date().await
    }

    /// Opens the database at a server, and brings it up to date where needed.
    pub async fn connect(server: &ServerUrl) -> Stored<Self> {
        let (readers, writer) = postgres::open(server).await?;
        Self { readers, writer, file: None, duty: None }.up_to_date().await
    }

    /// Opens the database of a site: at its server, or in its folder where it has none.
    pub async fn of_site(folder: &Path, server: Option<&ServerUrl>) -> Stored<Self> {
        match server {
            None => Self::open(folder).await,
            Some(server) => Self::connect(server).await,
        }
    }

    async fn up_to_date(self) -> Stored<Self> {
        migrations::run(&self).await?;
        Ok(self)
    }

    /// Begins a write. There is one writer: whoever comes second waits here and not inside the database.
    pub async fn write(&self) -> Stored<Write> {
        let mut write = self.writer.begin().await?;
        if let Some(duty) = self.duty {
            processes::check(&mut write, duty).await?;
        }
        Ok(write)
    }

    /// Whether a server keeps it: then there may be other processes at it.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    /// For reading, any number at once.
    pub(crate) fn read(&self) -> &Readers {
        &self.readers
    }

    /// Closes all connections; the write-ahead log of a file goes into the database.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
