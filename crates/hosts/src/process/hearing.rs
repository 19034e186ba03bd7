//! Waiting for a bot's answer, and telling it from everything else it says.

use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind};

use super::{BotProcess, Reply, State, told};
use crate::protocol::{FromBot, Kind, LONGEST_MEMORY};
use crate::wire::{Broken, Message};

/// An answer that is there within this time needs no look at the processor's clock.
const MOMENT: Duration = Duration::from_millis(20);
/// While waiting for a slow one, its clock is looked at so often.
const LOOK: Duration = Duration::from_millis(50);
/// A question's number and a move's code.
const CODE_BYTES: usize = 12;
/// Late so often in a row, a bot is taken to hang, and started again.
const LATE_UNTIL_RESTART: u32 = 2;

impl BotProcess {
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
            Some(Message::Frame { kind, body }) => read_code(kind, body),
            Some(Message::Json(line)) => read_answer(line),
            None => Err(Box::new(Fault::new(FaultKind::Unreadable, "said nothing"))),
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

    /// Waits for a message. The bot's own processor time decides whether it is late; a busy machine is no fault of
    /// its own, and the clock on the wall has the last word.
    pub(super) fn wait(&mut self, limit: Duration) -> Result<(), Box<Fault>> {
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

    pub(super) fn late(&mut self, message: String) -> Box<Fault> {
        self.late_in_a_row += 1;
        if self.late_in_a_row >= LATE_UNTIL_RESTART {
            self.late_in_a_row = 0;
            self.end("it was late again and again");
        }
        Box::new(Fault::new(FaultKind::Late, message))
    }

    pub(super) fn broken(&mut self, broken: Broken, too_long: &str) -> Box<Fault> {
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
