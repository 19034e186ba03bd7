//! The file of a record: a head, then blocks of games, each packed on its own.
//!
//! ```text
//! "CROUPIER"  length of the head (4 bytes)  the head (JSON)
//! block: kind (1)  first game (8)  games (4)  plain length (4)  packed length (4)  hash (8)  packed bytes
//! ```
//! Numbers are little-endian. Blocks are written whole and in the order of the games, whatever the number of
//! threads, so that two records of the same tournament have the same games hash: that of their heads and
//! games (`games_hash.rs`). Times, which never repeat and are outside of it, are a block of their own kind at
//! the very end: of every answer, or in records of older versions of every seat alone. Where a new part
//! begins among the games of a block (`head/part.rs`), a section in front of the block says so; another says
//! who was put out in one of them (`head/out.rs`). A file that was cut off keeps every whole block; a file
//! that cannot be read is no file that was cut off. Beside it, while a tournament runs, lies the journal
//! (`journal.rs`).

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::head::header::{FORMAT, OLDEST_FORMAT};
use crate::head::sound::BadHead;

mod block;
mod entry;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod journal;
mod reader;
mod rewrite;
mod torn;
mod whole;
mod writer;

pub use block::{Block, Press};
pub(crate) use entry::{read_body, write_body};
pub use journal::{Journal, KeptGame};
pub use reader::RecordReader;
pub use rewrite::with_other_events;
pub use whole::whole_record;
pub use writer::RecordWriter;

const MAGIC: &[u8; 8] = b"CROUPIER";
const BLOCK_HEAD: usize = 29;
const GAMES: u8 = 1;
const COMPLETE: u8 = 2;
const TIMES: u8 = 3;
const PART: u8 = 4;
const OUT: u8 = 5;
const ANSWER_TIMES: u8 = 6;
/// The fastest: packing must not slow the tournament.
const PACKING_LEVEL: i32 = 1;
/// No block of ours is larger; a length beyond it means that the file is damaged.
const LARGEST_BLOCK: u32 = 1 << 30;

/// The file's name in a tournament's folder.
const FILE_NAME: &str = "record.croupier";

/// The record of a folder, or the path itself where it is a file.
#[must_use]
pub fn record_path(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() }
}

/// All bytes of a file beside a record; `None` where there is none. That they cannot be read is never taken
/// for their end.
pub(crate) fn read_beside(path: &Path) -> Result<Option<Vec<u8>>, RecordError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(RecordError::Io { path: path.to_owned(), error }),
    };
    read_all(path, file).map(Some)
}

fn read_all(path: &Path, mut file: impl Read) -> Result<Vec<u8>, RecordError> {
    let mut bytes = Vec::new();
    match file.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(RecordError::Unreadable { path: path.to_owned(), byte: bytes.len() as u64, error }),
    }
}

/// A section of this kind as it stands in a file; `None` where it cannot be packed.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn packed(mut block: Block, kind: u8) -> Option<Vec<u8>> {
    block.pack().ok()?;
    Some([&block.head(kind)[..], &block.packed].concat())
}

/// Why a record cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Its bytes cannot be read, which is not the same as that there are no more.
    #[error("{}: it cannot be read at byte {byte}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Where.
        byte: u64,
        /// What the system says.
        error: io::Error,
    },
    /// The journal beside a record is of another one.
    #[error(
        "{}: this journal is of another record; move it away to go on without the games in it",
        .0.display()
    )]
    OtherJournal(PathBuf),
    /// Bytes of a journal have changed since they were written.
    #[error(
        "{}: damaged at byte {byte}; move it away to go on without the games in it, which are then played \
         again",
        path.display()
    )]
    DamagedJournal {
        /// The file.
        path: PathBuf,
        /// Where the damaged entry begins.
        byte: u64,
    },
    /// It is not a record at all.
    #[error("{}: this is not a record of croupier", .0.display())]
    NotARecord(PathBuf),
    /// It is a record of another format.
    #[error(
        "{}: a record of format {found}; this program reads formats {OLDEST_FORMAT} to {FORMAT}",
        path.display()
    )]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// Its luck was made in a way that does not fit what it grew from, or that is not known here.
    #[error(
        "{}: its luck is of the generator {found:?}, which does not make it of the seed that stands there",
        path.display()
    )]
    OtherGenerator {
        /// The file.
        path: PathBuf,
        /// Its generator.
        found: String,
    },
    /// Its head says what cannot be.
    #[error("{}: its head cannot be true: {why}", path.display())]
    BadHead {
        /// The file.
        path: PathBuf,
        /// What cannot be.
        why: BadHead,
    },
    /// Its bytes have changed since they were written.
    #[error("{}: damaged at byte {byte}, in the block that begins with game {first}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged block begins.
        byte: u64,
        /// The first game of the damaged block.
        first: u64,
    },
}

impl RecordError {
    /// Whether another file would do: this one is none that can be read here.
    #[must_use]
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::NotARecord(_)
            | Self::OtherFormat { .. }
            | Self::OtherGenerator { .. }
            | Self::BadHead { .. }
            | Self::OtherJournal(_) => true,
            Self::Io { .. }
            | Self::Unreadable { .. }
            | Self::Damaged { .. }
            | Self::DamagedJournal { .. } => false,
        }
    }
}
