//! Whether a language works on this machine: one game of its example bot against the house.
//!
//! Knows neither a language nor a game by name; both come from their tables.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use croupier_bots::house;
use croupier_games::{Game, Seat, Seed, Visitor, with_game};
use croupier_hosts::cell::{NoCell, ResourceLimits as CellLimits};
use croupier_hosts::languages::{Language, Missing};
use croupier_hosts::{Runtimes, Scratch};
use croupier_record::{EntrantId, Fixture, Instances};

use crate::crew::{Bot, Crew, Lane, Outside};
use crate::naming::files::Visibility;
use crate::naming::{BadBot, Finder, NamedBot, house_bot};
use crate::plan::Limits;
use crate::table::Table;

/// The luck of the one game.
const SEED: Seed = Seed::plain(1);

/// A language that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Works {
    /// What was found, with its version.
    pub version: String,
    /// The title of the game that was played.
    pub game: &'static str,
    /// How long that took, the bot's start included.
    pub took: Duration,
}

/// Why bots of a language cannot play here.
#[derive(Debug, thiserror::Error)]
pub enum DoesNotWork {
    /// Something is missing on this machine, or was left out of this program.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The example gives no bot.
    #[error(transparent)]
    Bot(#[from] BadBot),
    /// There is no place to play in.
    #[error(transparent)]
    Cell(#[from] NoCell),
    /// The example does not load, or does something wrong.
    #[error("the example bot {0}")]
    Example(String),
    /// The system refuses something.
    #[error(transparent)]
    System(#[from] io::Error),
    /// It cannot be seated or dealt to.
    #[error("{0}")]
    Game(String),
}

impl DoesNotWork {
    /// Whether nothing failed here, but this program was built without the language on purpose.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        matches!(self, Self::Missing(missing) if missing.is_left_out())
    }
}

/// Plays a game of a language's example bot.
pub fn self_test(language: &Language, runtimes: &Runtimes) -> Result<Works, DoesNotWork> {
    let version = runtimes.of(language)?.version();
    let folder = Scratch::new("self-test")?;
    readable_by_all(folder.path())?;
    let file = folder.path().join(language.example.file);
    fs::write(&file, language.example.bytes)?;
    readable_by_all(&file)?;
    let game = SelfTestGame { spec: &file.to_string_lossy(), runtimes };
    let played = with_game(language.example.game, game);
    let (game, took) = played.map_err(|unknown| DoesNotWork::Game(unknown.to_string()))??;
    Ok(Works { version, game, took })
}

/// Plays a game of any bot: how long it took, the bot's start included.
pub fn play_once<G: Game>(spec: &str, runtimes: &Runtimes) -> Result<Duration, DoesNotWork> {
    let limits = Limits::default();
    let finder = Finder {
        base: Path::new("."),
        search: Vec::new(),
        entered: Vec::new(),
        sight: Visibility::default(),
        runtimes,
        limits: CellLimits { memory: limits.memory_mb << 20, ..CellLimits::default() },
        loading: Duration::from_millis(limits.load_ms),
    };
    let none = || DoesNotWork::Example("is not there".to_owned());
    let bot = finder.find::<G>(spec)?.pop().ok_or_else(none)?;
    if let Bot::Broken(why) | Bot::Uncompiled { why, .. } = &bot.bot {
        return Err(DoesNotWork::Example(why.clone()));
    }
    let begun = Instant::now();
    match misstep::<G>(&bot, runtimes, &limits)? {
        Some(what) => Err(DoesNotWork::Example(format!("failed: {what}"))),
        None => Ok(begun.elapsed()),
    }
}

/// Plays the game; what the bot did wrong in it, if anything.
fn misstep<G: Game>(
    bot: &NamedBot,
    runtimes: &Runtimes,
    limits: &Limits,
) -> Result<Option<String>, DoesNotWork> {
    let house = house_bot::<G>(house::RANDOM)?;
    let seats = G::ABOUT.seats[0];
    let all: Vec<&NamedBot> = std::iter::once(bot).chain(std::iter::repeat_n(&house, seats - 1)).collect();
    let bots: Vec<Bot> = all.iter().map(|named| named.bot.clone()).collect();
    let names: Vec<String> = all.iter().map(|named| named.name.clone()).collect();
    let outside = Outside::of::<G>(&bots, runtimes, limits, Instances::default(), None)?;
    let options = G::Options::default();
    let lane = Lane { number: 0, core: None };
    let crew = Crew::<G>::seat(&bots, &names, seats, &options, outside.as_ref(), lane);
    let mut crew = crew.map_err(|error| DoesNotWork::Game(error.to_string()))?;
    let dealt = G::deal(seats, &options, SEED).map_err(|error| DoesNotWork::Game(error.to_string()))?;
    let fixture = Fixture { number: 0, deal: 0, seats: (0..seats as u16).map(EntrantId).collect() };
    let mut table = Table::default();
    table.play(dealt, SEED, &fixture, &mut crew);
    let missteps = table.missteps().of(Seat(0));
    Ok(missteps.and_then(|wrong| wrong.disqualified.clone().or_else(|| wrong.first.clone())))
}

/// The one game, of whichever type.
struct SelfTestGame<'a> {
    spec: &'a str,
    runtimes: &'a Runtimes,
}

impl Visitor for SelfTestGame<'_> {
    type Output = Result<(&'static str, Duration), DoesNotWork>;

    fn visit<G: Game>(self) -> Self::Output {
        play_once::<G>(self.spec, self.runtimes).map(|took| (G::ABOUT.title, took))
    }
}

/// Bots run as another user, who must be able to read and, where it is a program, to execute them.
#[cfg(unix)]
fn readable_by_all(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable_by_all(_: &Path) -> io::Result<()> {
    Ok(())
}
