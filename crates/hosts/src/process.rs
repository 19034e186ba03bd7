//! A bot's process through a tournament: started in its cell, spoken to, timed, started again, given up.
//!
//! It moves bytes and knows no game; [`crate::Foreign`] turns views and moves into them.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind};

use crate::cell::{Caged, Cell, Ending, Inmate, Key};
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, Kind, LONGEST_MEMORY, PROTOCOL};
use crate::wire::{Broken, Message, Wire};

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
}

/// How a bot is started.
pub trait Launch: Send + Sync {
    /// What to put into the cell.
    fn inmate(&self) -> Inmate;
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
    restarts: u32,
    games: u64,
    /// Processor time of the processes that have ended.
    spent: Duration,
    late_in_a_row: u32,
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
    wire: Wire,
    greeting: Greeting,
    /// Threads that read what it prints; they end with its outputs.
    readers: Vec<JoinHandle<()>>,
}

/// What a bot answered.
#[derive(Debug)]
pub enum Reply<'a> {
    /// A move in JSON, with a memory where it left one.
    Json(&'a str, Option<Box<str>>),
    /// A move by its code.
    Code(u64),
}

/// An answer that is there within this time needs no look at the processor's clock.
const MOMENT: Duration = Duration::from_millis(20);
/// While waiting for a slow one, its clock is looked at so often.
const LOOK: Duration = Duration::from_millis(50);
/// Late so often in a row, a bot is taken to hang, and started again.
const LATE_UNTIL_RESTART: u32 = 2;
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
            restarts: 0,
            games: 0,
            spent: Duration::ZERO,
            late_in_a_row: 0,
        }
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
        self.restarts
    }

    /// Whether messages to it are frames.
    #[must_use]
    pub fn is_framed(&self) -> bool {
        matches!(&self.state, State::Up(live) if live.wire.is_framed())
    }

    /// Makes sure that the bot is up: starts it where it is not.
    pub fn wake(&mut self) -> Result<(), Box<Fault>> {
        match &self.state {
            State::Up(_) => Ok(()),
            State::Out(why) => Err(out(why)),
            State::Down => self.start(),
        }
    }

    /// Counts a game, and puts the bot out where it uses too much processor time over many.
    pub fn count_game(&mut self) {
        self.games += 1;
        let Some(limit) = self.patience.per_thousand_games else { return };
        if !self.games.is_multiple_of(GAMES_BETWEEN_LOOKS) {
            return;
        }
        let State::Up(live) = &self.state else { return };
        let used = self.spent + live.key.processor_time();
        // Starting up is not playing, so the first thousand games are judged together.
        let allowed = limit.mul_f64(self.games.max(1000) as f64 / 1000.0);
        if used > allowed {
            let per_thousand = used.as_secs_f64() * 1000.0 / self.games as f64;
            let why = format!(
                "used {per_thousand:.1} s of processor time per 1,000 games; {:.1} s are allowed",
                limit.as_secs_f64()
            );
            self.put_out(&why);
        }
    }

    /// Sends a message, as a frame of this kind or as a line.
    pub fn send(
        &mut self,
        kind: u8,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Box<Fault>> {
        let limit = self.patience.per_move;
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        match live.wire.send(kind, write, limit) {
            Ok(()) => Ok(()),
            Err(broken) => Err(self.broken(broken, "did not read what it was sent")),
        }
    }

    /// The answer to a question, waited for as long as the bot may think.
    pub fn answer(&mut self, number: u32) -> Result<Reply<'_>, Box<Fault>> {
        loop {
            self.wait(self.patience.per_move)?;
            // The message is looked at twice, since a borrowed answer cannot be both returned and passed over.
            match self.peek(number)? {
                Peeked::Answer => break,
                Peeked::Passed => {}
            }
        }
        self.late_in_a_row = 0;
        let State::Up(live) = &mut self.state else {
            return Err(Box::new(Fault::new(FaultKind::Crashed, "ended")));
        };
        match live.wire.take() {
            Some(Message::Frame { body, .. }) => Ok(Reply::Code(code_of(body))),
            Some(Message::Json(line)) => read_answer(line),
            None => Err(Box::new(Fault::new(FaultKind::Unreadable, "said nothing"))),
        }
    }

    /// Looks at the next message; prints, late answers and the like are taken and passed over.
    fn peek(&mut self, number: u32) -> Result<Peeked, Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        let peeked =
            match live.wire.peek() {
                Some(Message::Frame { kind: b'M', body }) if body.len() == 12 => {
                    if number_of(body) == number { Sight::Answer } else { Sight::Stale }
                }
                Some(Message::Frame { .. }) | None => Sight::Rubbish,
                Some(Message::Json(line)) => match FromBot::read(line) {
                    Some(said) if said.kind == Kind::Fault => Sight::Fault(told(&said), said.trace),
                    Some(said) if said.kind == Kind::Answer && said.number == Some(number) => Sight::Answer,
                    Some(_) => Sight::Stale,
                    None => Sight::Print(String::from_utf8_lossy(line).into_owned()),
                },
            };
        if !matches!(peeked, Sight::Answer) {
            live.wire.take();
        }
        match peeked {
            Sight::Answer => Ok(Peeked::Answer),
            Sight::Stale => Ok(Peeked::Passed),
            Sight::Print(line) => {
                self.log.line(&line);
                Ok(Peeked::Passed)
            }
            Sight::Rubbish => {
                self.log.line("[a frame that is no message]");
                Ok(Peeked::Passed)
            }
            Sight::Fault(message, trace) => {
                if let Some(trace) = trace {
                    self.log.line(trace.trim_end());
                }
                Err(Box::new(Fault::new(FaultKind::Crashed, message)))
            }
        }
    }

    /// Waits for a message. The bot's own processor time decides whether it is late; a busy machine is no fault of
    /// its own, and the clock on the wall has the last word.
    fn wait(&mut self, limit: Duration) -> Result<(), Box<Fault>> {
        let begun = Instant::now();
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        let mut waited = live.wire.wait_for_message(MOMENT.min(limit));
        // What it used within the first moment is not counted: asking for it would slow every quick answer.
        let before =
            if matches!(waited, Err(Broken::TimeUp)) { live.key.processor_time() } else { Duration::ZERO };
        let wall = limit * 3 + Duration::from_millis(500);
        while matches!(waited, Err(Broken::TimeUp)) {
            let used = live.key.processor_time().saturating_sub(before);
            let elapsed = begun.elapsed();
            if used >= limit || elapsed >= wall {
                let message = format!(
                    "thought for {:.2} s ({:.2} s of its own processor time); {:.2} s are allowed",
                    elapsed.as_secs_f64(),
                    used.as_secs_f64(),
                    limit.as_secs_f64()
                );
                return Err(self.late(message));
            }
            waited = live.wire.wait_for_message(LOOK);
        }
        waited.map_err(|broken| self.broken(broken, "said too much"))
    }

    fn late(&mut self, message: String) -> Box<Fault> {
        self.late_in_a_row += 1;
        if self.late_in_a_row >= LATE_UNTIL_RESTART {
            self.late_in_a_row = 0;
            self.end("it was late again and again");
        }
        Box::new(Fault::new(FaultKind::Late, message))
    }

    fn broken(&mut self, broken: Broken, too_long: &str) -> Box<Fault> {
        match broken {
            Broken::TimeUp => {
                self.late(format!("{too_long} within {:.2} s", self.patience.per_move.as_secs_f64()))
            }
            Broken::TooLong => {
                self.end("its answer had no end");
                Box::new(Fault::new(FaultKind::TooMuch, "an answer longer than a megabyte"))
            }
            Broken::Closed => self.crashed("ended"),
            Broken::Io(error) => self.crashed(&error.to_string()),
        }
    }

    /// The process has gone, or is of no more use: how it ended, with its last words.
    fn crashed(&mut self, what: &str) -> Box<Fault> {
        let ending = self.end("its output was closed");
        let how = ending.map_or_else(|| what.to_owned(), |ending| ending.to_string());
        let words = self.log.last_lines(3);
        let message = if words.is_empty() { how } else { format!("{how}; its last words: {words}") };
        Box::new(Fault::new(FaultKind::Crashed, message))
    }

    /// Ends the process with all it has started; how it had ended, where it had.
    fn end(&mut self, why: &str) -> Option<Ending> {
        let State::Up(mut live) = std::mem::replace(&mut self.state, State::Down) else { return None };
        self.spent += live.key.processor_time();
        let ending = live.key.ended_within(Duration::from_millis(200));
        live.key.kill();
        for reader in live.readers {
            // A reader that panicked has nothing more to say.
            let _ = reader.join();
        }
        if ending.is_none() {
            self.log.line(&format!("[ended by the table: {why}]"));
        }
        ending
    }

    fn start(&mut self) -> Result<(), Box<Fault>> {
        if self.restarts > self.patience.restarts {
            let why = format!("ended {} times; its last words: {}", self.restarts, self.log.last_lines(2));
            self.put_out(&why);
            return Err(out(&why));
        }
        self.restarts += 1;
        match self.spawn_and_greet() {
            Ok(()) => Ok(()),
            Err(fault) => {
                self.end("it did not load");
                let why = format!("does not load: {}", fault.message);
                self.put_out(&why);
                Err(out(&why))
            }
        }
    }

    fn spawn_and_greet(&mut self) -> Result<(), Box<Fault>> {
        let trouble = |error: io::Error| Box::new(Fault::new(FaultKind::Crashed, error.to_string()));
        let inmate = Inmate { core: self.core, ..self.launch.inmate() };
        let Caged { input, output, prints, errors, key } = self.cell.spawn(&inmate).map_err(trouble)?;
        let wire = Wire::new(input, output).map_err(trouble)?;
        let readers = prints.into_iter().chain([errors]).map(|stream| self.log.follow(stream)).collect();
        self.state = State::Up(Box::new(Live { key, wire, greeting: Greeting::default(), readers }));
        let hello = self.hello.clone();
        self.send(b'J', |out| {
            out.extend_from_slice(&hello);
            Ok(())
        })?;
        let greeting = self.hear_greeting()?;
        if let State::Up(live) = &mut self.state {
            if greeting.compact {
                live.wire.use_frames();
            }
            live.greeting = greeting;
        }
        Ok(())
    }

    fn hear_greeting(&mut self) -> Result<Greeting, Box<Fault>> {
        loop {
            self.wait(self.patience.loading)?;
            let State::Up(live) = &mut self.state else { return Err(self.down()) };
            let Some(Message::Json(line)) = live.wire.take() else { continue };
            match FromBot::read(line) {
                Some(said) if said.kind == Kind::Hello && said.protocol == Some(PROTOCOL) => {
                    return Ok(said.greeting());
                }
                Some(said) if said.kind == Kind::Hello => {
                    let theirs =
                        said.protocol.map_or_else(|| "none".to_owned(), |version| version.to_string());
                    let message = format!("speaks protocol {theirs}; this table speaks {PROTOCOL}");
                    return Err(Box::new(Fault::new(FaultKind::Unreadable, message)));
                }
                Some(said) if said.kind == Kind::Fault => {
                    let message = told(&said);
                    if let Some(trace) = said.trace {
                        self.log.line(trace.trim_end());
                    }
                    return Err(Box::new(Fault::new(FaultKind::Crashed, message)));
                }
                _ => {
                    let print = String::from_utf8_lossy(line).into_owned();
                    self.log.line(&print);
                }
            }
        }
    }

    fn put_out(&mut self, why: &str) {
        self.end("it is out of the tournament");
        self.log.line(&format!("[out of the tournament: {why}]"));
        self.state = State::Out(why.to_owned());
    }

    fn down(&self) -> Box<Fault> {
        match &self.state {
            State::Out(why) => out(why),
            _ => Box::new(Fault::new(FaultKind::Crashed, "is not running")),
        }
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        if let State::Up(live) = &mut self.state {
            // Told by the end of its input that there are no more games; given a moment, then ended.
            live.wire.close_input();
            live.key.ended_within(Duration::from_millis(100));
        }
        self.end("the tournament is over");
    }
}

enum Peeked {
    Answer,
    Passed,
}

enum Sight {
    Answer,
    Stale,
    Rubbish,
    Print(String),
    Fault(String, Option<String>),
}

fn out(why: &str) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Disqualified, why))
}

fn told(said: &FromBot<'_>) -> String {
    said.message.clone().unwrap_or_else(|| "failed without a message".to_owned())
}

fn number_of(body: &[u8]) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|n| body[n]))
}

fn code_of(body: &[u8]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| body[4 + n]))
}

fn read_answer(line: &[u8]) -> Result<Reply<'_>, Box<Fault>> {
    let unreadable = |what: &str| Box::new(Fault::new(FaultKind::Unreadable, what));
    let said = FromBot::read(line).ok_or_else(|| unreadable("an answer that is no message"))?;
    if said.memory.as_ref().is_some_and(|memory| memory.len() > LONGEST_MEMORY) {
        return Err(Box::new(Fault::new(FaultKind::TooMuch, "a memory of more than 64 KiB")));
    }
    let mv = said.mv.ok_or_else(|| unreadable("an answer without a move"))?;
    Ok(Reply::Json(mv.get(), said.memory.map(String::into_boxed_str)))
}
