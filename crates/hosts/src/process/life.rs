//! Starting a bot's process, greeting it, and ending it.

use std::io;
use std::time::Duration;

use croupier_record::{Fault, FaultKind};

use super::{BotProcess, Live, State, out, told};
use crate::cell::{Caged, Ending, Inmate};
use crate::follower::Follower;
use crate::pipes::Pipes;
use crate::protocol::{FromBot, Greeting, Kind, PROTOCOL};
use crate::wait::Wait;
use crate::wire::{Message, Wire};

/// So long a bot whose time is over may take to leave by itself.
const LEAVING: Duration = Duration::from_millis(200);
/// So long the system may take to end a process that has closed its output: how it ended is worth the wait, and must not
/// depend on how busy the machine is.
const CLOSING: Duration = Duration::from_secs(5);

impl BotProcess {
    /// The process has gone, or is of no more use: how it ended, with its last words.
    pub(super) fn crashed(&mut self, what: &str) -> Box<Fault> {
        let ending = self.end_within(CLOSING, "its output was closed");
        let how = ending.map_or_else(|| what.to_owned(), |ending| ending.to_string());
        let words = self.log.last_lines(3);
        let message = if words.is_empty() { how } else { format!("{how}; its last words: {words}") };
        Box::new(Fault::new(FaultKind::Crashed, message))
    }

    /// Ends the process with all it has started; how it had ended, where it had.
    pub(super) fn end(&mut self, why: &str) -> Option<Ending> {
        self.end_within(LEAVING, why)
    }

    fn end_within(&mut self, time: Duration, why: &str) -> Option<Ending> {
        self.book();
        self.booked = Duration::ZERO;
        let State::Up(mut live) = std::mem::replace(&mut self.state, State::Down) else { return None };
        let time = if self.patience.interrupt.is_raised() { Duration::ZERO } else { time };
        let ending = live.key.ended_within(time);
        live.key.kill();
        live.readers.into_iter().for_each(Follower::finish);
        if ending.is_none() {
            self.log.line(&format!("[ended by the table: {why}]"));
        }
        ending
    }

    /// Ends the process: its bot plays on in another.
    pub(crate) fn dismiss(&mut self) {
        self.end("its games are played one by one from here on");
    }

    pub(super) fn start(&mut self) -> Result<(), Box<Fault>> {
        let ended = if self.starts == 0 { 0 } else { self.account.count_end() };
        if ended > self.patience.restarts {
            let why = format!("ended {ended} times; its last words: {}", self.log.last_lines(2));
            self.put_out(&why);
            return Err(out(&why));
        }
        self.starts += 1;
        match self.spawn_and_greet() {
            Ok(()) => Ok(()),
            // Nothing is known of a bot that nobody waited for.
            Err(fault) if self.patience.interrupt.is_raised() => {
                self.end("the run was interrupted");
                Err(fault)
            }
            // Nor of one that was given no processor.
            Err(fault) if self.starved => {
                if ended > 0 {
                    self.account.forgive_end();
                }
                self.end("the machine is overloaded");
                Err(fault)
            }
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
        let wire = Wire::over(Pipes::new(input, output).map_err(trouble)?);
        let wait = Wait::begin_start(self.patience.loading, &wire);
        let readers = prints
            .into_iter()
            .map(|stream| self.log.follow_prints(stream))
            .chain([self.log.follow(errors)])
            .collect::<io::Result<_>>()
            .map_err(trouble)?;
        let neighbour = self.cell.neighbours.join(Box::new(key.reins()), self.core);
        let mut live = Live { key, neighbour, wire, wait, greeting: Greeting::default(), readers };
        let hello = |out: &mut Vec<u8>| {
            out.extend_from_slice(&self.hello);
            Ok(())
        };
        live.wire.put(b'J', hello).map_err(trouble)?;
        self.state = State::Up(Box::new(live));
        self.transmit_in_wait()?;
        let greeting = self.hear_greeting()?;
        if let State::Up(live) = &mut self.state {
            live.neighbour.answered();
            if greeting.compact {
                live.wire.use_frames();
            }
            live.greeting = greeting;
        }
        // Loading is not playing: how often a bot is loaded is our choice, one process for each playing of a deal.
        self.booked = self.processor_time();
        Ok(())
    }

    fn hear_greeting(&mut self) -> Result<Greeting, Box<Fault>> {
        loop {
            self.hear()?;
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

    pub(super) fn put_out(&mut self, why: &str) {
        self.end("it is out of the tournament");
        self.log.line(&format!("[out of the tournament: {why}]"));
        self.account.put_out(why);
        self.state = State::Out(why.to_owned());
    }

    pub(super) fn down(&self) -> Box<Fault> {
        match &self.state {
            State::Out(why) => out(why),
            _ => Box::new(Fault::new(FaultKind::Crashed, "is not running")),
        }
    }
}
