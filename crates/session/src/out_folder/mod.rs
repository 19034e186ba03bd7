//! The folder a run writes to: its record and its logs, old ones removed, interrupted ones gone on
//! with.

pub(crate) mod lock;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_arena::Batch;
use croupier_games::{About, Game, list};
use croupier_record::{Block, Header, Journal, RecordReader, RecordWriter, record_path};
use croupier_report::LogFolder;
use croupier_stats::Standings;

use crate::error::SessionError;

use lock::FolderLock;

/// An open folder.
pub(crate) struct OutFolder<'a> {
    record: RecordWriter,
    logs: LogFolder<'a>,
    journal: Arc<Journal>,
    /// Last, so that it goes when all is written.
    lock: Arc<FolderLock>,
}

impl<'a> OutFolder<'a> {
    /// Begins anew: what an earlier run wrote here goes, what anyone else wrote stays, and stops us
    /// if in the way.
    pub(crate) fn create(
        folder: &Path,
        command: Option<&str>,
        about: &'a About,
        header: &'a Header,
    ) -> Result<Self, SessionError> {
        let lock = Arc::new(FolderLock::take(folder, command)?);
        let path = folder.join(record_name());
        if path.exists() {
            remove_earlier(folder, &path)?;
        } else if let Some(foreign) = LogFolder::foreign_file(folder) {
            return Err(SessionError::ForeignFile(foreign));
        }
        let logs = LogFolder::new(folder, about, header);
        logs.begin()?;
        let (record, journal) = RecordWriter::with_journal(&path, header)?;
        Ok(Self { record, logs, journal: Arc::new(journal), lock })
    }

    /// Goes on with the record of an interrupted run, and shows the blocks that it holds.
    pub(crate) fn resume<G: Game>(
        folder: &Path,
        command: Option<&str>,
        header: &'a Header,
        options: &G::Options,
        mut seen: impl FnMut(&Block) -> Result<(), SessionError>,
    ) -> Result<Self, SessionError> {
        open_to_resume(folder)?;
        let lock = Arc::new(FolderLock::take(folder, command)?);
        let mut reader = open_to_resume(folder)?;
        if let Some(what) = difference(reader.header(), header) {
            return Err(SessionError::OtherTournament { path: folder.join(record_name()), what });
        }
        let journal = Journal::go_on(&reader)?;
        // Nothing is written before all of the record is known to be readable.
        let mut ahead = open_to_resume(folder)?;
        while ahead.next_block()?.is_some() {}
        let mut logs = LogFolder::new(folder, &G::ABOUT, header);
        // A killed run may have left its logs behind or ahead of its record: they are told anew from it.
        logs.begin()?;
        while let Some(block) = reader.next_block()? {
            logs.games::<G>(&block, options)?;
            seen(&block)?;
        }
        let record = RecordWriter::go_on(reader, &journal)?;
        Ok(Self { record, logs, journal: Arc::new(journal), lock })
    }

    /// Where finished games of open batches are kept.
    pub(crate) fn journal(&self) -> &Arc<Journal> {
        &self.journal
    }

    /// What keeps others out.
    pub(crate) fn lock(&self) -> &Arc<FolderLock> {
        &self.lock
    }

    /// Keeps some games that were just played.
    pub(crate) fn games<G: Game>(&mut self, batch: &Batch, options: &G::Options) -> Result<(), SessionError> {
        self.record.block(&batch.block)?;
        self.record.times(&batch.times)?;
        self.journal.handed_on(batch.block.first + u64::from(batch.block.count))?;
        self.logs.games::<G>(&batch.block, options)?;
        Ok(())
    }

    /// Writes the statistics over all games, and that all are in where they are.
    pub(crate) fn finish(mut self, standings: &Standings, complete: bool) -> Result<(), SessionError> {
        self.logs.overall(standings)?;
        self.record.finish(complete.then_some(standings.games))?;
        self.journal.close(if complete { u64::MAX } else { standings.games })?;
        Ok(())
    }
}

/// The record that `--resume` goes on with.
pub(crate) fn open_to_resume(folder: &Path) -> Result<RecordReader, SessionError> {
    let path = folder.join(record_name());
    if !path.exists() {
        return Err(SessionError::NothingToResume(path));
    }
    Ok(RecordReader::open(&path)?)
}

fn remove_earlier(folder: &Path, path: &Path) -> Result<(), SessionError> {
    let reader = RecordReader::open(path)?;
    let header = reader.header();
    let about = list::about(&header.game)?;
    LogFolder::new(folder, about, header).remove()?;
    fs::remove_file(path).map_err(|error| SessionError::File { path: path.to_owned(), error })
}

/// The first thing in which two heads differ, in words.
fn difference(there: &Header, here: &Header) -> Option<String> {
    let names =
        |header: &Header| header.entrants.iter().map(|e| e.name.clone()).collect::<Vec<_>>().join(", ");
    let number = |header: &Header| header.origin.number().map(|number| number.to_string());
    let packages = |header: &Header| header.packages.clone().unwrap_or_else(|| "none".to_owned());
    let seed = |header: &Header| number(header).unwrap_or_else(|| "drawn".to_owned());
    let parts = [
        ("game", there.game.clone(), here.game.clone()),
        ("version of the rules", there.game_version.to_string(), here.game_version.to_string()),
        ("seed", seed(there), seed(here)),
        ("games", there.games.to_string(), here.games.to_string()),
        ("design", there.design.to_string(), here.design.to_string()),
        ("until", there.until.name().to_owned(), here.until.name().to_owned()),
        ("tolerance", there.tolerance.to_string(), here.tolerance.to_string()),
        ("games per deal", there.games_per_deal.to_string(), here.games_per_deal.to_string()),
        ("bots", names(there), names(here)),
        ("options", there.options.to_string(), here.options.to_string()),
        ("seats", there.seats.to_string(), here.seats.to_string()),
        ("openings", there.openings.to_string(), here.openings.to_string()),
        ("lanes", there.lanes.to_string(), here.lanes.to_string()),
        ("instances", there.instances.to_string(), here.instances.to_string()),
        ("packages", packages(there), packages(here)),
        ("game files", there.game_files.to_string(), here.game_files.to_string()),
    ];
    let differs = parts.into_iter().find(|(_, one, other)| one != other);
    let differs = differs.map(|(what, one, other)| format!("{what}: {one} there, {other} here"));
    differs.or_else(|| (there.entrants != here.entrants).then(|| "a bot has changed since".to_owned()))
}

fn record_name() -> PathBuf {
    record_path(Path::new(".")).file_name().map(PathBuf::from).unwrap_or_default()
}
