//! A bot in WebAssembly as a channel: calls go in with fuel, which is its clock and the same everywhere.
//!
//! It moves bytes and knows no game; [`RemoteBot`](crate::RemoteBot) knows what follows from a failure.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use croupier_record::{Fault, FaultKind, Instances, OwnTime};

use super::engine::{fuel_of, time_of};
use super::guest::{Answered, Guest, Loader, Stop};
use crate::channel::{
    BotExit, Channel, Coded, Connector, Failure, Form, Leave, LongClock, Message, Outgoing, Settled, Takes,
    Wants, Write, WriteView,
};
use crate::frame::{FrameKind, HEAD, frame};
use crate::life::BotSetting;
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, MessageKind};
use crate::wire::LONGEST_MESSAGE;

/// A late bot gets so many times its budget before it is stopped: one that comes back is only late, and keeps
/// what it has learnt.
const FUEL_FACTOR: u64 = 2;

/// How many faults outside of questions wait to be told.
const MOST_FAULTS: usize = 100;

/// Loads a bot as often as it takes.
pub(super) struct GuestConnector<G: Guest + ?Sized>(pub(super) Arc<dyn Loader<G>>);

impl<G: Guest + ?Sized + 'static> Connector for GuestConnector<G> {
    fn connect(&mut self, setting: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        let loading = fuel_of(setting.time_limits.loading);
        let guest = self.0.instantiate(&setting.log, loading).map_err(not_loaded)?;
        let per_move = setting.time_limits.per_move;
        Ok(Box::new(GuestChannel {
            loader: Arc::clone(&self.0),
            log: setting.log.clone(),
            renews: renews(&setting.hello),
            hello: setting.hello.clone(),
            loading,
            guest,
            per_move,
            budget: fuel_of(per_move),
            given: FUEL_FACTOR.saturating_mul(fuel_of(per_move)),
            burnt: 0,
            last: None,
            frame: Vec::new(),
            is_asked: false,
            said: String::new(),
            faults: VecDeque::new(),
            handed: String::new(),
            is_stopped: false,
        }))
    }
}

/// A bot that is loaded.
struct GuestChannel<G: Guest + ?Sized> {
    loader: Arc<dyn Loader<G>>,
    log: BotLog,
    hello: Vec<u8>,
    loading: u64,
    /// Whether every game begins with a new instance.
    renews: bool,
    guest: Box<G>,
    per_move: Duration,
    /// The fuel of a move: more is late.
    budget: u64,
    /// What it is given for it.
    given: u64,
    /// The fuel of all calls, and of the last one.
    burnt: u64,
    last: Option<u64>,
    /// The message on its way, with its head.
    frame: Vec<u8>,
    /// Whether that is a plain question, which the bot is given when its answer is waited for.
    is_asked: bool,
    /// What the bot said and nobody has read yet.
    said: String,
    /// Faults outside of questions, at starts and ends. They are told one by one with the next answers, as
    /// they come out of a process.
    faults: VecDeque<String>,
    /// What was received last.
    handed: String,
    /// A call did not come back, so that the instance is of no more use.
    is_stopped: bool,
}

impl<G: Guest + ?Sized> GuestChannel<G> {
    /// Makes a new instance, as a game begins; that is no start that anybody counts.
    fn renew(&mut self) -> Result<(), Box<Failure>> {
        self.faults.clear();
        let renewed = self.loader.instantiate(&self.log, self.loading);
        self.guest = renewed.map_err(|stop| Box::new(Failure::NotLoaded(stop.in_words())))?;
        match self.guest.greet(&self.hello, self.loading) {
            Ok(_) => Ok(()),
            Err(stop) => Err(Box::new(Failure::NotLoaded(stop.in_words()))),
        }
    }

    /// Counts what a call used, and turns its end into a failure where it is one.
    fn burn<T>(&mut self, used: u64, outcome: Result<T, Stop>) -> Result<T, Box<Failure>> {
        self.burnt += used;
        self.last = Some(used);
        match outcome {
            Ok(_) if used > self.budget => Err(Box::new(Failure::Fault(self.late(used)))),
            Ok(value) => Ok(value),
            Err(stop) => {
                self.is_stopped = true;
                Err(Box::new(match stop {
                    Stop::OutOfFuel => Failure::Over(self.late(used), "its fuel was used up"),
                    Stop::OutOfTime(why) => {
                        Failure::Over(Fault::new(FaultKind::Late, why), "it took too much of a processor")
                    }
                    Stop::Trapped(why) => Failure::Over(Fault::new(FaultKind::Crashed, why), "it went wrong"),
                }))
            }
        }
    }

    fn late(&self, used: u64) -> Fault {
        let (used, allowed) = (time_of(used).as_secs_f64(), self.per_move.as_secs_f64());
        Fault::new(
            FaultKind::Late,
            format!("used the fuel of {used:.2} s; that of {allowed:.2} s is allowed"),
        )
    }

    /// Puts the question that waits in the frame.
    fn ask(&mut self) -> Result<Answered, Box<Failure>> {
        let outcome = self.guest.ask(&self.frame, self.given);
        let used = self.guest.used();
        self.burn(used, outcome)
    }

    /// Gives the bot what is in the frame; what it says is kept.
    fn hear(&mut self) -> Result<(), Box<Failure>> {
        let outcome = self.guest.hear(&self.frame, self.given);
        let used = self.guest.used();
        let said = self.burn(used, outcome)?;
        if said.len() > LONGEST_MESSAGE {
            return Err(Failure::fault(FaultKind::TooMuch, "a message of more than 1 MiB"));
        }
        if is_fault_of_no_question(&said) {
            if self.faults.len() < MOST_FAULTS {
                self.faults.push_back(said);
            }
        } else {
            self.said = said;
        }
        Ok(())
    }

    fn hand(&mut self, said: String) -> Message<'_> {
        self.handed = said;
        Message::Json(self.handed.as_bytes())
    }
}

impl<G: Guest + ?Sized> Channel for GuestChannel<G> {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let Form::Message(kind) = message.form else {
            return Err(Failure::fault(FaultKind::Crashed, "is given one message at a time"));
        };
        // The host of Python makes its own new instance; a module is one.
        if kind == FrameKind::Start && self.renews && self.guest.takes_only_frames() {
            self.renew()?;
        }
        self.frame.clear();
        frame(&mut self.frame, kind, write)
            .map_err(|error| Failure::fault(FaultKind::Crashed, error.to_string()))?;
        self.said.clear();
        self.is_asked = kind == FrameKind::Ask;
        match (message.wants, kind) {
            (Wants::Greeting, _) => {
                self.said = self.guest.greet(&self.frame[HEAD..], self.loading).map_err(not_loaded)?;
                Ok(())
            }
            (_, FrameKind::Ask) => Ok(()),
            _ => self.hear(),
        }
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        let answered = if std::mem::take(&mut self.is_asked) { Some(self.ask()?) } else { None };
        if let Some(fault) = self.faults.pop_front() {
            self.said.clear();
            return Ok(self.hand(fault));
        }
        match answered {
            Some(Answered::Code(code)) => Ok(Message::Code(code)),
            Some(Answered::Fault(fault)) => Ok(self.hand(fault)),
            None if self.said.is_empty() => {
                Err(Failure::fault(FaultKind::Unreadable, "its question got no answer"))
            }
            None => {
                let said = std::mem::take(&mut self.said);
                Ok(self.hand(said))
            }
        }
    }

    fn end(&mut self, _: Leave) -> BotExit {
        if self.is_stopped { BotExit::Stopped } else { BotExit::Quietly }
    }

    fn agree(&mut self, greeting: &Greeting) -> Takes {
        Takes {
            framed: greeting.compact,
            fields: self.guest.takes_only_frames(),
            // A start is also what a new instance is made for.
            starts: self.guest.listens(FrameKind::Start) || self.renews,
            ends: self.guest.listens(FrameKind::End),
            clock: LongClock::Fuel,
            ..Takes::default()
        }
    }

    fn settle(&mut self) -> Settled {
        let own = self.last.take().map(OwnTime::Fuel);
        Settled { own, counts: own.map(OwnTime::time), ..Settled::default() }
    }

    fn used(&self) -> Duration {
        time_of(self.burnt)
    }

    fn code_for(&mut self, number: u32, view: WriteView<'_>) -> Result<Coded, Box<Failure>> {
        match self.guest.code_for(number, view, self.given) {
            // Nearly always so, and then nothing is asked twice.
            Ok((code, used)) if used <= self.budget => {
                self.burnt += used;
                Ok(Coded { code, fuel: used })
            }
            outcome => {
                let used = self.guest.used();
                self.burn(used, outcome).map(|(code, fuel)| Coded { code, fuel })
            }
        }
    }
}

/// Whether the table's hello asks for a new instance in every game.
fn renews(hello: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Offered {
        instances: Instances,
    }
    serde_json::from_slice(hello).is_ok_and(|offered: Offered| offered.instances == Instances::Game)
}

/// Whether a message of a bot's is a fault that belongs to no question.
fn is_fault_of_no_question(said: &str) -> bool {
    !said.is_empty()
        && FromBot::read(said.as_bytes())
            .is_some_and(|said| said.kind == MessageKind::Fault && said.number.is_none())
}

fn not_loaded(stop: Stop) -> Box<Failure> {
    Failure::fault(FaultKind::Crashed, stop.in_words())
}
