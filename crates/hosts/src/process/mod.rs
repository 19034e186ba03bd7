//! A bot's process through a tournament: started in its cell, spoken to, timed, started again, given up.
//!
//! It moves bytes and knows no game; [`crate::Foreign`] turns views and moves into them. `life.rs` starts and ends
//! processes, `hearing.rs` waits for what they say, `grouped.rs` asks the questions of many games at once, `pace.rs` goes
//! through those of an earlier run again.

mod account;
mod grouped;
mod hearing;
mod life;
mod pace;

pub use account::Account;
pub(crate) use grouped::QUESTIONS;
#[cfg(any(test, feature = "fuzzing", feature = "wasm"))]
pub(crate) use hearing::read_answer;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use hearing::read_frame;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, Pace};

use crate::cell::{Cell, Inmate, Key};
use crate::follower::Follower;
use crate::interrupt::Interrupt;
use crate::load::Load;
use crate::log::BotLog;
use crate::neighbours::Neighbour;
use crate::protocol::{FromBot, Greeting};
use crate::wait::Wait;
use crate::wire::Wire;

/// What a bot may use of time, and how often it may be started.
#[derive(Debug, Clone)]
pub struct Patience {
    /// For one answer.
    pub per_move: Duration,
    /// For all answers of a game, on the clock, where that is limited.
    pub per_game: Option<Duration>,
    /// For loading, until its hello.
    pub loading: Duration,
    /// How often it may be started again after it ended.
    pub restarts: u32,
    /// Of its own processor time for a thousand games, where the game limits that.
    pub per_thousand_games: Option<Duration>,
    /// Ends every wait for it from outside.
    pub interrupt: Interrupt,
    /// Where it is added up how long bots wait for a processor.
    pub load: Load,
}

/// How a bot is started.
pub trait Launch: Send + Sync {
    /// What to put into the cell.
    fn inmate(&self) -> Inmate;

    /// What its log says before anything else: files that it asks for and does not see.
    fn notes(&self) -> &[String] {
        &[]
    }
}

/// A bot's process.
pub struct BotProcess {
    launch: Arc<dyn Launch>,
    cell: Arc<Cell>,
    patience: Patience,
    log: BotLog,
    hello: Vec<u8>,
    core: Option<usize>,
    state: State,
    starts: u32,
    account: Account,
    /// How much of this process's time is in the account.
    booked: Duration,
    late_in_a_row: u32,
    pace: Pace,
    /// Whether the machine, and not the bot, made the last wait too long.
    starved: bool,
    /// What the last answer took of its own time, where it took long.
    own: Option<Duration>,
}

enum State {
    /// Not started, or ended.
    Down,
    Up(Box<Live>),
    /// Out of the tournament, for this reason.
    Out(String),
}

struct Live {
    key: Key,
    neighbour: Arc<Neighbour>,
    wire: Wire,
    /// The wait that the last message to it began; the answer to a question is heard within the same.
    wait: Wait,
    greeting: Greeting,
    /// Threads that read what it prints.
    readers: Vec<Follower>,
}

/// What a bot answered.
#[derive(Debug)]
pub enum Reply<'a> {
    /// A move in JSON, with a memory where it left one.
    Json(&'a str, Option<Box<str>>),
    /// A move by its code, with a memory where it left one.
    Code(u64, Option<Box<str>>),
}

/// So much is kept to be sent later, at most.
const MOST_KEPT: usize = 4096;
/// When its time is over, a bot may take so long to read what is left for it, and again so long to leave.
const FAREWELL: Duration = Duration::from_millis(100);
/// The processor time of all games is looked at once in so many.
const GAMES_BETWEEN_LOOKS: u64 = 100;

impl BotProcess {
    /// A bot that will be started when it is first needed; `hello` is the table's first line to it, `core` the one
    /// processor it may use.
    pub fn new(
        launch: Arc<dyn Launch>,
        cell: Arc<Cell>,
        patience: Patience,
        log: BotLog,
        hello: Vec<u8>,
        core: Option<usize>,
    ) -> Self {
        Self {
            core,
            launch,
            cell,
            patience,
            log,
            hello,
            state: State::Down,
            starts: 0,
            account: Account::default(),
            booked: Duration::ZERO,
            late_in_a_row: 0,
            pace: Pace::Limited,
            starved: false,
            own: None,
        }
    }

    /// The same with an account that another process of the bot has too.
    #[must_use]
    pub fn sharing(mut self, account: &Account) -> Self {
        if let State::Out(why) = &self.state {
            account.put_out(why);
        }
        self.account = account.clone();
        self
    }

    /// What the bot said of itself, where it is up.
    #[must_use]
    pub fn greeting(&self) -> Greeting {
        match &self.state {
            State::Up(live) => live.greeting.clone(),
            State::Down | State::Out(_) => Greeting::default(),
        }
    }

    /// How often it has been started: what a bot was told before its last start, it does not know any more.
    #[must_use]
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// The processor time it has used since it was started last.
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        if let State::Up(live) = &self.state { live.key.processor_time() } else { Duration::ZERO }
    }

    /// Whether messages to it are frames.
    #[must_use]
    pub fn is_framed(&self) -> bool {
        matches!(&self.state, State::Up(live) if live.wire.is_framed())
    }

    /// The bot is asked, and may use a processor until it has answered.
    pub(crate) fn expect_answer(&mut self) {
        if let State::Up(live) = &self.state {
            live.neighbour.asked();
        }
    }

    /// Whether the last answer is missing because the machine gave the bot no processor.
    #[must_use]
    pub fn starved(&self) -> bool {
        self.starved
    }

    /// What the last answer took of the bot's own time, where it took long enough to be looked at.
    #[must_use]
    pub(crate) fn own_time(&self) -> Option<Duration> {
        self.own
    }

    /// Makes sure that the bot is up: starts it where it is not.
    pub fn wake(&mut self) -> Result<(), Box<Fault>> {
        if !matches!(self.state, State::Out(_))
            && let Some(why) = self.account.out().map(str::to_owned)
        {
            // Another process of the bot put it out of the tournament, and said so in its log.
            self.end("it is out of the tournament");
            self.state = State::Out(why);
        }
        match &self.state {
            State::Up(_) => Ok(()),
            State::Out(why) => Err(out(why)),
            State::Down => self.start(),
        }
    }

    /// Counts a game, and puts the bot out where it uses too much processor time over many.
    pub fn count_game(&mut self) {
        let games = self.account.count_game();
        let Some(limit) = self.patience.per_thousand_games else { return };
        if !games.is_multiple_of(GAMES_BETWEEN_LOOKS) || !matches!(self.state, State::Up(_)) {
            return;
        }
        let used = self.book();
        if self.pace != Pace::Limited {
            return;
        }
        // Starting up is not playing, so the first thousand games are judged together.
        let allowed = limit.mul_f64(games.max(1000) as f64 / 1000.0);
        if used > allowed {
            let per_thousand = used.as_secs_f64() * 1000.0 / games as f64;
            let why = format!(
                "used {per_thousand:.1} s of processor time per 1,000 games; {:.1} s are allowed",
                limit.as_secs_f64()
            );
            self.put_out(&why);
        }
    }

    /// Books what the process has used since the last look, and gives all that the bot has used.
    fn book(&mut self) -> Duration {
        let now = self.processor_time();
        let since = now.saturating_sub(self.booked);
        self.booked = now;
        self.account.book(since)
    }

    /// Sends a message, as a frame of this kind or as a line; starts and ends in frames go out with what follows.
    pub fn send(
        &mut self,
        kind: u8,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        if let Err(error) = live.wire.put(kind, write) {
            return Err(self.crashed(&error.to_string()));
        }
        // Waking a bot that is asked nothing costs as much as a question.
        if matches!(kind, b'S' | b'E') && live.wire.unsent() <= MOST_KEPT {
            return Ok(());
        }
        self.transmit(self.allowed())
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        if let State::Up(live) = &mut self.state
            && !self.patience.interrupt.is_raised()
        {
            live.neighbour.let_go_on();
            // Told by the end of its input that there are no more games; given a moment, then ended.
            live.wire.close_input(Instant::now() + FAREWELL);
            live.key.ended_within(FAREWELL);
        }
        self.end("the tournament is over");
    }
}

fn out(why: &str) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Disqualified, why))
}

fn told(said: &FromBot<'_>) -> String {
    said.message.clone().unwrap_or_else(|| "failed without a message".to_owned())
}
