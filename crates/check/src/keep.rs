//! The records of a check: one folder for each stage, below the folder that was asked for.

use std::fs;
use std::path::{Path, PathBuf};

use croupier_games::{Chance, Game, Turn};
use croupier_record::{Block, Entrant, Header, Origin, RecordWriter};

use crate::stage_table::PlayedGame;
use crate::start_position::finish;
use crate::subject::Trouble;

const RECORD: &str = "record.croupier";

/// Where records go, if anywhere.
#[derive(Debug)]
pub(crate) struct Keep<'a, G: Game> {
    /// The folder of the check.
    pub(crate) folder: Option<&'a Path>,
    /// The game's options.
    pub(crate) options: &'a G::Options,
}

impl<G: Game> Keep<'_, G> {
    /// Writes the games of a stage, which follow each other from number 0 on; those that no seed deals are
    /// left out.
    pub(crate) fn write(&self, name: &str, games: &[PlayedGame<G>], names: &[String]) -> Result<(), Trouble> {
        let (Some(folder), Some(first)) = (self.folder, games.first()) else { return Ok(()) };
        let Some(seed) = first.position.tournament else { return Ok(()) };
        let folder = folder.join(name);
        let at = |path: &Path, error| Trouble::Folder { path: path.to_owned(), error };
        fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
        let path = folder.join(RECORD);
        if path.exists() {
            remove_ours(&path)?;
        }
        let header = self.header(Origin::part(seed), names, games);
        let mut block = Block::new(0);
        games.iter().for_each(|played| block.push(&played.fixture, &whole(played)));
        block.pack().map_err(|error| at(&path, error))?;
        let mut writer = RecordWriter::create(&path, &header)?;
        writer.block(&block)?;
        writer.finish(Some(header.games))?;
        Ok(())
    }

    fn header(&self, origin: Origin, names: &[String], games: &[PlayedGame<G>]) -> Header {
        let entrant = |name: &String| Entrant { name: name.clone(), bot: name.clone(), ..Entrant::default() };
        let options = serde_json::to_value(self.options).unwrap_or_default();
        let entrants = names.iter().map(entrant).collect();
        Header { games: games.len() as u64, ..Header::new(&G::ABOUT, options, origin, entrants) }
    }
}

/// A record of an earlier check gives way; a file that only has its name does not.
fn remove_ours(path: &Path) -> Result<(), Trouble> {
    croupier_record::RecordReader::open(path)?;
    fs::remove_file(path).map_err(|error| Trouble::Folder { path: PathBuf::from(path), error })
}

/// All events of a game: those before the bot came, those with it, and an end where it was broken off.
fn whole<G: Game>(played: &PlayedGame<G>) -> Vec<u8> {
    let mut events = played.position.before.clone();
    events.extend_from_slice(&played.events);
    if played.end.turn() != Turn::Over {
        events.extend(finish(played.end.clone(), &mut Chance::new(played.position.luck.deal())));
    }
    events
}
