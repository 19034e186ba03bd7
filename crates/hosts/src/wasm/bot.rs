//! A bot in WebAssembly through a tournament: loaded, asked, given fuel, loaded again, given up. The same life as a bot's
//! process has, on a clock that is the same everywhere. It moves bytes and knows no game.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use croupier_record::{Fault, FaultKind, OwnTime};

use super::engine::{fuel_of, time_of};
use super::guest::{Answered, Guest, Nest, Stop};
use crate::correspondent::{Coded, Correspondent, Lay};
use crate::log::BotLog;
use crate::process::{Account, Patience, Reply, read_answer};
use crate::protocol::{FromBot, Greeting, Kind};
use crate::wire::LONGEST_MESSAGE;

/// A late bot gets so many times its budget before it is stopped: one that comes back is only late, and keeps what it
/// has learnt.
const TANK: u64 = 2;

/// How many faults outside of questions wait to be told.
const MOST_FAULTS: usize = 100;

/// A bot in WebAssembly.
pub(crate) struct WasmBot<G: Guest + ?Sized> {
    nest: Arc<dyn Nest<G>>,
    patience: Patience,
    /// The fuel of a move: more is late.
    budget: u64,
    /// What it is given for it.
    tank: u64,
    log: BotLog,
    hello: Vec<u8>,
    /// Whether every game begins with a new instance.
    renews: bool,
    state: State<G>,
    starts: u32,
    account: Account,
    /// The fuel of all calls that is not in the account yet, and of the last one since the bot was woken.
    burnt: u64,
    last: Option<u64>,
    /// The message on its way, with its head.
    frame: Vec<u8>,
    question: Question,
    /// What the bot said and nobody has read yet.
    said: String,
    /// Faults outside of questions, at starts and ends. They are told one by one with the next answers, as they come
    /// out of a process.
    faults: VecDeque<String>,
}

enum State<G: ?Sized> {
    Down,
    Up(Box<G>, Greeting),
    Out(String),
}

/// How the open question was put.
#[derive(Clone, Copy, PartialEq)]
enum Question {
    /// It waits in `frame`.
    Plain,
    /// It was put as JSON, and the answer is in `said`.
    Put,
}

impl<G: Guest + ?Sized> WasmBot<G> {
    /// A bot that will be loaded when it is first needed; `hello` is the table's first message to it.
    pub(crate) fn new(
        nest: Arc<dyn Nest<G>>,
        patience: Patience,
        log: BotLog,
        hello: Vec<u8>,
        account: &Account,
    ) -> Self {
        Self {
            nest,
            renews: renews(&hello),
            budget: fuel_of(patience.per_move),
            tank: TANK.saturating_mul(fuel_of(patience.per_move)),
            patience,
            log,
            hello,
            state: State::Down,
            starts: 0,
            account: account.clone(),
            burnt: 0,
            last: None,
            frame: Vec::new(),
            question: Question::Put,
            said: String::new(),
            faults: VecDeque::new(),
        }
    }

    fn start(&mut self) -> Result<(), Box<Fault>> {
        let ended = if self.starts == 0 { 0 } else { self.account.count_end() };
        if ended > self.patience.restarts {
            let why = format!("ended {ended} times; its last words: {}", self.log.last_lines(2));
            return Err(self.put_out(&why));
        }
        self.starts += 1;
        // What another instance had to tell is gone with it.
        self.faults.clear();
        let fuel = fuel_of(self.patience.loading);
        let greeted = self.nest.hatch(&self.log, fuel).and_then(|mut guest| {
            let greeting = guest.greet(&self.hello, fuel)?;
            Ok((guest, greeting))
        });
        match greeted {
            Ok((guest, greeting)) => {
                self.state = State::Up(guest, greeting);
                Ok(())
            }
            Err(stop) => {
                let why = match stop {
                    Stop::OutOfFuel => "it does not finish loading".to_owned(),
                    Stop::OutOfTime(why) | Stop::Trapped(why) => why,
                    Stop::Refused(why, trace) => {
                        trace.iter().for_each(|trace| self.log.line(trace.trim_end()));
                        why
                    }
                };
                Err(self.put_out(&format!("does not load: {why}")))
            }
        }
    }

    /// Makes a new instance, as a game begins; that is no start that anybody counts.
    fn renew(&mut self) -> Result<(), Box<Fault>> {
        let starts = self.starts;
        self.state = State::Down;
        self.starts = 0;
        let renewed = self.start();
        self.starts = starts;
        renewed
    }

    fn put_out(&mut self, why: &str) -> Box<Fault> {
        self.log.line(&format!("[out of the tournament: {why}]"));
        self.account.put_out(why);
        self.state = State::Out(why.to_owned());
        out(why)
    }

    fn down(&self) -> Box<Fault> {
        match &self.state {
            State::Out(why) => out(why),
            _ => Box::new(Fault::new(FaultKind::Crashed, "is not running")),
        }
    }

    /// Counts what a call used, and turns its end into a fault where it is one.
    fn burn<T>(&mut self, used: u64, outcome: Result<T, Stop>) -> Result<T, Box<Fault>> {
        self.burnt += used;
        self.last = Some(used);
        let allowed = self.patience.per_move;
        match outcome {
            Ok(_) if used > self.budget => Err(late(time_of(used), allowed)),
            Ok(value) => Ok(value),
            Err(stop) => {
                self.state = State::Down;
                self.log.line("[ended by the table]");
                Err(match stop {
                    Stop::OutOfFuel => late(time_of(used), allowed),
                    Stop::OutOfTime(why) => Box::new(Fault::new(FaultKind::Late, why)),
                    Stop::Trapped(why) | Stop::Refused(why, _) => {
                        Box::new(Fault::new(FaultKind::Crashed, why))
                    }
                })
            }
        }
    }

    /// Puts the question that waits in the frame.
    fn ask(&mut self) -> Result<Answered, Box<Fault>> {
        let State::Up(guest, _) = &mut self.state else { return Err(self.down()) };
        let outcome = guest.ask(&self.frame, self.tank);
        let used = guest.used();
        self.burn(used, outcome)
    }

    /// Gives the bot what is in the frame; what it says is kept.
    fn hear(&mut self) -> Result<(), Box<Fault>> {
        let State::Up(guest, _) = &mut self.state else { return Err(self.down()) };
        let outcome = guest.hear(&self.frame, self.tank);
        let used = guest.used();
        let said = self.burn(used, outcome)?;
        if said.len() > LONGEST_MESSAGE {
            return Err(Box::new(Fault::new(FaultKind::TooMuch, "a message of more than 1 MiB")));
        }
        if is_fault(&said, |number| number.is_none()) {
            if self.faults.len() < MOST_FAULTS {
                self.faults.push_back(said);
            }
        } else if !said.is_empty() {
            self.said = said;
        }
        Ok(())
    }

    /// A fault that the bot told of itself.
    fn fault(&mut self, said: &str) -> Box<Fault> {
        let Some(said) = FromBot::read(said.as_bytes()) else {
            return Box::new(Fault::new(FaultKind::Unreadable, "an answer that is no message"));
        };
        if let Some(trace) = said.trace {
            self.log.line(trace.trim_end());
        }
        if said.exit {
            self.state = State::Down;
        }
        let message = said.message.unwrap_or_else(|| "failed without a message".to_owned());
        Box::new(Fault::new(FaultKind::Crashed, message))
    }
}

/// Whether the table's hello asks for a new instance in every game.
fn renews(hello: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Offered {
        instances: croupier_record::Instances,
    }
    serde_json::from_slice(hello)
        .is_ok_and(|offered: Offered| offered.instances == croupier_record::Instances::Game)
}

impl<G: Guest + ?Sized> Correspondent for WasmBot<G> {
    fn wake(&mut self) -> Result<(), Box<Fault>> {
        self.last = None;
        if let Some(why) = self.account.out() {
            // Perhaps by another life of the bot.
            self.state = State::Out(why.to_owned());
        }
        match &self.state {
            State::Up(..) => Ok(()),
            State::Out(why) => Err(out(why)),
            State::Down => self.start(),
        }
    }

    fn greeting(&self) -> Greeting {
        match &self.state {
            State::Up(_, greeting) => greeting.clone(),
            State::Down | State::Out(_) => Greeting::default(),
        }
    }

    fn starts(&self) -> u32 {
        self.starts
    }

    fn is_framed(&self) -> bool {
        matches!(&self.state, State::Up(_, greeting) if greeting.compact)
    }

    fn listens(&self, kind: u8) -> bool {
        match &self.state {
            // A start is also what a new instance is made for.
            State::Up(guest, _) => guest.listens(kind) || (kind == b'S' && self.renews),
            State::Down | State::Out(_) => true,
        }
    }

    fn takes_only_frames(&self) -> bool {
        matches!(&self.state, State::Up(guest, _) if guest.takes_only_frames())
    }

    fn send(
        &mut self,
        kind: u8,
        write: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Box<Fault>> {
        // The host of Python makes its own new instance; a module is one.
        if kind == b'S' && self.renews && self.takes_only_frames() {
            self.renew()?;
        }
        self.frame.clear();
        self.frame.extend_from_slice(&[0, 0, 0, 0, kind]);
        write(&mut self.frame)
            .map_err(|error| Box::new(Fault::new(FaultKind::Crashed, error.to_string())))?;
        let length = (self.frame.len() - 4) as u32;
        self.frame[..4].copy_from_slice(&length.to_le_bytes());
        if kind == b'A' {
            self.question = Question::Plain;
            return Ok(());
        }
        self.question = Question::Put;
        self.hear()
    }

    fn answer(&mut self, number: u32) -> Result<Reply<'_>, Box<Fault>> {
        let answered = match self.question {
            Question::Plain => Some(self.ask()?),
            Question::Put => None,
        };
        self.question = Question::Put;
        if let Some(told) = self.faults.pop_front() {
            self.said.clear();
            return Err(self.fault(&told));
        }
        match answered {
            Some(Answered::Code(code)) => return Ok(Reply::Code(code, None)),
            Some(Answered::Fault(told)) => return Err(self.fault(&told)),
            None => {}
        }
        if is_fault(&self.said, |_| true) {
            let told = std::mem::take(&mut self.said);
            return Err(self.fault(&told));
        }
        if self.said.is_empty() {
            return Err(Box::new(Fault::new(
                FaultKind::Unreadable,
                format!("question {number} got no answer"),
            )));
        }
        read_answer(self.said.as_bytes())
    }

    fn code_for(&mut self, number: u32, view: Lay<'_>) -> Result<Coded, Box<Fault>> {
        let State::Up(guest, _) = &mut self.state else { return Err(self.down()) };
        match guest.code_for(number, view, self.tank) {
            // Nearly always so, and then nothing is asked twice.
            Ok((code, used)) if used <= self.budget => {
                self.burnt += used;
                self.last = Some(used);
                Ok(Coded { code, fuel: used })
            }
            outcome => {
                let used = guest.used();
                self.burn(used, outcome).map(|(code, fuel)| Coded { code, fuel })
            }
        }
    }

    fn count_game(&mut self) {
        let games = self.account.count_game();
        let used = self.account.book(time_of(std::mem::take(&mut self.burnt)));
        let Some(limit) = self.patience.per_thousand_games else { return };
        // Starting up is not playing, so the first thousand games are judged together.
        let allowed = limit.mul_f64(games.max(1000) as f64 / 1000.0);
        if used > allowed && !matches!(self.state, State::Out(_)) {
            let per_thousand = used.as_secs_f64() * 1000.0 / games as f64;
            self.put_out(&format!(
                "used {per_thousand:.1} s of fuel per 1,000 games; {:.1} s are allowed",
                limit.as_secs_f64()
            ));
        }
    }

    fn failed_then(&mut self, fault: &Fault) {
        // Fuel repeats, so everything else comes about by itself again.
        if fault.kind == FaultKind::Disqualified && !matches!(self.state, State::Out(_)) {
            self.put_out(&fault.message);
        }
    }

    fn own_time(&self) -> Option<OwnTime> {
        self.last.map(OwnTime::Fuel)
    }
}

/// Whether a message of a bot's is a fault, in such a question or in none.
fn is_fault(said: &str, asked: impl Fn(Option<u32>) -> bool) -> bool {
    !said.is_empty()
        && FromBot::read(said.as_bytes()).is_some_and(|said| said.kind == Kind::Fault && asked(said.number))
}

fn late(used: Duration, allowed: Duration) -> Box<Fault> {
    let message = format!(
        "used the fuel of {:.2} s; that of {:.2} s is allowed",
        used.as_secs_f64(),
        allowed.as_secs_f64()
    );
    Box::new(Fault::new(FaultKind::Late, message))
}

fn out(why: &str) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Disqualified, why))
}
