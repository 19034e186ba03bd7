//! What went wrong in a game, seat by seat: illegal moves and faults, counted, with the first one in words.

use std::fmt::Display;

use croupier_games::{MAX_SEATS, Seat};

use crate::fault::{Fault, FaultKind};

/// The missteps of one game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Missteps {
    seats: [SeatMissteps; MAX_SEATS],
    any: bool,
}

/// The missteps of one seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeatMissteps {
    /// Moves the rules refused.
    pub illegal: u32,
    /// Crashes, late answers and the like.
    pub faults: u32,
    /// The first of either, in words.
    pub first: Option<String>,
    /// Why the bot is out of the tournament, where it is.
    pub disqualified: Option<String>,
    /// The same, told apart by kind; empty where nothing went wrong.
    pub kinds: Vec<KindOfMisstep>,
}

/// All missteps of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindOfMisstep {
    /// The kind; `None` is an illegal move.
    pub kind: Option<FaultKind>,
    /// How many; for a bot that is out, the turns it missed.
    pub count: u32,
    /// The first of them, in words.
    pub first: String,
}

impl Missteps {
    /// Forgets everything, for the next game.
    #[inline]
    pub fn clear(&mut self) {
        if self.any {
            *self = Self::default();
        }
    }

    /// A move that the rules refused.
    pub fn illegal(&mut self, seat: Seat, why: impl Display) {
        let at = self.at(seat);
        at.illegal += 1;
        at.count(None, &why);
        at.first.get_or_insert_with(|| format!("illegal move: {why}"));
    }

    /// A fault.
    pub fn fault(&mut self, seat: Seat, fault: &Fault) {
        let at = self.at(seat);
        at.count(Some(fault.kind), &fault.message);
        if fault.kind == FaultKind::Disqualified {
            // Every turn it misses from now on is one and the same fault.
            at.disqualified.get_or_insert_with(|| fault.message.clone());
            return;
        }
        at.faults += 1;
        at.first.get_or_insert_with(|| fault.to_string());
    }

    /// The missteps of one seat; `None` where nothing went wrong in the whole game, which is the common case.
    #[inline]
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&SeatMissteps> {
        if self.any { Some(&self.seats[seat.index()]) } else { None }
    }

    /// Whether anything went wrong.
    #[inline]
    #[must_use]
    pub fn any(&self) -> bool {
        self.any
    }

    fn at(&mut self, seat: Seat) -> &mut SeatMissteps {
        self.any = true;
        &mut self.seats[seat.index()]
    }
}

impl SeatMissteps {
    fn count(&mut self, kind: Option<FaultKind>, why: &dyn Display) {
        match self.kinds.iter_mut().find(|known| known.kind == kind) {
            Some(known) => known.count += 1,
            None => self.kinds.push(KindOfMisstep { kind, count: 1, first: why.to_string() }),
        }
    }
}
