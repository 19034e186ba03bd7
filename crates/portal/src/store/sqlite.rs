//! What only SQLite has: how it is opened, made safe on disk and copied while it runs.
//!
//! The journal is a write-ahead log with `synchronous = NORMAL`: a killed process loses nothing
//! that was committed; a power cut may lose the last commits, never the database. Uploads and
//! accounts must survive that too, so whoever stores them calls [`Store::settle`], which brings the
//! log to the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::sql::{Readers, Writer};
use super::{Store, StoreError, Stored};

/// Connections that read at the same time.
const READERS: u32 = 4;
/// So much of the database is read in place and not copied: all of a million games. SQLite has no
/// larger number.
const MAPPED: &str = "2147418112";
/// What is not read in place (the newest pages, which are in the log, and those that are written) is kept
/// up to so many KiB by each connection. A negative number is in KiB.
const CACHED: &str = "-2048";
/// How long a statement waits for a lock that another program holds: a backup, or somebody's shell.
/// Whoever asked for a page waits no longer than this and [`IN_LINE`] together, and is told.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one waits for those who write or read already.
const IN_LINE: Duration = Duration::from_secs(10);
/// What SQLite says where somebody else holds what is needed; finer reasons stand in the higher bits.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
/// What it says where nothing can be written.
const READ_ONLY: i32 = 8;
const FULL: i32 = 13;

/// Opens the file: a pool of readers, and a pool of one writer.
pub(super) async fn open(file: &Path) -> Stored<(Readers, Writer)> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .pragma("cache_size", CACHED)
        .pragma("mmap_size", MAPPED)
        .statement_cache_capacity(256)
        // A list comes over in one go: waking the other thread for each few rows costs more than they do.
        .row_buffer_size(1024);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(IN_LINE)
        .connect_with(options.clone())
        .await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(READERS)
        .acquire_timeout(IN_LINE)
        .connect_with(options.read_only(true).create_if_missing(false))
        .await?;
    Ok((Readers::Sqlite(readers), Writer::Sqlite(writer)))
}

/// Whether the database said that somebody else holds what is needed.
pub(super) fn is_locked(error: &dyn sqlx::error::DatabaseError) -> bool {
    matches!(code(error), Some(BUSY | LOCKED))
}

/// Whether the database said that its disk is full, or can only be read.
pub(super) fn has_no_room(error: &dyn sqlx::error::DatabaseError) -> bool {
    matches!(code(error), Some(FULL | READ_ONLY))
}

/// What the database said, without what it adds to it.
fn code(error: &dyn sqlx::error::DatabaseError) -> Option<i32> {
    Some(error.code()?.parse::<i32>().ok()? & 0xFF)
}

/// A copy that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Where it is.
    pub file: PathBuf,
    /// How large.
    pub bytes: u64,
}

impl Store {
    /// Brings everything that was committed so far to the disk itself, so that a power cut cannot take it.
    /// A server did that before it said that something is committed.
    pub async fn settle(&self) -> Stored<()> {
        let Some(log) = self.file.as_ref().map(|file| file.with_extension("db-wal")) else { return Ok(()) };
        let synced = tokio::task::spawn_blocking(move || {
            let at = |error| StoreError::File { path: log.clone(), error };
            match std::fs::File::open(&log) {
                Ok(file) => file.sync_data().map_err(at),
                // Nothing is in the log: all of it is in the database already.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                Err(error) => Err(at(error)),
            }
        });
        synced.await.map_err(|error| StoreError::Unreadable(error.to_string()))?
    }
}

/// Copies the database of a folder, as it stands at one moment, into a new file, while everything goes on.
pub async fn backup(folder: &Path, to: &Path) -> Stored<Backup> {
    let options = SqliteConnectOptions::new().filename(folder.join("site.db")).busy_timeout(PATIENCE);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let copied = copy(&pool, to).await;
    pool.close().await;
    copied
}

async fn copy(from: &SqlitePool, to: &Path) -> Stored<Backup> {
    let at = |error| StoreError::File { path: to.to_owned(), error };
    if to.exists() {
        return Err(at(std::io::Error::new(std::io::ErrorKind::AlreadyExists, "a file is there already")));
    }
    sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned()).execute(from).await?;
    let copied = std::fs::File::open(to).and_then(|file| file.sync_all().and_then(|()| file.metadata()));
    let bytes = copied.map_err(at)?.len();
    Ok(Backup { file: to.to_owned(), bytes })
}
