//! The bots of a tournament, and one set of their instances.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use croupier_bots::{House, house};
use croupier_games::Game;
use croupier_hosts::cell::Cell;
use croupier_hosts::http::{HttpBot, HttpSetting, Lobby, seat_http};
use croupier_hosts::{
    Account, BotLog, BotProcess, Foreign, Inside, Kits, Launch, Patience, Post, hello, hello_to_group,
};
use croupier_record::{EntrantId, Fault, Instances, Player, bot_log_name};

use crate::absent::Absent;
use crate::clocked::{Clocked, MoveClock};
use crate::plan::Limits;

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
        /// How many of its first moves are drawn.
        drawn: u8,
    },
    /// A bot in a process of its own.
    Foreign(Arc<dyn Launch>),
    /// A bot in this process, inside WebAssembly.
    Inside(Arc<dyn Inside>),
    /// A bot behind a url.
    Http(Arc<HttpBot>),
    /// A bot that is there but does not load, with the reason.
    Broken(String),
    /// A bot that does not compile: the reason in a line, and all that the compiler said, which goes to its log.
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

    /// Whether only the clock on the wall tells how long it thinks, and that is worth reading; fuel is a clock of its own.
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

    /// Whether it runs on this machine, in a cell.
    #[must_use]
    pub fn needs_cell(&self) -> bool {
        matches!(self, Self::Foreign(_))
    }
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
    pub patience: Patience,
    /// How long an instance of each lives.
    pub instances: Instances,
    /// The most games that are played at once where bots can and no game remembers another, [`GAMES_AT_ONCE`] or fewer;
    /// 1 for one after the other. No result depends on it.
    pub at_once: usize,
    /// The folder for their logs; without one, only last words are kept.
    pub logs: Option<PathBuf>,
}

impl Outside {
    /// What these bots need; nothing where all of them play in this process. The error says why they have no cell.
    pub fn of<G: Game>(
        bots: &[Bot],
        kits: &Kits,
        limits: &Limits,
        instances: Instances,
        logs: Option<PathBuf>,
    ) -> Result<Option<Self>, String> {
        if !bots.iter().any(Bot::is_foreign) {
            return Ok(None);
        }
        let cell = match bots.iter().any(Bot::needs_cell) {
            true => Some(Arc::clone(kits.cell()?)),
            false => None,
        };
        let patience = Patience {
            per_move: Duration::from_millis(limits.move_ms.unwrap_or(G::ABOUT.move_ms)),
            per_game: limits.match_ms.map(Duration::from_millis),
            loading: Duration::from_millis(limits.load_ms),
            restarts: limits.restarts,
            per_thousand_games: G::ABOUT.ms_per_thousand_games.map(Duration::from_millis),
        };
        Ok(Some(Self { cell, patience, instances, at_once: GAMES_AT_ONCE, logs }))
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
    /// Its number.
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
        let lobby = Lobby::default();
        let seat = |(bot, name): (&Bot, &String)| match bot {
            Bot::House(player) => house::seat::<G>(player).ok_or(NoCrew::WrongGame(G::ABOUT.title)),
            Bot::Clocked { house: player, clock, drawn } => {
                let player = house::seat::<G>(player).ok_or(NoCrew::WrongGame(G::ABOUT.title))?;
                Ok(Box::new(Clocked::new(player, Arc::clone(clock), *drawn)) as Box<dyn Player<G>>)
            }
            Bot::Broken(why) => Ok(Box::new(Absent::new(why)) as Box<dyn Player<G>>),
            Bot::Uncompiled { why, message } => {
                if let Some(outside) = outside {
                    log_of(name, outside, lane)?.line(message);
                }
                Ok(Box::new(Absent::new(why)) as Box<dyn Player<G>>)
            }
            Bot::Foreign(launch) => {
                let outside = outside.ok_or(NoCrew::NoCell)?;
                foreign::<G>(launch, name, seats, options, outside, &lobby, lane)
            }
            Bot::Inside(bot) => {
                let outside = outside.ok_or(NoCrew::NoCell)?;
                inside::<G>(bot.as_ref(), name, seats, options, outside, &lobby, lane)
            }
            Bot::Http(bot) => {
                let outside = outside.ok_or(NoCrew::NoCell)?;
                http::<G>(bot, name, seats, options, outside, &lobby, lane)
            }
        };
        let players = bots.iter().zip(names).map(seat).collect::<Result<_, _>>()?;
        Ok(Self { players, names: names.to_vec() })
    }

    /// The players, each to be seated elsewhere.
    #[must_use]
    pub fn into_players(self) -> Vec<Box<dyn Player<G>>> {
        self.players
    }

    /// Puts another player into the place of an entrant, who leaves.
    pub fn replace(&mut self, entrant: EntrantId, player: Box<dyn Player<G>>) {
        self.players[entrant.index()] = player;
    }

    /// The player of an entrant.
    #[inline]
    pub fn player(&mut self, entrant: EntrantId) -> &mut dyn Player<G> {
        self.players[entrant.index()].as_mut()
    }
}

fn foreign<G: Game>(
    launch: &Arc<dyn Launch>,
    name: &str,
    seats: usize,
    options: &G::Options,
    outside: &Outside,
    lobby: &Lobby,
    lane: Lane,
) -> Result<Box<dyn Player<G>>, NoCrew> {
    let log = log_of(name, outside, lane)?;
    note(&log, launch.notes());
    let hello = hello_to::<G>(name, seats, options, outside)?;
    let process = process(launch, outside, &log, hello, lane)?;
    Ok(Box::new(Foreign::new(Box::new(process), &outside.patience).with_clock(&lobby.clocks, name)))
}

fn process(
    launch: &Arc<dyn Launch>,
    outside: &Outside,
    log: &BotLog,
    hello: Vec<u8>,
    lane: Lane,
) -> Result<BotProcess, NoCrew> {
    let cell = outside.cell.as_ref().ok_or(NoCrew::NoCell)?;
    let (launch, cell) = (Arc::clone(launch), Arc::clone(cell));
    Ok(BotProcess::new(launch, cell, outside.patience.clone(), log.clone(), hello, lane.core))
}

/// A bot that plays many games at once, started; and the same bot for games that are played one by one.
pub(crate) struct Twofold<G: Game> {
    /// `None` where it plays one game at a time.
    pub(crate) post: Option<(Post, BotLog)>,
    /// Its ordinary player: started too where there is no post, when it is first needed where there is one.
    pub(crate) player: Box<dyn Player<G>>,
}

/// Starts a bot and asks whether it plays many games at once.
pub(crate) fn twofold<G: Game>(
    launch: &Arc<dyn Launch>,
    name: &str,
    seats: usize,
    options: &G::Options,
    outside: &Outside,
    lane: Lane,
) -> Result<Twofold<G>, NoCrew> {
    let log = log_of(name, outside, lane)?;
    note(&log, launch.notes());
    let unsaid = |error| NoCrew::Log(format!("{name}: {error}"));
    let hello = hello_to_group::<G>(name, seats, options, outside.instances).map_err(unsaid)?;
    let account = Account::default();
    let (post, ordinary) = match Post::new(process(launch, outside, &log, hello, lane)?.sharing(&account)) {
        Ok(post) => {
            let hello = hello_to::<G>(name, seats, options, outside)?;
            let ordinary = process(launch, outside, &log, hello, lane)?.sharing(&account);
            (Some((post, log)), Box::new(ordinary))
        }
        Err(ordinary) => (None, ordinary),
    };
    Ok(Twofold { post, player: Box::new(Foreign::new(ordinary, &outside.patience)) })
}

fn inside<G: Game>(
    bot: &dyn Inside,
    name: &str,
    seats: usize,
    options: &G::Options,
    outside: &Outside,
    lobby: &Lobby,
    lane: Lane,
) -> Result<Box<dyn Player<G>>, NoCrew> {
    let log = log_of(name, outside, lane)?;
    note(&log, bot.notes());
    let hello = hello_to::<G>(name, seats, options, outside)?;
    let seated = bot.seat(&outside.patience, log, hello);
    Ok(Box::new(Foreign::new(seated, &outside.patience).with_clock(&lobby.clocks, name)))
}

fn http<G: Game>(
    bot: &Arc<HttpBot>,
    name: &str,
    seats: usize,
    options: &G::Options,
    outside: &Outside,
    lobby: &Lobby,
    lane: Lane,
) -> Result<Box<dyn Player<G>>, NoCrew> {
    let setting = HttpSetting {
        bot: Arc::clone(bot),
        name: name.to_owned(),
        patience: outside.patience.clone(),
        log: log_of(name, outside, lane)?,
        lobby: lobby.clone(),
    };
    seat_http::<G>(setting, seats, options, outside.instances)
        .map_err(|error| NoCrew::Log(format!("{name}: {error}")))
}

/// The table's first message to a bot.
fn hello_to<G: Game>(
    name: &str,
    seats: usize,
    options: &G::Options,
    outside: &Outside,
) -> Result<Vec<u8>, NoCrew> {
    hello::<G>(name, seats, options, outside.instances)
        .map_err(|error| NoCrew::Log(format!("{name}: {error}")))
}

/// Says once in a bot's log what it asks for and does not see.
fn note(log: &BotLog, notes: &[String]) {
    notes.iter().for_each(|note| log.line(&format!("[{note}]")));
    // They stand in the file; a fault does not quote them as the bot's last words.
    log.forget();
}

/// A bot's log, made anew.
fn log_of(name: &str, outside: &Outside, lane: Lane) -> Result<BotLog, NoCrew> {
    let path = outside.logs.as_ref().map(|folder| folder.join(bot_log_name(name, lane.number)));
    BotLog::create(path.as_deref()).map_err(|error| NoCrew::Log(format!("the log of {name}: {error}")))
}

/// A fault on the heap, as players return them.
pub(crate) type Faulty<T> = Result<T, Box<Fault>>;
