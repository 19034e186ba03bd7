//! The folder of a run: statistics over all games, per bot and per game, and every game's story.
//!
//! | file | content |
//! | --- | --- |
//! | `overall-stats.log` | a row per bot with the means of all figures |
//! | `ai-stats/<bot>.log` | a row per game the bot played |
//! | `game/<id>.log` | a row per bot of that game, and who won |
//! | `readable/<id>.log` | the story of the game |
//! | `bot-logs/<bot>.log` | what a bot outside this process printed; it is written while the bot runs |
//!
//! A folder belongs to the record in it: the record's head tells which files a run wrote, and those are the
//! only ones that a later run removes.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use croupier_games::{About, Figures, Game, Seat};
use croupier_record::{
    BOT_LOGS, Block, EntrantId, GameBytes, Header, ReplayError, bot_log_name, counts, file_name, games_in,
    is_dropped,
};
use croupier_stats::Standings;

use crate::columns::{Align, Columns};
use crate::standings_table::figure_text;
use crate::story::{seat_names, story, winners_line};

const OVERALL: &str = "overall-stats.log";
const PER_BOT: &str = "ai-stats";
const PER_GAME: &str = "game";
const STORIES: &str = "readable";
/// What stands above a game that was begun with a bot at the table that was out.
const FOR_NOBODY: &str = "This game counts for nobody.\n\n";

/// Why logs cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// A file or folder cannot be made or removed.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A log does not say what the record says.
    #[error("{}: it does not say what the record says", .0.display())]
    Differs(PathBuf),
    /// A game just played does not replay: an error in its rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The folder of a run.
#[derive(Debug)]
pub struct LogFolder<'a> {
    folder: PathBuf,
    about: &'a About,
    header: &'a Header,
    /// Rows that wait to be added to the file of a bot.
    rows: BTreeMap<EntrantId, String>,
    /// Where logs are compared with what would be written: how many were. Nothing is written then.
    compared: Option<u64>,
}

/// What the files of a game are called.
fn game_file(number: u64) -> String {
    format!("{number:04}.log")
}

impl<'a> LogFolder<'a> {
    /// The folder of the run with this head.
    #[must_use]
    pub fn new(folder: &Path, about: &'a About, header: &'a Header) -> Self {
        Self { folder: folder.to_owned(), about, header, rows: BTreeMap::new(), compared: None }
    }

    /// The same, to be compared with the record and left as it is; logs that are not there are passed over.
    #[must_use]
    pub fn comparing(folder: &Path, about: &'a About, header: &'a Header) -> Self {
        Self { compared: Some(0), ..Self::new(folder, about, header) }
    }

    /// How many logs were compared.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared.unwrap_or(0)
    }

    /// Makes the folders, and the files of the bots with their headings.
    pub fn begin(&self) -> Result<(), LogError> {
        make_folder(&self.folder)?;
        if !self.header.game_files {
            return Ok(());
        }
        for name in [PER_BOT, PER_GAME, STORIES] {
            make_folder(&self.folder.join(name))?;
        }
        for entrant in &self.header.entrants {
            write_file(&self.bot_file(&entrant.name), &self.game_columns("gameID", 6).heading())?;
        }
        Ok(())
    }

    /// Writes the files of some games that were just played, and their rows in the files of the bots.
    pub fn games<G: Game>(&mut self, block: &Block, options: &G::Options) -> Result<(), LogError> {
        if !self.header.game_files {
            return Ok(());
        }
        for recorded in games_in(block.first, self.header.seats, self.header.games_per_deal, &block.plain) {
            if is_dropped(&block.outs, &recorded.fixture) {
                continue;
            }
            let (text, end, _) = story::<G>(&recorded, self.header, options)?;
            let counts = counts(&block.outs, &recorded.fixture, self.header.games_per_deal);
            self.game::<G>(&recorded, &end, &text, counts)?;
        }
        if self.compared.is_some() {
            return Ok(());
        }
        for (entrant, rows) in std::mem::take(&mut self.rows) {
            append_file(&self.bot_file(&self.header.entrants[entrant.index()].name), &rows)?;
        }
        Ok(())
    }

    /// Writes the files of a game; one that counts for nobody is marked, and stands in no bot's file.
    fn game<G: Game>(
        &mut self,
        recorded: &GameBytes<'_>,
        end: &G,
        story: &str,
        counts: bool,
    ) -> Result<(), LogError> {
        let number = recorded.fixture.number;
        let file = game_file(number);
        let names = seat_names(recorded, self.header);
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let columns = self.game_columns("AI", longest);
        let mark = if counts { "" } else { FOR_NOBODY };
        let mut table = format!("{mark}{}", columns.heading());
        for seat in Seat::all(names.len()) {
            let figures = end.figures(seat);
            table += &columns.row(&row(names[seat.index()], &figures));
            let line = self.game_columns("gameID", 6).row(&row(&number.to_string(), &figures));
            if counts {
                *self.rows.entry(recorded.fixture.entrant(seat)).or_default() += &line;
            }
        }
        table += &format!("\n{}\n", winners_line(end, &names));
        self.put(&self.folder.join(PER_GAME).join(&file), &table)?;
        self.put(&self.folder.join(STORIES).join(&file), &format!("{mark}{story}"))
    }

    /// Writes a log, or compares the one that is there.
    fn put(&mut self, path: &Path, text: &str) -> Result<(), LogError> {
        let Some(compared) = &mut self.compared else { return write_file(path, text) };
        match fs::read(path) {
            Ok(there) if there == text.as_bytes() => *compared += 1,
            Ok(_) => return Err(LogError::Differs(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(LogError::Io { path: path.to_owned(), error }),
        }
        Ok(())
    }

    /// Writes the means of all games, one row per bot in the order of the plan.
    pub fn overall(&mut self, standings: &Standings) -> Result<(), LogError> {
        let mut lines: Vec<_> = standings.lines.iter().chain(&standings.out).collect();
        lines.sort_by_key(|line| line.entrant);
        let rows: Vec<Vec<String>> = lines
            .iter()
            .map(|line| {
                let name = self.header.entrants[line.entrant.index()].name.clone();
                let means = (0..self.about.figures.len()).map(|figure| figure_text(line.tally.mean(figure)));
                std::iter::once(name).chain(means).collect()
            })
            .collect();
        self.put(&self.folder.join(OVERALL), &self.game_columns("AI", 0).table(&rows))?;
        let heading = self.game_columns("gameID", 6).heading();
        for (entrant, rows) in std::mem::take(&mut self.rows) {
            let path = self.bot_file(&self.header.entrants[entrant.index()].name);
            self.put(&path, &format!("{heading}{rows}"))?;
        }
        Ok(())
    }

    /// Removes what the run with this head wrote, its record excepted; folders go when they are empty.
    pub fn remove(&self) -> Result<(), LogError> {
        remove_file(&self.folder.join(OVERALL))?;
        let logs = files_in(&self.folder.join(BOT_LOGS));
        for entrant in self.header.entrants.iter().filter(|_| !logs.is_empty()) {
            for lane in 0..self.header.lanes as usize {
                let name = bot_log_name(&entrant.name, lane);
                if logs.contains(&name) {
                    remove_file(&self.folder.join(BOT_LOGS).join(name))?;
                }
            }
        }
        let _ = fs::remove_dir(self.folder.join(BOT_LOGS));
        if !self.header.game_files {
            return Ok(());
        }
        for entrant in &self.header.entrants {
            remove_file(&self.bot_file(&entrant.name))?;
        }
        for kind in [PER_GAME, STORIES] {
            // What is there is looked through, and not what the head counts: that may be any number.
            for name in files_in(&self.folder.join(kind)) {
                let number = name.strip_suffix(".log").and_then(|id| id.parse().ok());
                if number.is_some_and(|number| number < self.header.games && name == game_file(number)) {
                    remove_file(&self.folder.join(kind).join(name))?;
                }
            }
        }
        for name in [PER_BOT, PER_GAME, STORIES] {
            // A folder that is not empty holds files of others, and stays.
            let _ = fs::remove_dir(self.folder.join(name));
        }
        Ok(())
    }

    /// A file in the folder that a run would overwrite though no record here tells that a run wrote it.
    #[must_use]
    pub fn foreign_file(folder: &Path) -> Option<PathBuf> {
        let overall = folder.join(OVERALL);
        let in_folders = [PER_BOT, PER_GAME, STORIES].iter().filter_map(|name| {
            let mut files = fs::read_dir(folder.join(name)).ok()?;
            files.find_map(|file| file.ok().map(|file| file.path()))
        });
        overall.exists().then_some(overall).into_iter().chain(in_folders).next()
    }

    fn bot_file(&self, name: &str) -> PathBuf {
        self.folder.join(PER_BOT).join(format!("{}.log", file_name(name)))
    }

    /// A first column of this name, then all figures.
    fn game_columns(&self, first: &str, characters: usize) -> Columns {
        let mut headings = vec![(first, Align::Left)];
        headings.extend(self.about.figures.iter().map(|figure| (figure.name, Align::Right)));
        let mut columns = Columns::new(&headings);
        columns.at_least(0, characters);
        for column in 1..headings.len() {
            columns.at_least(column, "1000.00".len());
        }
        columns
    }
}

fn row(first: &str, figures: &Figures) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(figures.iter().map(|&figure| figure_text(figure))).collect()
}

/// The names of the files in a folder; none where there is no such folder.
fn files_in(folder: &Path) -> HashSet<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.file_name().into_string().ok()).collect()
}

fn make_folder(path: &Path) -> Result<(), LogError> {
    fs::create_dir_all(path).map_err(|error| LogError::Io { path: path.to_owned(), error })
}

fn write_file(path: &Path, text: &str) -> Result<(), LogError> {
    fs::write(path, text).map_err(|error| LogError::Io { path: path.to_owned(), error })
}

fn append_file(path: &Path, text: &str) -> Result<(), LogError> {
    let open = || -> io::Result<File> { OpenOptions::new().append(true).create(true).open(path) };
    open()
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| LogError::Io { path: path.to_owned(), error })
}

fn remove_file(path: &Path) -> Result<(), LogError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(LogError::Io { path: path.to_owned(), error })
        }
        _ => Ok(()),
    }
}
