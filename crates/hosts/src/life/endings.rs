//! What follows from a failure: a bot is late, ends, is started again, or is out of the tournament.

use croupier_record::{Fault, FaultKind, LeftOff};

use super::{RemoteBot, Standing, State, out};
use crate::channel::{BotExit, Failure, Leave, LongClock};
use crate::interrupt::interrupted;

/// Late so often in a row, a bot is taken to hang, and started again.
const LATE_UNTIL_RESTART: u32 = 2;
/// How the fault of a bot begins that lost what it was to be told.
pub(crate) const DID_NOT_READ: &str = "did not read what it was sent";
/// What its log says of that.
pub(crate) const UNREAD: &str = "it did not read what it was sent";

impl RemoteBot {
    /// What a failure is called, once it has had its consequences.
    pub(super) fn failed(&mut self, failure: Failure) -> Box<Fault> {
        match failure {
            Failure::Late(message) => {
                self.count_late();
                late(message)
            }
            Failure::Silent(fault) => self.keep_silent(fault),
            Failure::Over(fault, why) => {
                self.end(why);
                Box::new(fault)
            }
            Failure::NotLoaded(why) => self.put_out(&format!("does not load: {why}")),
            other => self.failed_to_start(other),
        }
    }

    /// The same of a bot that is being started: whatever it is, it has the same consequences.
    pub(super) fn failed_to_start(&mut self, failure: Failure) -> Box<Fault> {
        match failure {
            Failure::Late(message) => late(message),
            Failure::Starved(message) => {
                self.starved = true;
                late(format!("the machine is overloaded: {message}"))
            }
            Failure::Silent(fault) | Failure::Fault(fault) | Failure::Over(fault, _) => Box::new(fault),
            Failure::Closed(what) => self.crashed(&what),
            Failure::NotLoaded(why) => Box::new(Fault::new(FaultKind::Crashed, why)),
            Failure::Interrupted => interrupted(),
        }
    }

    pub(super) fn not_started(&mut self, fault: Box<Fault>, ended: u32) -> Result<(), Box<Fault>> {
        if self.limits().interrupt.is_raised() {
            // Nothing is known of a bot that nobody waited for.
            self.end("the run was interrupted");
            return Err(fault);
        }
        if self.starved {
            // Nor of one that was given no processor.
            match ended {
                0 => self.is_start_free = true,
                _ => self.setting.account.forgive_end(),
            }
            self.end("the machine is overloaded");
            return Err(fault);
        }
        self.end("it did not load");
        Err(self.put_out(&format!("does not load: {}", fault.message)))
    }

    /// It has gone, or is of no more use: how it ended, with its last words.
    fn crashed(&mut self, what: &str) -> Box<Fault> {
        let how = self.end_within(Leave::Closed, "its output was closed").unwrap_or_else(|| what.to_owned());
        let words = self.setting.log.last_lines(3);
        let message = if words.is_empty() { how } else { format!("{how}; its last words: {words}") };
        Box::new(Fault::new(FaultKind::Crashed, message))
    }

    /// Late again and again, it is started anew.
    fn count_late(&mut self) {
        self.late_in_a_row += 1;
        if self.late_in_a_row >= LATE_UNTIL_RESTART {
            self.late_in_a_row = 0;
            self.end("it was late again and again");
        }
    }

    /// Silent too often in a row, it is out: there is nothing that could be started again.
    fn keep_silent(&mut self, fault: Fault) -> Box<Fault> {
        self.silent += 1;
        if self.silent <= self.limits().restarts {
            return Box::new(fault);
        }
        let why = format!("gave no answer {} times in a row; at last it {}", self.silent, fault.message);
        self.put_out(&why)
    }

    /// What came of a fault in an earlier run comes of it now, too, where the bot has answered or was not
    /// asked.
    pub(crate) fn failed_then(&mut self, fault: &Fault) {
        match fault.kind {
            FaultKind::Disqualified if !matches!(self.state, State::Out(_)) => {
                self.put_out(&fault.message);
            }
            // Fuel repeats, so everything else comes about by itself again; and a url is never started.
            _ if self.clock != LongClock::Processor => {}
            FaultKind::Late if fault.message.starts_with(DID_NOT_READ) => {
                self.end(UNREAD);
            }
            FaultKind::Late => self.count_late(),
            _ => {}
        }
    }

    /// Ends it because its game was broken off, for want of a processor, and is played again by a process
    /// that has seen nothing of it. Neither that start counts nor what came of the game.
    pub(crate) fn begin_anew(&mut self) {
        if matches!(self.state, State::Out(_)) {
            return;
        }
        self.end("the machine is overloaded, and its game is played again by a new process");
        let Standing { mut balance, late_in_a_row } = self.before;
        if self.clock != LongClock::Fuel {
            // Nobody knows how much of its processor time went into this game, so it is one game more.
            let now = self.setting.account.balance();
            (balance.processor, balance.games) = (now.processor, balance.games + 1);
        }
        self.setting.account.restore(balance);
        (self.late_in_a_row, self.is_start_free) = (late_in_a_row, true);
    }

    /// Where it left off, where there is something to tell.
    pub(crate) fn left_off(&self) -> Option<LeftOff> {
        let is_down = matches!(self.state, State::Down) && !self.is_start_free;
        let (words, prints) = self.setting.log.ends();
        let (late_in_a_row, silent) = (self.late_in_a_row, self.silent);
        let left_off = LeftOff { crew: 0, is_down, late_in_a_row, silent, words, prints };
        (left_off != LeftOff::default()).then_some(left_off)
    }

    /// It played elsewhere before, and left off like this.
    pub(crate) fn go_on_from(&mut self, left_off: &LeftOff) {
        let LeftOff { is_down, late_in_a_row, silent, words, prints, .. } = left_off;
        (self.late_in_a_row, self.silent) = (*late_in_a_row, *silent);
        self.is_start_free &= !is_down;
        self.setting.log.end_as(words, prints);
    }

    /// Ends it: it plays on in another process.
    pub(crate) fn dismiss(&mut self) {
        self.end("its games are played one by one from here on");
    }

    pub(super) fn put_out(&mut self, why: &str) -> Box<Fault> {
        self.end("it is out of the tournament");
        self.setting.log.line(&format!("[out of the tournament: {why}]"));
        self.setting.account.put_out(why);
        self.state = State::Out(why.to_owned());
        out(why)
    }

    pub(super) fn down(&self) -> Box<Fault> {
        match &self.state {
            State::Out(why) => out(why),
            _ => Box::new(Fault::new(FaultKind::Crashed, "is not running")),
        }
    }

    pub(super) fn end(&mut self, why: &str) -> Option<String> {
        self.end_within(Leave::Soon, why)
    }

    /// Ends it with all it has started; how it had ended, where it had.
    fn end_within(&mut self, leave: Leave, why: &str) -> Option<String> {
        self.book_at_end();
        self.ended_with = self.settle();
        let State::Up(mut live) = std::mem::replace(&mut self.state, State::Down) else { return None };
        let leave = if self.limits().interrupt.is_raised() { Leave::AtOnce } else { leave };
        match live.channel.end(leave) {
            BotExit::ByItself(how) => Some(how),
            BotExit::Stopped => {
                self.setting.log.line(&format!("[ended by the table: {why}]"));
                None
            }
            BotExit::Quietly => None,
        }
    }
}

impl Drop for RemoteBot {
    fn drop(&mut self) {
        self.end_within(Leave::Farewell, "the tournament is over");
    }
}

fn late(message: String) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Late, message))
}
