//! Tables of solved games as files: in the user's cache folder, or where they are asked for.
//!
//! A file is a head of one line, the values, and a hash of both. It is written beside its place and moved there when it
//! is whole; one that is damaged or of another version is made anew. A cache that cannot be written stops nothing.

use std::any::Any;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_bots::jujitsu::table::{self, Table};
use croupier_games::jujitsu::JujitsuOptions;

use crate::failure::Failure;
use crate::progress::Progress;

/// Changes with the numbering of positions.
const VERSION: u32 = 1;
/// The bytes of the hash at the end.
const HASH: usize = 32;
/// Work that takes no longer than this is not worth a word.
const A_MOMENT: u8 = 7;

/// Makes sure that the tables which players of the house will want are there before the first game: reads them, or
/// makes and keeps them.
pub(crate) fn prepare(
    options: &dyn Any,
    plays: impl Fn(&str) -> bool,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let Some(JujitsuOptions { rounds }) = options.downcast_ref() else { return Ok(()) };
    if !["flagship", "equilibrium"].into_iter().any(plays) {
        return Ok(());
    }
    for &cards in rounds.iter().filter(|&&cards| table::is_missing(cards)) {
        if !table::is_missing(cards) {
            continue;
        }
        let place = cache_folder().map(|folder| folder.join(file_name(cards)));
        let table = match place.as_deref().and_then(|path| read(path, cards)) {
            Some(table) => table,
            None => made_and_kept(cards, place.as_deref(), quiet, stop)?,
        };
        table::put(table);
    }
    Ok(())
}

/// The same, for these bots.
pub(crate) fn prepare_for(
    options: &dyn Any,
    bots: &[NamedBot],
    quiet: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let plays =
        |name: &str| bots.iter().any(|named| matches!(&named.bot, Bot::House(house) if house.name == name));
    prepare(options, plays, quiet, stop)
}

fn made_and_kept(cards: u8, place: Option<&Path>, quiet: bool, stop: &AtomicBool) -> Result<Table, Failure> {
    let quiet = quiet || cards <= A_MOMENT;
    if !quiet {
        eprintln!("croupier: solving Jujitsu of {cards} cards, once");
    }
    let table = made(cards, all_processors(), Progress::of("patterns of hands", quiet), stop)?;
    if let Some(path) = place {
        // A cache that cannot be written must not stop a tournament.
        let _ = write(path, &table);
    }
    Ok(table)
}

/// Works out a table, with a word now and then of how far it is.
pub(crate) fn made(
    cards: u8,
    threads: usize,
    mut progress: Progress,
    stop: &AtomicBool,
) -> Result<Table, Failure> {
    let table = Table::make(cards, threads, &mut |done, all| {
        progress.played(done, all);
        !stop.load(Ordering::Relaxed)
    });
    progress.finish();
    table.map_err(|error| Failure::BadInput(error.to_string()))?.ok_or(Failure::Interrupted)
}

/// As many as there are.
pub(crate) fn all_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The name of a table's file.
pub(crate) fn file_name(cards: u8) -> String {
    format!("jujitsu-{cards}-v{VERSION}.table")
}

/// The user's cache folder for solved games: below `XDG_CACHE_HOME`, or below `.cache` in the home.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    home.map(|home| home.join("croupier/solved"))
}

/// The table of a file; `None` if it is not there, damaged, or another's.
pub(crate) fn read(path: &Path, cards: u8) -> Option<Table> {
    let bytes = fs::read(path).ok()?;
    let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
    if blake3::hash(body).as_bytes() != hash {
        return None;
    }
    let values = body.strip_prefix(head(cards).as_bytes())?;
    let values: Vec<f64> =
        values.chunks_exact(8).filter_map(|value| Some(f64::from_le_bytes(value.try_into().ok()?))).collect();
    Table::from_values(cards, &values).ok()
}

/// Writes a table's file; whoever reads at the same time sees all of it or none.
pub(crate) fn write(path: &Path, table: &Table) -> io::Result<()> {
    let mut bytes = head(table.cards()).into_bytes();
    bytes.reserve(table.len() * 8 + HASH);
    table.values().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&bytes)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

fn head(cards: u8) -> String {
    format!("croupier: the worth of every position of Jujitsu of {cards} cards, version {VERSION}\n")
}

/// How long something took, for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Table {
        made(4, 1, Progress::Silent, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn a_table_comes_back_from_its_file_and_a_damaged_one_does_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("deep/er").join(file_name(4));
        let table = small();
        write(&path, &table).unwrap();
        assert!(read(&path, 4).unwrap().values().eq(table.values()));
        assert!(read(&path, 5).is_none(), "of another size");
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[200] ^= 1;
        for damaged in [&flipped[..], &whole[..whole.len() - 8], b"", b"short"] {
            fs::write(&path, damaged).unwrap();
            assert!(read(&path, 4).is_none(), "{} bytes", damaged.len());
        }
    }

    #[test]
    fn a_stop_leaves_no_table() {
        let stopped = made(5, 1, Progress::Silent, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(Failure::Interrupted)));
    }
}
