//! What happened in a game, as bytes.
//!
//! A legal move is one number, its code doubled; anything else is an odd number that names its kind. Whose move
//! it was follows from the rules, so it is not kept.

use croupier_games::{Game, Move, Seat};

use crate::fault::{Fault, FaultKind};
use crate::varint;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<M> {
    /// A legal move.
    Played(M),
    /// A move that the rules refused; the game's own answer followed.
    Refused(M),
    /// No move came; the game's own answer followed.
    Missed(Fault),
    /// A bot failed while it owed no move; the game went on.
    Stumbled(Seat, Fault),
}

const REFUSED: u64 = 0;
const MISSED: u64 = 1;
const STUMBLED: u64 = 2;

/// Writes the events of a game.
#[derive(Debug, Default)]
pub struct GameScribe {
    bytes: Vec<u8>,
}

impl GameScribe {
    /// Makes ready for the next game, keeping the room it has.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// What has been written.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A legal move.
    #[inline]
    pub fn played<G: Game>(&mut self, mv: G::Move) {
        varint::write(&mut self.bytes, mv.code() << 1);
    }

    /// A refused move.
    pub fn refused<G: Game>(&mut self, mv: G::Move) {
        self.kind(REFUSED);
        varint::write(&mut self.bytes, mv.code());
    }

    /// A missing move.
    pub fn missed(&mut self, fault: &Fault) {
        self.kind(MISSED);
        self.fault(fault);
    }

    /// A fault of a seat that owed no move.
    pub fn stumbled(&mut self, seat: Seat, fault: &Fault) {
        self.kind(STUMBLED);
        self.bytes.push(seat.0);
        self.fault(fault);
    }

    fn kind(&mut self, kind: u64) {
        varint::write(&mut self.bytes, kind << 1 | 1);
    }

    fn fault(&mut self, fault: &Fault) {
        self.bytes.push(fault.kind as u8);
        varint::write(&mut self.bytes, fault.message.len() as u64);
        self.bytes.extend_from_slice(fault.message.as_bytes());
    }
}

/// Reads the events of a game.
#[derive(Debug, Clone)]
pub struct EventReader<'a> {
    rest: &'a [u8],
}

impl<'a> EventReader<'a> {
    /// Reads what a [`GameScribe`] wrote.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether all has been read.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next event; `None` where the bytes make no sense.
    #[inline]
    pub fn read<M: Move>(&mut self) -> Option<Event<M>> {
        let number = varint::read(&mut self.rest)?;
        if number & 1 == 0 {
            return M::from_code(number >> 1).map(Event::Played);
        }
        self.rare(number >> 1)
    }

    fn rare<M: Move>(&mut self, kind: u64) -> Option<Event<M>> {
        match kind {
            REFUSED => M::from_code(varint::read(&mut self.rest)?).map(Event::Refused),
            MISSED => self.fault().map(Event::Missed),
            STUMBLED => {
                let seat = Seat(self.byte()?);
                self.fault().map(|fault| Event::Stumbled(seat, fault))
            }
            _ => None,
        }
    }

    fn fault(&mut self) -> Option<Fault> {
        let kind = *FaultKind::ALL.get(usize::from(self.byte()?))?;
        let length = varint::read(&mut self.rest)?;
        let message = std::str::from_utf8(varint::take(&mut self.rest, length)?).ok()?;
        Some(Fault::new(kind, message))
    }

    fn byte(&mut self) -> Option<u8> {
        varint::take(&mut self.rest, 1).map(|bytes| bytes[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::{Decision, NoThanks};

    #[test]
    fn events_come_back_as_they_were() {
        let late = Fault::new(FaultKind::Late, "thought for 1,204 ms; 1,000 are allowed");
        let mut scribe = GameScribe::default();
        scribe.played::<NoThanks>(Decision::Take);
        scribe.refused::<NoThanks>(Decision::Pass);
        scribe.missed(&late);
        scribe.stumbled(Seat(2), &late);
        let mut reader = EventReader::new(scribe.bytes());
        assert_eq!(reader.read(), Some(Event::Played(Decision::Take)));
        assert_eq!(reader.read(), Some(Event::Refused(Decision::Pass)));
        assert_eq!(reader.read::<Decision>(), Some(Event::Missed(late.clone())));
        assert_eq!(reader.read::<Decision>(), Some(Event::Stumbled(Seat(2), late)));
        assert!(reader.is_done());
        assert_eq!(reader.read::<Decision>(), None);
    }

    #[test]
    fn a_decision_of_no_thanks_is_one_byte() {
        let mut scribe = GameScribe::default();
        scribe.played::<NoThanks>(Decision::Take);
        assert_eq!(scribe.bytes(), [2]);
    }
}
