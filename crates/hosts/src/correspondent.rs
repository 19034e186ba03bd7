//! Whoever a table's messages go to: a bot in a process, or one in WebAssembly. Bytes go out, a reply comes back; nobody
//! here knows a game.

use std::io;
use std::time::Duration;

use croupier_record::{Fault, OwnTime, Pace};

use crate::foreign::unreadable;
use crate::process::{BotProcess, Reply};
use crate::protocol::Greeting;

/// Writes the body of a message.
pub(crate) type Write<'a> = &'a mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>;

/// Lays a view out at the beginning of a room, and says how long it is.
pub type Lay<'a> = &'a mut dyn FnMut(&mut [u8]) -> usize;

/// A move by its code, from a bot that takes only frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coded {
    /// The code.
    pub code: u64,
    /// The fuel it burnt.
    pub fuel: u64,
}

/// A bot that messages can be sent to.
pub trait Correspondent: Send {
    /// Makes sure that the bot is up: starts it where it is not.
    fn wake(&mut self) -> Result<(), Box<Fault>>;

    /// What the bot said of itself, where it is up.
    fn greeting(&self) -> Greeting;

    /// How often it has been started: what a bot was told before its last start, it does not know any more.
    fn starts(&self) -> u32;

    /// Whether plain asks go to it as frames.
    fn is_framed(&self) -> bool;

    /// Whether even a question that has more to say than its view goes to it as a plain frame.
    fn takes_only_frames(&self) -> bool {
        false
    }

    /// Whether a message of this kind does anything to it; who does not listen need not be told.
    fn listens(&self, _kind: u8) -> bool {
        true
    }

    /// Sends a message, as a frame of this kind or as a line.
    fn send(
        &mut self,
        kind: u8,
        write: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), Box<Fault>>;

    /// A question goes out next: the bot may think until it has answered.
    fn expect_answer(&mut self) {}

    /// How the next questions count.
    fn set_pace(&mut self, _pace: Pace) {}

    /// In an earlier run it failed like this where it has answered now, or was not asked.
    fn failed_then(&mut self, _fault: &Fault) {}

    /// Whether the last answer is missing because the machine gave the bot no processor.
    fn starved(&self) -> bool {
        false
    }

    /// The answer to a question.
    fn answer(&mut self, number: u32) -> Result<Reply<'_>, Box<Fault>>;

    /// The code of the move that answers a view, from a bot that takes only frames and is up: question and answer in one.
    fn code_for(&mut self, _number: u32, _view: Lay<'_>) -> Result<Coded, Box<Fault>> {
        Err(unreadable("a question in its frame", "it is not asked so"))
    }

    /// Counts a game, and puts the bot out where it uses too much over many.
    fn count_game(&mut self);

    /// What the bot has used of a processor, where that is known.
    fn processor_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether answers come only with the next post: the bot plays many games at once.
    fn waits(&self) -> bool {
        false
    }

    /// What the bot used since it was woken, by a clock of its own that is the same on every machine, where it has one.
    fn own_time(&self) -> Option<OwnTime> {
        None
    }
}

impl Correspondent for BotProcess {
    fn wake(&mut self) -> Result<(), Box<Fault>> {
        Self::wake(self)
    }

    fn greeting(&self) -> Greeting {
        Self::greeting(self)
    }

    fn starts(&self) -> u32 {
        Self::starts(self)
    }

    fn is_framed(&self) -> bool {
        Self::is_framed(self)
    }

    fn send(&mut self, kind: u8, write: Write<'_>) -> Result<(), Box<Fault>> {
        Self::send(self, kind, write)
    }

    fn answer(&mut self, number: u32) -> Result<Reply<'_>, Box<Fault>> {
        Self::answer(self, number)
    }

    fn count_game(&mut self) {
        Self::count_game(self);
    }

    fn processor_time(&self) -> Duration {
        Self::processor_time(self)
    }

    fn expect_answer(&mut self) {
        Self::expect_answer(self);
    }

    fn set_pace(&mut self, pace: Pace) {
        Self::set_pace(self, pace);
    }

    fn failed_then(&mut self, fault: &Fault) {
        Self::failed_then(self, fault);
    }

    fn starved(&self) -> bool {
        Self::starved(self)
    }

    fn own_time(&self) -> Option<OwnTime> {
        Self::own_time(self).map(|own| OwnTime::Alone(own.as_nanos() as u64))
    }
}
