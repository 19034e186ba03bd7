//! Waiting for a bot's answer, and telling it from everything else it says.

use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, Pace};

use super::{BotProcess, Live, Reply, State, told};
use crate::cell::{Key, TaskTime};
use crate::interrupt::interrupted;
use crate::limit::{Late, OwnClock};
use crate::neighbours::Neighbours;
use crate::own_time::Whose;
use crate::protocol::{FromBot, Kind, LONGEST_MEMORY};
use crate::stolen::Stolen;
use crate::wait::{Ended, Wait};
use crate::wire::Message;

/// A question's number and a move's code.
const CODE_BYTES: usize = 12;
/// Late so often in a row, a bot is taken to hang, and started again.
const LATE_UNTIL_RESTART: u32 = 2;
/// How the fault of a bot begins that lost what it was to be told.
pub(super) const DID_NOT_READ: &str = "did not read what it was sent";
/// What its log says of that.
pub(super) const UNREAD: &str = "it did not read what it was sent";

impl BotProcess {
    /// The answer to a question, waited for as long as the bot may think since the question was sent.
    pub fn answer(&mut self, number: u32) -> Result<Reply<'_>, Box<Fault>> {
        // Whoever is waited for is never in anybody's way.
        self.expect_answer();
        let heard = self.hear_answer(number);
        self.settle_time();
        heard?;
        if self.pace != Pace::LateThen {
            self.late_in_a_row = 0;
        }
        let State::Up(live) = &mut self.state else {
            return Err(Box::new(Fault::new(FaultKind::Crashed, "ended")));
        };
        match live.wire.take() {
            Some(Message::Frame { kind, body }) => read_code(kind, body),
            Some(Message::Json(line)) => read_answer(line),
            None => Err(Box::new(Fault::new(FaultKind::Unreadable, "said nothing"))),
        }
    }

    /// Waits until the next message is the answer.
    fn hear_answer(&mut self, number: u32) -> Result<(), Box<Fault>> {
        loop {
            self.hear()?;
            // The message is looked at twice, since a borrowed answer cannot be both returned and passed over.
            match self.peek(number)? {
                Peeked::Answer => return Ok(()),
                Peeked::Passed => {}
            }
        }
    }

    /// It is not waited for any more: what that took of its own time, and what of the machine's.
    pub(super) fn settle_time(&mut self) {
        self.own = None;
        let State::Up(live) = &mut self.state else { return };
        live.neighbour.answered();
        if let Some(used) = live.wait.used(&live.wire, &live.key) {
            self.own = Some(used.own());
            if self.pace == Pace::Limited {
                self.patience.load.add(used.waited.unwrap_or_default());
            }
        }
    }

    /// Looks at the next message; prints, late answers and the like are taken and passed over.
    fn peek(&mut self, number: u32) -> Result<Peeked, Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        let peeked = match live.wire.peek() {
            Some(Message::Frame { kind, body }) if is_answer(kind, body) => {
                if number_of(body) == number {
                    Sight::Answer
                } else {
                    Sight::Stale
                }
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

    /// Begins a wait of so long, and sends all that is to be sent within it.
    pub(super) fn transmit(&mut self, allowed: Duration) -> Result<(), Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        live.wait = Wait::begin(allowed, &live.wire);
        self.transmit_in_wait()
    }

    /// Sends all that is to be sent, within the wait that has begun.
    pub(super) fn transmit_in_wait(&mut self) -> Result<(), Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        (self.starved, self.own) = (false, None);
        // What is stopped cannot read.
        live.neighbour.let_go_on();
        let Live { key, wire, wait, .. } = live.as_mut();
        let clock = Watchful { key, neighbours: &self.cell.neighbours, core: self.core };
        let sent = wait.send(wire, &clock, &self.patience.interrupt);
        sent.map_err(|ended| match ended {
            Ended::Late(late) if late.whose == Whose::Bot => self.unread(late),
            other => self.unheard(other),
        })
    }

    /// Hears the next message, within the wait that the last one to the bot has begun.
    pub(super) fn hear(&mut self) -> Result<(), Box<Fault>> {
        let State::Up(live) = &mut self.state else { return Err(self.down()) };
        let Live { key, wire, wait, .. } = live.as_mut();
        let clock = Watchful { key, neighbours: &self.cell.neighbours, core: self.core };
        let heard = wait.hear(wire, &clock, &self.patience.interrupt);
        heard.map_err(|ended| self.unheard(ended))
    }

    /// What became of a wait that ended without a message.
    fn unheard(&mut self, ended: Ended) -> Box<Fault> {
        match ended {
            Ended::Late(late) if late.whose == Whose::Machine => self.overloaded(&late),
            Ended::Late(late) => self.late(&late),
            Ended::TooMuch(what) => {
                self.end("it wrote without end");
                Box::new(Fault::new(FaultKind::TooMuch, what.to_string()))
            }
            Ended::Interrupted => interrupted(),
            Ended::Closed => self.crashed("ended"),
            Ended::Io(error) => self.crashed(&error.to_string()),
        }
    }

    /// The machine kept it waiting for so long that nothing can be said of the bot.
    fn overloaded(&mut self, late: &Late) -> Box<Fault> {
        self.starved = true;
        Box::new(Fault::new(FaultKind::Late, format!("the machine is overloaded: {late}")))
    }

    fn late(&mut self, late: &Late) -> Box<Fault> {
        self.count_late();
        Box::new(Fault::new(FaultKind::Late, late.to_string()))
    }

    /// Late again and again, it is started anew.
    pub(super) fn count_late(&mut self) {
        self.late_in_a_row += 1;
        if self.late_in_a_row >= LATE_UNTIL_RESTART {
            self.late_in_a_row = 0;
            self.end("it was late again and again");
        }
    }

    /// A bot that does not read has lost what it was to be told, so it cannot go on.
    fn unread(&mut self, late: Late) -> Box<Fault> {
        self.end(UNREAD);
        let message = format!("{DID_NOT_READ} within {:.2} s", late.used.wall.as_secs_f64());
        Box::new(Fault::new(FaultKind::Late, message))
    }
}

/// A bot's clock that has an eye on the neighbours while the bot is waited for.
struct Watchful<'a> {
    key: &'a Key,
    neighbours: &'a Neighbours,
    core: Option<usize>,
}

impl OwnClock for Watchful<'_> {
    fn processor_time(&self) -> Duration {
        self.key.processor_time()
    }

    fn tasks(&self) -> Vec<TaskTime> {
        self.key.tasks()
    }

    fn stolen(&self) -> Stolen {
        Stolen::now()
    }

    fn glance(&self, now: Instant) {
        self.neighbours.glance(self.core, now);
    }

    fn heard(&self, now: Instant) {
        self.neighbours.heard(self.core, now);
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

/// A plain answer, or one with a memory behind it.
fn is_answer(kind: u8, body: &[u8]) -> bool {
    (kind == b'M' && body.len() == CODE_BYTES) || (kind == b'K' && body.len() >= CODE_BYTES)
}

fn read_code(kind: u8, body: &[u8]) -> Result<Reply<'static>, Box<Fault>> {
    if kind == b'M' {
        return Ok(Reply::Code(code_of(body), None));
    }
    let memory = &body[CODE_BYTES..];
    if memory.len() > LONGEST_MEMORY {
        return Err(Box::new(Fault::new(FaultKind::TooMuch, "a memory of more than 64 KiB")));
    }
    let text = std::str::from_utf8(memory)
        .map_err(|_| Box::new(Fault::new(FaultKind::Unreadable, "a memory that is no text in UTF-8")))?;
    Ok(Reply::Code(code_of(body), Some(text.into())))
}

/// A frame, read as a fuzzer sends it.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_frame(kind: u8, body: &[u8]) -> Option<Result<Reply<'static>, Box<Fault>>> {
    is_answer(kind, body).then(|| {
        let _ = number_of(body);
        read_code(kind, body)
    })
}

fn number_of(body: &[u8]) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|n| body[n]))
}

fn code_of(body: &[u8]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| body[4 + n]))
}

/// The answer in a message.
pub(crate) fn read_answer(line: &[u8]) -> Result<Reply<'_>, Box<Fault>> {
    let unreadable = |what: &str| Box::new(Fault::new(FaultKind::Unreadable, what));
    let said = FromBot::read(line).ok_or_else(|| unreadable("an answer that is no message"))?;
    if said.memory.as_ref().is_some_and(|memory| memory.len() > LONGEST_MEMORY) {
        return Err(Box::new(Fault::new(FaultKind::TooMuch, "a memory of more than 64 KiB")));
    }
    let mv = said.mv.ok_or_else(|| unreadable("an answer without a move"))?;
    Ok(Reply::Json(mv.get(), said.memory.map(String::into_boxed_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(memory: &[u8]) -> Vec<u8> {
        [&7_u32.to_le_bytes()[..], &3_u64.to_le_bytes(), memory].concat()
    }

    #[test]
    fn a_code_comes_alone_or_with_a_memory() {
        let (plain, remembered) = (frame(b""), frame("λ".as_bytes()));
        assert!(is_answer(b'M', &plain) && is_answer(b'K', &plain) && is_answer(b'K', &remembered));
        assert!(!is_answer(b'M', &remembered) && !is_answer(b'K', &plain[1..]) && !is_answer(b'X', &plain));
        assert!(matches!(read_code(b'M', &plain), Ok(Reply::Code(3, None))));
        let read = read_code(b'K', &remembered).unwrap();
        assert!(matches!(read, Reply::Code(3, Some(memory)) if &*memory == "λ"));
    }

    #[test]
    fn a_memory_that_is_too_long_or_no_text_is_a_fault() {
        let kind = |memory: &[u8]| read_code(b'K', &frame(memory)).map(drop).unwrap_err().kind;
        assert_eq!(kind(&vec![b'x'; LONGEST_MEMORY + 1]), FaultKind::TooMuch);
        assert_eq!(kind(&[0xFF]), FaultKind::Unreadable);
        assert!(read_code(b'K', &frame(&vec![b'x'; LONGEST_MEMORY])).is_ok());
    }
}
