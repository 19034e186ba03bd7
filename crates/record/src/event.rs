//! What happened in a game, as bytes.
//!
//! A legal move is one number, its code doubled; anything else is an odd number that names its kind. Whose
//! move it was follows from the rules, so it is not kept. Fuel stands in front of the answer that burnt it,
//! where the bot has a clock of that kind, in one byte where it was burnt in the game before (`fuel.rs`), and
//! costs nothing where it has not.

use croupier_games::{Game, Move, Seat};

use crate::fault::{Fault, FaultKind};
use crate::fuel::{PLACES, SeenFuel};
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
    /// A seat asked to be reminded of this with its next question.
    Remembered(Seat, Memory),
}

/// What a bot asked to be reminded of, as far as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Its beginning, up to 10 kB.
    pub start: String,
    /// How long all of it was, in bytes.
    pub length: u64,
    /// A hash of all of it.
    pub hash: [u8; 8],
}

/// So much of a memory is kept.
const KEPT_MEMORY: usize = 10_000;

impl Memory {
    /// What is kept of a memory.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut end = text.len().min(KEPT_MEMORY);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let hash = blake3::hash(text.as_bytes());
        let hash = std::array::from_fn(|n| hash.as_bytes()[n]);
        Self { start: text[..end].to_owned(), length: text.len() as u64, hash }
    }
}

const REFUSED: u64 = 0;
const MISSED: u64 = 1;
const STUMBLED: u64 = 2;
const REMEMBERED: u64 = 3;
const BURNT: u64 = 4;
/// The first of as many kinds as there are places for fuel that was seen: each stands for the fuel in its
/// place.
const AGAIN: u64 = 5;
const AGAIN_KIND: u8 = (AGAIN << 1 | 1) as u8;
// All of them are written in one byte.
const _: () = assert!((AGAIN + PLACES) << 1 <= 0x80);

/// Writes the events of a game.
#[derive(Debug, Default)]
pub struct GameScribe {
    bytes: Vec<u8>,
    seen: SeenFuel,
}

impl GameScribe {
    /// Makes ready for the next game, keeping the room it has.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.seen.clear();
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

    /// What a seat wants to be reminded of.
    pub fn remembered(&mut self, seat: Seat, text: &str) {
        self.remembered_as(seat, &Memory::of(text));
    }

    /// The same, as far as a record kept it.
    pub fn remembered_as(&mut self, seat: Seat, memory: &Memory) {
        self.kind(REMEMBERED);
        self.bytes.push(seat.0);
        varint::write(&mut self.bytes, memory.length);
        self.bytes.extend_from_slice(&memory.hash);
        self.text(&memory.start);
    }

    /// The fuel of the answer that is written next.
    #[inline]
    pub fn burnt(&mut self, fuel: u64) {
        let (place, before) = self.seen.see(fuel);
        match before {
            true => self.bytes.push(AGAIN_KIND + 2 * place),
            false => self.first_burnt(fuel),
        }
    }

    /// Apart, so that the usual way stays short: modules answer as quickly as players of the house.
    #[inline(never)]
    fn first_burnt(&mut self, fuel: u64) {
        self.kind(BURNT);
        varint::write(&mut self.bytes, fuel);
    }

    fn text(&mut self, text: &str) {
        varint::write(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn kind(&mut self, kind: u64) {
        varint::write(&mut self.bytes, kind << 1 | 1);
    }

    fn fault(&mut self, fault: &Fault) {
        self.bytes.push(fault.kind as u8);
        self.text(&fault.message);
    }
}

/// Reads the events of a game.
#[derive(Debug, Clone)]
pub struct EventReader<'a> {
    rest: &'a [u8],
    /// The fuel of the answer that comes next, and of the one read last.
    coming: Option<u64>,
    burnt: Option<u64>,
    seen: SeenFuel,
}

impl<'a> EventReader<'a> {
    /// Reads what a [`GameScribe`] wrote.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, coming: None, burnt: None, seen: SeenFuel::default() }
    }

    /// Whether all has been read.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next event; `None` where the bytes make no sense.
    #[inline]
    pub fn read<M: Move>(&mut self) -> Option<Event<M>> {
        let mut number = varint::read(&mut self.rest)?;
        while number & 1 == 1 {
            match number >> 1 {
                BURNT => {
                    let fuel = varint::read(&mut self.rest)?;
                    self.seen.see(fuel);
                    self.coming = Some(fuel);
                }
                kind => match kind.checked_sub(AGAIN).and_then(|place| self.seen.at(place)) {
                    Some(fuel) => self.coming = Some(fuel),
                    None => return self.rare(kind),
                },
            }
            number = varint::read(&mut self.rest)?;
        }
        self.burnt = self.coming.take();
        M::from_code(number >> 1).map(Event::Played)
    }

    /// The fuel that the last answer burnt, played, refused or missing; `None` where its bot has no such
    /// clock.
    #[must_use]
    pub fn burnt(&self) -> Option<u64> {
        self.burnt
    }

    fn rare<M: Move>(&mut self, kind: u64) -> Option<Event<M>> {
        if matches!(kind, REFUSED | MISSED) {
            self.burnt = self.coming.take();
        }
        match kind {
            REFUSED => M::from_code(varint::read(&mut self.rest)?).map(Event::Refused),
            MISSED => self.fault().map(Event::Missed),
            STUMBLED => {
                let seat = Seat(self.byte()?);
                self.fault().map(|fault| Event::Stumbled(seat, fault))
            }
            REMEMBERED => {
                let seat = Seat(self.byte()?);
                let length = varint::read(&mut self.rest)?;
                let hash = varint::take(&mut self.rest, 8)?;
                let hash = std::array::from_fn(|n| hash[n]);
                Some(Event::Remembered(seat, Memory { start: self.text()?.to_owned(), length, hash }))
            }
            _ => None,
        }
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = varint::read(&mut self.rest)?;
        std::str::from_utf8(varint::take(&mut self.rest, length)?).ok()
    }

    fn fault(&mut self) -> Option<Fault> {
        let kind = *FaultKind::ALL.get(usize::from(self.byte()?))?;
        Some(Fault::new(kind, self.text()?))
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
        scribe.remembered(Seat(1), &"ä".repeat(9000));
        let mut reader = EventReader::new(scribe.bytes());
        assert_eq!(reader.read(), Some(Event::Played(Decision::Take)));
        assert_eq!(reader.read(), Some(Event::Refused(Decision::Pass)));
        assert_eq!(reader.read::<Decision>(), Some(Event::Missed(late.clone())));
        assert_eq!(reader.read::<Decision>(), Some(Event::Stumbled(Seat(2), late)));
        let Some(Event::Remembered(Seat(1), memory)) = reader.read::<Decision>() else { panic!("no memory") };
        assert_eq!((memory.start.len(), memory.length), (10_000, 18_000));
        assert_eq!(memory, Memory::of(&"ä".repeat(9000)));
        assert!(reader.is_done());
        assert_eq!(reader.read::<Decision>(), None);
    }

    #[test]
    fn fuel_belongs_to_the_answer_behind_it_and_to_no_other() {
        let mut scribe = GameScribe::default();
        scribe.burnt(23_400);
        scribe.remembered(Seat(0), "a note");
        scribe.played::<NoThanks>(Decision::Take);
        scribe.played::<NoThanks>(Decision::Pass);
        scribe.burnt(7);
        scribe.missed(&Fault::new(FaultKind::Late, "late"));
        let mut reader = EventReader::new(scribe.bytes());
        assert!(matches!(reader.read::<Decision>(), Some(Event::Remembered(..))));
        assert_eq!((reader.read(), reader.burnt()), (Some(Event::Played(Decision::Take)), Some(23_400)));
        assert_eq!((reader.read(), reader.burnt()), (Some(Event::Played(Decision::Pass)), None));
        assert!(matches!(reader.read::<Decision>(), Some(Event::Missed(_))));
        assert_eq!(reader.burnt(), Some(7));
        assert!(reader.is_done());
    }

    #[test]
    fn fuel_that_was_burnt_before_in_a_game_takes_one_byte() {
        let fuels = [300, 1 << 40, 300, 0, u64::MAX, 300, 300 + PLACES, 300, 1 << 40];
        let mut scribe = GameScribe::default();
        for game in 0..2 {
            scribe.clear();
            let mut lengths = Vec::new();
            for fuel in fuels {
                let before = scribe.bytes().len();
                scribe.burnt(fuel);
                lengths.push(scribe.bytes().len() - before);
                scribe.played::<NoThanks>(Decision::Take);
            }
            // What another fuel has taken the place of is told in full again; a new game knows nothing of the
            // last.
            assert_eq!(lengths, [3, 7, 1, 2, 11, 1, 3, 3, 1], "game {game}");
            let mut reader = EventReader::new(scribe.bytes());
            for fuel in fuels {
                assert_eq!(
                    (reader.read(), reader.burnt()),
                    (Some(Event::Played(Decision::Take)), Some(fuel))
                );
            }
            assert!(reader.is_done());
        }
    }

    #[test]
    fn fuel_that_is_told_in_full_every_time_reads_the_same() {
        // As records were written before fuels were remembered: 300 and a decision, twice.
        let mut reader = EventReader::new(&[9, 0xac, 2, 2, 9, 0xac, 2, 0]);
        for decision in [Decision::Take, Decision::Pass] {
            assert_eq!((reader.read(), reader.burnt()), (Some(Event::Played(decision)), Some(300)));
        }
        assert!(reader.is_done());
    }

    #[test]
    fn a_decision_of_no_thanks_is_one_byte() {
        let mut scribe = GameScribe::default();
        scribe.played::<NoThanks>(Decision::Take);
        assert_eq!(scribe.bytes(), [2]);
    }
}
