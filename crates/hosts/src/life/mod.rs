//! A bot outside this program through a tournament: started, greeted, spoken to, started again, given up.
//!
//! The one place that knows what a failure leads to, and the words for it, whatever the bot runs in. It moves
//! messages over a [`Channel`], and knows no game.

mod account;
mod endings;
mod over_games;
#[cfg(test)]
mod tests;

pub use account::Account;
use account::Balance;
use endings::WORDS_OF_AN_END;
pub(crate) use endings::{DID_NOT_READ, UNREAD};

use std::time::Duration;

use croupier_record::{Fault, FaultKind, Pace};

use crate::channel::{
    Channel, Coded, Connector, Lay, LongClock, Message, Outgoing, Settled, Takes, Wants, Write,
};
use crate::log::{BotLog, TurnRef};
use crate::protocol::{FromBot, Greeting};
use crate::remote::greet;
use crate::time::time_limits::TimeLimits;

/// What an answer may take of a bot's own time that it gave in time before, and in limits where that is more:
/// whether it is quick enough was decided then, and only a bot that hangs holds everybody up.
const UNHURRIED: Duration = Duration::from_secs(60);
const LIMITS_UNHURRIED: u32 = 10;

/// What a bot is seated with.
#[derive(Debug, Clone)]
pub struct BotSetting {
    /// The table's first message to it.
    pub hello: Vec<u8>,
    /// What it may use of time.
    pub time_limits: TimeLimits,
    /// Where its prints go, and what is told of its life.
    pub log: BotLog,
    /// What it has used over all its games; it may be that of other processes of the bot, too.
    pub account: Account,
}

/// A bot outside this program.
pub struct RemoteBot {
    connector: Box<dyn Connector>,
    setting: BotSetting,
    state: State,
    starts: u32,
    /// Whether the next start is nobody's doing but ours.
    is_start_free: bool,
    /// What it is measured by over many games; known once it was greeted.
    clock: LongClock,
    /// Whether it is asked in one call, as its last instance was.
    fields: bool,
    /// How much of what it used since its last start is in the account.
    booked: Duration,
    late_in_a_row: u32,
    /// Requests without any answer since the last one that had one.
    silent: u32,
    pace: Pace,
    /// Whether the machine, and not the bot, made the last wait too long.
    starved: bool,
    /// What a bot took that was ended for it.
    ended_with: Settled,
    /// The game and turn it is in, for the traces in its log.
    place: Option<TurnRef>,
    /// How it stood when that game began.
    before: Standing,
}

/// What a bot's next faults depend on.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    balance: Balance,
    late_in_a_row: u32,
}

enum State {
    /// Not started, or ended.
    Down,
    Up(Live),
    /// Out of the tournament, for this reason.
    Out(String),
}

/// A bot that is up, with what was agreed on.
struct Live {
    channel: Box<dyn Channel>,
    greeting: Greeting,
    takes: Takes,
    /// A reply is on its way that nobody wants.
    owed: bool,
}

/// What a message turned out to be.
pub(crate) enum Heard<T> {
    /// What was waited for.
    Taken(T),
    /// Something else that means nothing any more: a late answer.
    Passed,
    /// A print, or rubbish in its place.
    Print(String),
    /// The bot says that it failed.
    Fault(SaidFault),
}

/// What a bot says of its own failure.
pub(crate) struct SaidFault {
    message: String,
    /// In full, for its log.
    trace: Option<String>,
    /// Whether it asked to end, as a host of ours inside WebAssembly tells.
    exit: bool,
}

impl From<FromBot<'_>> for SaidFault {
    fn from(said: FromBot<'_>) -> Self {
        let message = said.message.unwrap_or_else(|| "failed without a message".to_owned());
        Self { message, trace: said.trace, exit: said.exit }
    }
}

impl SaidFault {
    /// Tells the log, with the game and turn in which it failed, and gives what stands in the record.
    pub(crate) fn told(self, log: &BotLog, place: Option<TurnRef>) -> Fault {
        if let Some(trace) = self.trace {
            log.trace(place, trace.trim_end());
        }
        Fault::new(FaultKind::Crashed, self.message)
    }
}

impl RemoteBot {
    /// A bot that will be started when it is first needed.
    #[must_use]
    pub fn new(connector: Box<dyn Connector>, setting: BotSetting) -> Self {
        Self {
            connector,
            setting,
            state: State::Down,
            starts: 0,
            is_start_free: true,
            clock: LongClock::None,
            fields: false,
            booked: Duration::ZERO,
            late_in_a_row: 0,
            silent: 0,
            pace: Pace::Limited,
            starved: false,
            ended_with: Settled::default(),
            place: None,
            before: Standing::default(),
        }
    }

    /// A game begins in which it plays, with this luck of its own.
    pub(crate) fn begin_game(&mut self, game: u64, luck: u64) {
        self.place = Some(TurnRef { game, turn: 0 });
        self.before = Standing { balance: self.setting.account.balance(), late_in_a_row: self.late_in_a_row };
        self.mark();
        if let State::Up(live) = &mut self.state {
            live.channel.begin_game(luck);
        }
    }

    /// It is asked for a move.
    pub(crate) fn begin_turn(&mut self) {
        if let Some(place) = &mut self.place {
            place.turn += 1;
        }
        self.mark();
    }

    /// What it prints from now on belongs to the turn it is in. Who plays many games at once prints for all
    /// of them, and a host of ours marks its prints itself.
    fn mark(&self) {
        if let State::Up(live) = &self.state
            && !live.takes.batched
        {
            self.setting.log.at(self.place.filter(|_| !live.greeting.marks));
        }
    }

    /// The same with an account that another process of the bot has too.
    #[must_use]
    pub fn sharing(mut self, account: &Account) -> Self {
        if let State::Out(why) = &self.state {
            account.put_out(why);
        }
        self.setting.account = account.clone();
        self
    }

    /// Makes sure that the bot is up: starts it where it is not. The fault says why it cannot play.
    pub fn wake(&mut self) -> Result<(), Box<Fault>> {
        self.starved = false;
        if !matches!(self.state, State::Out(_))
            && let Some(why) = self.setting.account.out().map(str::to_owned)
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

    /// What the bot said of itself, where it is up.
    #[must_use]
    pub fn greeting(&self) -> Option<&Greeting> {
        if let State::Up(live) = &self.state { Some(&live.greeting) } else { None }
    }

    /// How the bot is spoken to, where it is up.
    pub(crate) fn takes(&self) -> Takes {
        if let State::Up(live) = &self.state { live.takes } else { Takes::default() }
    }

    /// Whether it is asked in one call, up or not: [`Channel::code_for`].
    #[inline]
    pub(crate) fn takes_fields(&self) -> bool {
        self.fields
    }

    /// How often it has been started: what a bot was told before its last start, it does not know any more.
    #[inline]
    pub(crate) fn starts(&self) -> u32 {
        self.starts
    }

    /// Whether it was started so often, and is still up.
    #[inline]
    pub(crate) fn is_up_since(&self, starts: u32) -> bool {
        self.starts == starts && matches!(self.state, State::Up(_))
    }

    /// What it has used of its clock since it was started last.
    #[must_use]
    pub fn used(&self) -> Duration {
        if let State::Up(live) = &self.state { live.channel.used() } else { Duration::ZERO }
    }

    /// Whether the last wait failed because the machine gave the bot no processor.
    pub(crate) fn starved(&self) -> bool {
        self.starved
    }

    pub(crate) fn setting(&self) -> &BotSetting {
        &self.setting
    }

    pub(crate) fn limits(&self) -> &TimeLimits {
        &self.setting.time_limits
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    /// How the next questions count.
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        if let State::Up(live) = &mut self.state {
            live.channel.set_patient(pace == Pace::Patient);
        }
    }

    /// What a message and its answer may take now.
    pub(crate) fn allowed(&self) -> Duration {
        let limit = self.limits().per_move;
        match self.pace {
            Pace::Limited | Pace::Patient | Pace::LateThen => limit,
            Pace::Unhurried => UNHURRIED.max(limit.saturating_mul(LIMITS_UNHURRIED)),
        }
    }

    /// Sends a message.
    pub fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Fault>> {
        self.starved = false;
        self.read_owed();
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        match live.channel.send(message, write) {
            Ok(()) => {
                live.owed = live.takes.requests && message.wants == Wants::Nothing;
                Ok(())
            }
            Err(failure) => Err(self.failed(*failure)),
        }
    }

    /// Reads a reply that nobody wants; its lack is no fault, though one who is silent for long is out.
    pub(crate) fn read_owed(&mut self) {
        let State::Up(live) = &mut self.state else { return };
        if !std::mem::take(&mut live.owed) {
            return;
        }
        match live.channel.receive() {
            Ok(_) => self.silent = 0,
            Err(failure) => drop(self.failed(*failure)),
        }
    }

    /// Hears messages until one is what `read` waits for; prints and late answers before it are passed over.
    pub(crate) fn hear<T>(&mut self, mut read: impl FnMut(Message<'_>) -> Heard<T>) -> Result<T, Box<Fault>> {
        loop {
            let State::Up(live) = &mut self.state else { return Err(self.down()) };
            let heard = match live.channel.receive() {
                Ok(message) => read(message),
                Err(failure) => return Err(self.failed(*failure)),
            };
            self.silent = 0;
            match heard {
                Heard::Taken(value) => {
                    if self.pace != Pace::LateThen {
                        self.late_in_a_row = 0;
                    }
                    return Ok(value);
                }
                Heard::Passed => {}
                Heard::Print(line) => self.setting.log.line(&line),
                Heard::Fault(said) => {
                    if said.exit && self.clock == LongClock::Fuel {
                        self.end("it asked to end");
                    }
                    return Err(Box::new(said.told(&self.setting.log, self.place)));
                }
            }
        }
    }

    /// Question and answer in one, to a bot that takes fields: [`Channel::code_for`].
    #[inline]
    pub fn code_for(&mut self, number: u32, view: Lay<'_>) -> Result<Coded, Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        live.channel.code_for(number, view).map_err(|failure| self.failed(*failure))
    }

    /// Nobody waits for it any more; what it took since the last message to it, also where it was ended for
    /// that.
    pub(crate) fn settle(&mut self) -> Settled {
        let ended_with = std::mem::take(&mut self.ended_with);
        let State::Up(live) = &mut self.state else { return ended_with };
        let settled = live.channel.settle();
        if self.pace.is_limited() {
            self.limits().load.add(settled.waited);
        }
        settled
    }

    fn start(&mut self) -> Result<(), Box<Fault>> {
        let is_free = std::mem::take(&mut self.is_start_free);
        let ended = if is_free { 0 } else { self.setting.account.count_end() };
        if ended > self.limits().restarts {
            let words = self.setting.log.last_lines(WORDS_OF_AN_END);
            let times = if ended == 1 { "once".to_owned() } else { format!("{ended} times") };
            return Err(self.put_out(&format!("ended {times}; its last words: {words}")));
        }
        self.starts += 1;
        self.connect().or_else(|fault| self.not_started(fault, ended))
    }

    fn connect(&mut self) -> Result<(), Box<Fault>> {
        let connected = self.connector.connect(&self.setting);
        let channel = connected.map_err(|failure| self.failed_to_start(*failure))?;
        let live = Live { channel, greeting: Greeting::default(), takes: Takes::default(), owed: false };
        self.state = State::Up(live);
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        live.channel.set_patient(self.pace == Pace::Patient);
        let BotSetting { hello, time_limits, log, .. } = &self.setting;
        match greet(live.channel.as_mut(), hello, time_limits.loading, log) {
            Ok(greeting) => live.up(greeting),
            Err(failure) => return Err(self.failed_to_start(*failure)),
        }
        (self.clock, self.fields) = (live.takes.clock, live.takes.fields);
        // Loading is not playing: how often a bot is loaded is our choice, one process for each playing of a
        // deal.
        self.booked = live.channel.used();
        self.mark();
        Ok(())
    }

    /// One game of many, of a bot that was greeted before.
    pub(crate) fn already_up(
        connector: Box<dyn Connector>,
        setting: BotSetting,
        channel: Box<dyn Channel>,
        greeting: Greeting,
    ) -> Self {
        let mut live = Live { channel, greeting: Greeting::default(), takes: Takes::default(), owed: false };
        live.up(greeting);
        let mut bot = Self::new(connector, setting);
        (bot.state, bot.starts, bot.is_start_free) = (State::Up(live), 1, false);
        bot
    }
}

impl Live {
    fn up(&mut self, greeting: Greeting) {
        self.takes = self.channel.agree(&greeting);
        self.greeting = if self.takes.framed { greeting } else { greeting.without_frames() };
    }
}

fn out(why: &str) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Disqualified, why))
}
