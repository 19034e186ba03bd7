//! One wait for one bot: from a question's first byte out to its answer's last byte in, or the same for its
//! hello.
//!
//! It is begun once. Neither bytes nor whole messages of a bot's move its end, and there is a bound on both.
//! It looks at the clocks and at the [`Interrupt`] again and again, and knows nothing of what messages mean.

use std::fmt;
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;
use crate::pipes::Link;
use crate::time::limit::{Late, OwnClock, WaitLimit};
use crate::time::own_time::Used;
use crate::wire::{Broken, Wire};

/// The most that a bot may write in one wait: prints, answers to earlier questions, and the answer.
pub(crate) const MOST_BYTES: u64 = 4 << 20;
/// The most messages that it may write in one wait.
pub(crate) const MOST_MESSAGES: u32 = 10_000;
/// An answer that is there within this time needs no look at the processor's clock; for short limits, within
/// a quarter of them.
const MOMENT: Duration = Duration::from_millis(20);
const MOMENT_OF_LIMIT: u32 = 4;
/// After so long the neighbours are looked at, since they may be in its way, and after so long again.
const GLANCE: Duration = Duration::from_millis(1);
const SECOND_GLANCE: Duration = Duration::from_millis(2);
/// Looks are never closer together than this.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);
/// While waiting for a slow one, its clock is looked at so often.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A wait, from its beginning.
#[derive(Debug, Clone)]
pub(crate) struct Wait {
    limit: WaitLimit,
    /// When the bot's own clock is looked at for the first time.
    moment: Instant,
    next_look: Instant,
    glances: u32,
    /// How much the bot had written when the wait began.
    received: u64,
    messages: u32,
}

/// Why a wait ended without what was waited for.
#[derive(Debug)]
pub(crate) enum WaitFailure {
    /// The bot's time is over.
    Late(Late),
    /// The bot wrote more than it may.
    TooMuch(TooMuch),
    /// From outside.
    Interrupted,
    /// The bot has gone.
    Closed,
    /// The system says no.
    Io(std::io::Error),
}

/// What a bot wrote too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMuch {
    Message,
    Bytes,
    Messages,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message => f.write_str("an answer longer than a megabyte"),
            Self::Bytes => write!(f, "more than {} MiB while one answer was waited for", MOST_BYTES >> 20),
            Self::Messages => write!(f, "more than {MOST_MESSAGES} lines while one answer was waited for"),
        }
    }
}

impl Wait {
    /// Begins now.
    pub(crate) fn begin<L: Link>(allowed: Duration, wire: &Wire<L>) -> Self {
        Self::with(WaitLimit::begin(allowed, wire.now()), allowed, wire)
    }

    /// The same for a bot that is being started.
    pub(crate) fn begin_start<L: Link>(allowed: Duration, wire: &Wire<L>) -> Self {
        Self::with(WaitLimit::begin_start(allowed, wire.now()), allowed, wire)
    }

    /// The same with a patient limit.
    pub(crate) fn patient(self) -> Self {
        Self { limit: self.limit.patient(), ..self }
    }

    fn with<L: Link>(limit: WaitLimit, allowed: Duration, wire: &Wire<L>) -> Self {
        let now = wire.now();
        let moment = now + MOMENT.min(allowed / MOMENT_OF_LIMIT);
        let next_look = moment.min(now + GLANCE);
        Self { limit, moment, next_look, glances: 0, received: wire.received(), messages: 0 }
    }

    /// Sends all that is to be sent.
    pub(crate) fn send<L: Link>(
        &mut self,
        wire: &mut Wire<L>,
        clock: &impl OwnClock,
        interrupt: &Interrupt,
    ) -> Result<(), WaitFailure> {
        while let Err(broken) = wire.flush(self.next_look) {
            match ended(broken) {
                Some(ended) => return Err(ended),
                None => self.look(wire.now(), clock, interrupt)?,
            }
        }
        Ok(())
    }

    /// Waits for the next whole message, whatever became of those before it.
    pub(crate) fn hear<L: Link>(
        &mut self,
        wire: &mut Wire<L>,
        clock: &impl OwnClock,
        interrupt: &Interrupt,
    ) -> Result<(), WaitFailure> {
        if self.messages > 0 {
            self.count(wire)?;
            let now = wire.now();
            if now >= self.next_look {
                self.look(now, clock, interrupt)?;
            }
        }
        self.messages += 1;
        while let Err(broken) = wire.wait_for_message(self.next_look) {
            match ended(broken) {
                Some(ended) => return Err(ended),
                None => self.look(wire.now(), clock, interrupt)?,
            }
        }
        if self.glances > 0 {
            clock.heard(wire.now());
        }
        Ok(())
    }

    /// What was used by now, where it took so long that the clocks were looked at.
    pub(crate) fn used<L: Link>(&self, wire: &Wire<L>, clock: &impl OwnClock) -> Option<Used> {
        if self.glances == 0 { None } else { self.limit.used(wire.now(), clock) }
    }

    /// Ends the wait where what came before was enough for any bot.
    fn count<L: Link>(&self, wire: &Wire<L>) -> Result<(), WaitFailure> {
        if wire.received() - self.received > MOST_BYTES {
            return Err(WaitFailure::TooMuch(TooMuch::Bytes));
        }
        if self.messages >= MOST_MESSAGES {
            return Err(WaitFailure::TooMuch(TooMuch::Messages));
        }
        Ok(())
    }

    fn look(
        &mut self,
        now: Instant,
        clock: &impl OwnClock,
        interrupt: &Interrupt,
    ) -> Result<(), WaitFailure> {
        if interrupt.is_raised() {
            return Err(WaitFailure::Interrupted);
        }
        clock.glance(now);
        self.glances += 1;
        if now < self.moment {
            let next = if self.glances == 1 { now + SECOND_GLANCE } else { self.moment };
            self.next_look = next.min(self.moment);
            return Ok(());
        }
        let left = self.limit.look(now, clock).map_err(WaitFailure::Late)?;
        self.next_look = (now + left.clamp(SHORTEST_LOOK, LOOK)).min(self.limit.wall_end());
        Ok(())
    }
}

/// Why a wait is over for good; `None` where it was only time to look at the clocks.
fn ended(broken: Broken) -> Option<WaitFailure> {
    match broken {
        Broken::TimeUp => None,
        Broken::Closed => Some(WaitFailure::Closed),
        Broken::TooLong => Some(WaitFailure::TooMuch(TooMuch::Message)),
        Broken::Io(error) => Some(WaitFailure::Io(error)),
    }
}

#[cfg(test)]
mod tests;
