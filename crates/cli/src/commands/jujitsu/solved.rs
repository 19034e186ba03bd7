//! Tables of solved games as files: in the user's cache folder, or where they are asked for.
//!
//! One that is damaged or of another version is made anew. A cache that cannot be written stops
//! nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_bots::jujitsu::table::{self, SolvedRound};
use croupier_games::Game;
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use serde_json::Value;

use super::hashed_file;
use super::layers::Layers;
use super::solving::made;
use crate::failure::Failure;

/// Changes with the numbering of positions.
const VERSION: u32 = 1;
/// Work that takes no longer than this is not worth a word.
const A_MOMENT: u8 = 7;

/// Makes sure that the tables which players of the house will want are there before the first game:
/// reads them, or makes and keeps them.
pub(crate) fn prepare(
    JujitsuOptions { rounds }: &JujitsuOptions,
    plays: impl Fn(&str) -> bool,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
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

/// The same, for these bots of whichever game.
pub(crate) fn prepare_for(
    game: &str,
    options: &Value,
    bots: &[NamedBot],
    quiet: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if game != Jujitsu::ABOUT.name {
        return Ok(());
    }
    let plays =
        |name: &str| bots.iter().any(|named| matches!(&named.bot, Bot::House(house) if house.name == name));
    let options = serde_json::from_value(options.clone());
    prepare(&options.map_err(|error| Failure::Trouble(error.into()))?, plays, quiet, stop)
}

fn made_and_kept(
    cards: u8,
    place: Option<&Path>,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<SolvedRound, Failure> {
    let quiet = quiet || cards <= A_MOMENT;
    if !quiet {
        eprintln!("croupier: solving Jujitsu of {cards} cards, once");
    }
    // What is made in a moment is not worth keeping in parts.
    let layers = place.filter(|_| cards > A_MOMENT).map(|path| Layers::beside(path, cards));
    let table = made(cards, all_processors(), layers.as_ref(), quiet, stop)?.table;
    if let Some(path) = place {
        // A cache that cannot be written must not stop a tournament.
        let _ = write(path, &table);
    }
    if let Some(layers) = layers {
        layers.remove();
    }
    Ok(table)
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
pub(crate) fn read(path: &Path, cards: u8) -> Option<SolvedRound> {
    let (found, values) = hashed_file::read(path)?;
    if found != head(cards) {
        return None;
    }
    SolvedRound::from_values(cards, &values).ok()
}

/// Writes a table's file; whoever reads at the same time sees all of it or none.
pub(crate) fn write(path: &Path, table: &SolvedRound) -> io::Result<()> {
    hashed_file::write(path, &head(table.cards()), table.values())
}

fn head(cards: u8) -> String {
    format!("croupier: the worth of every position of Jujitsu of {cards} cards, version {VERSION}")
}

/// How long something took, for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back_from_its_file_and_one_of_another_size_does_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("deep/er").join(file_name(4));
        let table = made(4, 1, None, true, &AtomicBool::new(false)).unwrap().table;
        write(&path, &table).unwrap();
        assert!(read(&path, 4).unwrap().values().eq(table.values()));
        assert!(read(&path, 5).is_none());
    }
}
