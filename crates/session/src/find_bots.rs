//! Bots found by their names, for whichever game.

use std::path::{Path, PathBuf};
use std::time::Duration;

use croupier_arena::naming::files::{SeenFiles, Visibility};
use croupier_arena::naming::{BadBot, Finder, NamedBot, house_bot};
use croupier_arena::plan::Limits;
use croupier_arena::several;
use croupier_games::{Game, UnknownGame, Visitor, with_game};
use croupier_hosts::Runtimes;
use croupier_hosts::cell::ResourceLimits as CellLimits;

use crate::event::Event;

/// Where bots are looked for, and what they get.
#[derive(Debug)]
pub struct BotSearch<'a> {
    /// What paths are relative to.
    pub base: &'a Path,
    /// Folders in which modules are looked for, and from which Python bots may import.
    pub folders: Vec<PathBuf>,
    /// What bots see beside themselves, and what they never see.
    pub sight: Visibility,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
    /// What each of them may use.
    pub limits: &'a Limits,
}

/// A name that gives no bot.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The name is wrong.
    #[error("{error}")]
    Bot {
        /// The name.
        spec: String,
        /// What is wrong with it.
        error: BadBot,
    },
}

impl<'a> BotSearch<'a> {
    /// Looks in the folder `base`, shows bots no more than their own files.
    #[must_use]
    pub fn new(base: &'a Path, runtimes: &'a Runtimes, limits: &'a Limits) -> Self {
        Self { base, folders: Vec::new(), sight: Visibility::default(), runtimes, limits }
    }

    /// What finds a bot at a time; nothing is entered yet.
    #[must_use]
    pub fn finder(self) -> Finder<'a> {
        let cell = CellLimits { memory: self.limits.memory_mb << 20, ..CellLimits::default() };
        Finder {
            base: self.base,
            search: self.folders,
            entered: Vec::new(),
            sight: self.sight,
            runtimes: self.runtimes,
            limits: cell,
            loading: Duration::from_millis(self.limits.load_ms),
        }
    }
}

/// All bots of these names, in order: several where a file holds several. What a bot is made of is
/// copied and compiled here, before any game; one that is known not to load is in the list as well,
/// and [`Session::prepare`](crate::Session::prepare) decides what becomes of it.
pub fn find_bots(game: &str, specs: &[&String], search: BotSearch<'_>) -> Result<Vec<NamedBot>, NotFound> {
    Ok(find_bots_and_tell(game, specs, search, &mut |_| {})?.into_iter().flatten().collect())
}

/// The same, name by name; `follow` is told how many are built.
pub fn find_bots_and_tell(
    game: &str,
    specs: &[&String],
    search: BotSearch<'_>,
    follow: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<Vec<NamedBot>>, NotFound> {
    let mut finder = search.finder();
    finder.entered = entered(specs, &finder);
    with_game(game, FindAll { specs, finder: &finder, follow })?
}

/// All that the bots of some of these names see, laid out; `None` for those of which nothing lies here.
pub fn files_of_bots(
    specs: &[&String],
    of: &[&str],
    search: BotSearch<'_>,
) -> Result<Vec<Option<SeenFiles>>, NotFound> {
    let mut finder = search.finder();
    finder.entered = entered(specs, &finder);
    let files =
        |&spec: &&str| finder.files_of(spec).map_err(|error| NotFound::Bot { spec: spec.to_owned(), error });
    of.iter().map(files).collect()
}

/// The files of all bots.
fn entered(specs: &[&String], finder: &Finder<'_>) -> Vec<PathBuf> {
    specs.iter().filter_map(|spec| finder.file_of(spec)).map(|(file, _)| file).collect()
}

/// A player of the house, by its name with or without `house:` before it.
pub fn find_house_bot(game: &str, name: &str) -> Result<NamedBot, NotFound> {
    let found = with_game(game, FindHouse(name.strip_prefix("house:").unwrap_or(name)))?;
    found.map_err(|error| NotFound::Bot { spec: name.to_owned(), error })
}

struct FindAll<'a> {
    specs: &'a [&'a String],
    finder: &'a Finder<'a>,
    follow: &'a mut dyn FnMut(Event<'_>),
}

impl Visitor for FindAll<'_> {
    type Output = Result<Vec<Vec<NamedBot>>, NotFound>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { specs, finder, follow } = self;
        let told = |done| follow(Event::Built { done, names: specs.len() });
        let found = several(specs, |spec| finder.find::<G>(spec), told);
        let named = specs.iter().zip(found);
        named
            .map(|(&spec, found)| found.map_err(|error| NotFound::Bot { spec: spec.clone(), error }))
            .collect()
    }
}

struct FindHouse<'a>(&'a str);

impl Visitor for FindHouse<'_> {
    type Output = Result<NamedBot, BadBot>;

    fn visit<G: Game>(self) -> Self::Output {
        house_bot::<G>(self.0)
    }
}
