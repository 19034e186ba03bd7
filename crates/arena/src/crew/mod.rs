//! The bots of a tournament, and one set of their instances.

pub(crate) mod absent;
pub(crate) mod crews;
pub(crate) mod lineup;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use croupier_bots::House;
use croupier_games::Game;
use croupier_hosts::cell::{Cell, NoCell};
use croupier_hosts::http::HttpBot;
use croupier_hosts::{Inside, Launch, Load, Runtimes, TimeLimits};
use croupier_record::{EntrantId, Fault, Fixture, Instances, Pace, Player};

use crate::clocked::MoveClock;
use crate::defaults::Defaults;
use crate::plan::Limits;

use lineup::Lineup;

/// As many games in one message as still make it quicker: more would only wait for each other.
pub const GAMES_AT_ONCE: usize = 256;

/// A bot that can be seated.
#[derive(Clone)]
pub enum Bot {
    /// A player in Rust.
    House(House),
    /// A player in Rust whose moves are timed.
    Clocked {
        /// The player.
        house: House,
        /// Where its times go.
        clock: Arc<MoveClock>,
    },
    /// A bot in a process of its own.
    Foreign(Arc<dyn Launch>),
    /// A bot in this process, inside WebAssembly.
    Inside(Arc<dyn Inside>),
    /// A bot behind a url.
    Http(Arc<HttpBot>),
    /// A bot that is there but does not load, with the reason.
    Broken(String),
    /// A bot that does not compile: the reason in a line, and all that the compiler said, which goes to its
    /// log.
    Uncompiled {
        /// In a line.
        why: String,
        /// In full.
        message: String,
    },
}

impl Bot {
    /// Whether it runs outside this process, and may remember one game in the next.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        matches!(self, Self::Foreign(_) | Self::Inside(_) | Self::Http(_) | Self::Uncompiled { .. })
    }

    /// Whether only the clock on the wall tells how long it thinks, and that is worth reading; fuel is a
    /// clock of its own.
    #[must_use]
    pub fn is_clocked(&self) -> bool {
        matches!(self, Self::Foreign(_) | Self::Http(_))
    }

    /// Whether it is a player of the house whose every move is timed.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        matches!(self, Self::Clocked { .. })
    }

    /// Whether it remembers games and is yet about as quick as a player of the house.
    #[must_use]
    pub fn is_module(&self) -> bool {
        matches!(self, Self::Inside(bot) if bot.is_module())
    }

    /// What it runs in, where its clock depends on that.
    #[must_use]
    pub fn runs_in(&self) -> Option<String> {
        match self {
            Self::Inside(bot) => Some(bot.runs_in()),
            _ => None,
        }
    }

    /// Whether it could remember one game in the next and is ours to start, as often as it is needed.
    #[must_use]
    pub fn has_selves(&self) -> bool {
        matches!(self, Self::Foreign(_) | Self::Inside(_))
    }

    /// Whether it keeps nothing between two questions, in whichever process.
    #[must_use]
    pub fn is_pure(&self) -> bool {
        matches!(self, Self::Foreign(launch) if launch.is_pure())
    }

    /// The same, or that its code was looked through and nothing was found that it could keep anything by.
    #[must_use]
    pub fn keeps_nothing(&self) -> bool {
        matches!(self, Self::Foreign(launch) if launch.is_pure() || launch.is_stateless())
    }

    /// Whether a new process of it has lost nothing but the game that is played: none before it, and nothing
    /// that only somebody else could make it forget.
    #[must_use]
    pub fn can_begin_anew(&self, instances: Instances) -> bool {
        match self {
            Self::House(_) | Self::Clocked { .. } | Self::Broken(_) | Self::Uncompiled { .. } => true,
            Self::Foreign(_) | Self::Inside(_) => instances == Instances::Game || self.is_pure(),
            Self::Http(_) => false,
        }
    }

    /// Why it does not load, in a line, where that is known already.
    #[must_use]
    pub fn why_broken(&self) -> Option<&str> {
        match self {
            Self::Broken(why) | Self::Uncompiled { why, .. } => Some(without_prefix(why)),
            _ => None,
        }
    }

    /// What its author should know of the files that it sees.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Foreign(launch) => launch.notes(),
            Self::Inside(bot) => bot.notes(),
            _ => &[],
        }
    }

    /// Whether it runs on this machine, in a cell.
    #[must_use]
    pub fn needs_cell(&self) -> bool {
        matches!(self, Self::Foreign(_))
    }
}

/// The words that begin the reason why a bot does not load, wherever it stands alone.
const DOES_NOT_LOAD: &str = "does not load: ";

/// A reason that follows those words.
pub(crate) fn without_prefix(why: &str) -> &str {
    why.strip_prefix(DOES_NOT_LOAD).unwrap_or(why)
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::House(house) | Self::Clocked { house, .. } => write!(f, "house:{}", house.name),
            Self::Foreign(_) => f.write_str("a bot in a process of its own"),
            Self::Inside(_) => f.write_str("a bot inside WebAssembly"),
            Self::Http(bot) => write!(f, "{}", bot.url),
            Self::Broken(why) | Self::Uncompiled { why, .. } => write!(f, "a bot that does not load: {why}"),
        }
    }
}

/// What bots outside this process need.
#[derive(Debug, Clone)]
pub struct Outside {
    /// Where those of this machine run.
    pub cell: Option<Arc<Cell>>,
    /// How much time they have.
    pub time_limits: TimeLimits,
    /// How long an instance of each lives.
    pub instances: Instances,
    /// The most games that are played at once where bots can and no game remembers another, [`GAMES_AT_ONCE`]
    /// or fewer; 1 for one after the other. No result depends on it.
    pub at_once: usize,
    /// The folder for their logs; without one, only last words are kept.
    pub logs: Option<PathBuf>,
    /// Whether what they printed before stays in their logs.
    pub prints: EarlierPrints,
}

/// What becomes of what bots printed before a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EarlierPrints {
    /// It belongs to another run, and goes.
    #[default]
    Go,
    /// It belongs to the run that goes on here, and stays.
    Stay,
}

impl Outside {
    /// What these bots need; nothing where all of them play in this process. The error says why they have no
    /// cell.
    pub fn of<G: Game>(
        bots: &[Bot],
        runtimes: &Runtimes,
        limits: &Limits,
        instances: Instances,
        logs: Option<PathBuf>,
    ) -> Result<Option<Self>, NoCell> {
        if !bots.iter().any(Bot::is_foreign) {
            return Ok(None);
        }
        let cell = match bots.iter().any(Bot::needs_cell) {
            true => Some(Arc::clone(runtimes.cell()?)),
            false => None,
        };
        let time_limits = TimeLimits {
            per_move: limits.per_move(G::ABOUT.name),
            per_game: limits.match_ms.map(Duration::from_millis),
            loading: Duration::from_millis(limits.load_ms),
            restarts: limits.restarts,
            per_thousand_games: Defaults::of(G::ABOUT.name).ms_per_thousand_games.map(Duration::from_millis),
            interrupt: runtimes.interrupt().clone(),
            load: Load::default(),
        };
        Ok(Some(Self {
            cell,
            time_limits,
            instances,
            at_once: GAMES_AT_ONCE,
            logs,
            prints: EarlierPrints::Go,
        }))
    }
}

/// One instance of every entrant: enough to play any game, one game at a time.
pub struct Crew<G: Game> {
    pub(crate) players: Vec<Box<dyn Player<G>>>,
    pub(crate) names: Vec<String>,
}

/// A lane of a tournament, as its bots need to know it.
#[derive(Debug, Clone, Copy)]
pub struct Lane {
    /// Which of the lanes it is, from 0.
    pub number: usize,
    /// The processor on which its table and its bots take turns: waking another one costs more than they do.
    pub core: Option<usize>,
}

/// A crew that cannot be seated: an error of whoever put it together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCrew {
    /// A player of the house is seated at another game.
    #[error("a player of the house cannot play {0}")]
    WrongGame(&'static str),
    /// Bots outside this process are named, and nothing is said of where they run.
    #[error("bots in processes of their own need a cell")]
    NoCell,
    /// A log cannot be written.
    #[error("{0}")]
    Log(String),
}

impl<G: Game> Crew<G> {
    /// A crew of these players with these names, in the order of the entrants.
    #[must_use]
    pub fn new(players: Vec<Box<dyn Player<G>>>, names: Vec<String>) -> Self {
        debug_assert_eq!(players.len(), names.len());
        Self { players, names }
    }

    /// One instance of each bot, in order. Bots outside this process are started when they are first needed.
    pub fn seat(
        bots: &[Bot],
        names: &[String],
        seats: usize,
        options: &G::Options,
        outside: Option<&Outside>,
        lane: Lane,
    ) -> Result<Self, NoCrew> {
        Lineup::new(bots, names, seats, options, outside, lane)?.crew()
    }

    /// The players, each to be seated elsewhere.
    #[must_use]
    pub fn into_players(self) -> Vec<Box<dyn Player<G>>> {
        self.players
    }

    /// Puts another player into the place of an entrant, and gives the one who leaves.
    pub fn replace(&mut self, entrant: EntrantId, player: Box<dyn Player<G>>) -> Box<dyn Player<G>> {
        std::mem::replace(&mut self.players[entrant.index()], player)
    }

    /// Says how the next questions count to all who sit at a table.
    pub fn set_pace(&mut self, fixture: &Fixture, pace: Pace) {
        for &entrant in &fixture.seats {
            self.player(entrant).set_pace(pace);
        }
    }

    /// Ends whatever of those at a table has seen its cards, so that the game can be played again.
    pub(crate) fn begin_anew(&mut self, fixture: &Fixture) {
        for &entrant in &fixture.seats {
            self.player(entrant).begin_anew();
        }
    }

    /// Waits until all who sat at a table have taken what they were told last.
    pub fn hear_out(&mut self, fixture: &Fixture) {
        for &entrant in &fixture.seats {
            self.player(entrant).hear_out();
        }
    }

    /// The player of an entrant.
    #[inline]
    pub fn player(&mut self, entrant: EntrantId) -> &mut dyn Player<G> {
        self.players[entrant.index()].as_mut()
    }
}

/// A fault on the heap, as players return them.
pub(crate) type Faulty<T> = Result<T, Box<Fault>>;
