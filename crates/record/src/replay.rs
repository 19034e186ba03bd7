//! A recorded game, played again.

use std::num::NonZeroU64;

use arrayvec::ArrayVec;
use croupier_games::{Game, Moment, Seed};

use crate::event::{Event, EventReader};
use crate::fault::{Fault, FaultKind};
use crate::fixture::{EntrantId, Fixture};
use crate::luck::seed_of_deal;
use crate::misstep::Missteps;
use crate::varint;

/// A game as it stands in a record: who sat where, and what happened.
#[derive(Debug, Clone)]
pub struct GameBytes<'a> {
    /// Who sat where.
    pub fixture: Fixture,
    /// What happened, for an [`EventReader`].
    pub events: &'a [u8],
}

/// A game that cannot be replayed: the record is damaged, or from rules of another version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {number} does not replay: {what}")]
pub struct ReplayError {
    /// The game's number.
    pub number: u64,
    /// What does not fit.
    pub what: String,
}

/// Splits the plain bytes of a block into its games; stops where they make no sense.
pub fn games_in(
    first: u64,
    seats: usize,
    games_per_deal: NonZeroU64,
    bytes: &[u8],
) -> impl Iterator<Item = GameBytes<'_>> {
    let mut rest = bytes;
    (first..).map_while(move |number| next_game(number, number / games_per_deal, seats, &mut rest))
}

/// Takes a game off the front; `None` where the bytes make no sense.
pub(crate) fn next_game<'a>(
    number: u64,
    deal: u64,
    seats: usize,
    rest: &mut &'a [u8],
) -> Option<GameBytes<'a>> {
    if rest.is_empty() {
        return None;
    }
    let mut sitting = ArrayVec::new();
    for _ in 0..seats {
        sitting.try_push(EntrantId(u16::try_from(varint::read(rest)?).ok()?)).ok()?;
    }
    let length = varint::read(rest)?;
    let events = varint::take(rest, length)?;
    Some(GameBytes { fixture: Fixture { number, deal, seats: sitting }, events })
}

/// Appends a game to the plain bytes of a block.
pub(crate) fn append(out: &mut Vec<u8>, fixture: &Fixture, events: &[u8]) {
    for entrant in &fixture.seats {
        varint::write(out, u64::from(entrant.0));
    }
    varint::write(out, events.len() as u64);
    out.extend_from_slice(events);
}

/// Plays a recorded game again, telling every moment, and gives its end and what went wrong in it.
pub fn replay<G: Game>(
    recorded: &GameBytes<'_>,
    options: &G::Options,
    tournament: Seed,
    mut tell: impl FnMut(&Moment<'_, G>),
) -> Result<(G, Missteps), ReplayError> {
    replay_with_fuel(recorded, options, tournament, |moment, _| tell(moment))
}

/// The same, telling with every answer the fuel it burnt, where its bot has such a clock.
pub fn replay_with_fuel<G: Game>(
    recorded: &GameBytes<'_>,
    options: &G::Options,
    tournament: Seed,
    mut tell: impl FnMut(&Moment<'_, G>, Option<u64>),
) -> Result<(G, Missteps), ReplayError> {
    let number = recorded.fixture.number;
    let wrong = |what: String| ReplayError { number, what };
    let seed = seed_of_deal(tournament, recorded.fixture.deal);
    let mut game =
        G::deal(recorded.fixture.seats.len(), options, seed).map_err(|error| wrong(error.to_string()))?;
    let mut missteps = Missteps::default();
    let mut events = EventReader::new(recorded.events);
    tell(&Moment::Dealt(&game), None);
    while !events.is_done() {
        let event = events.read().ok_or_else(|| wrong("its moves are not readable".to_owned()))?;
        let fuel = events.burnt();
        let seats = recorded.fixture.seats.len();
        step(&mut game, seats, event, &mut missteps, &mut |moment| tell(moment, fuel))
            .map_err(|bad| wrong(bad.to_string()))?;
    }
    if game.turn().next().is_some() {
        return Err(wrong("it stops before its end".to_owned()));
    }
    tell(&Moment::Ended(&game), None);
    Ok((game, missteps))
}

/// An event that does not fit the position.
#[derive(Debug, thiserror::Error)]
enum BadStep {
    #[error("seat {seat} has something to say, and there are {seats}")]
    NoSuchSeat { seat: u8, seats: usize },
    #[error("it goes on after its end")]
    AfterEnd,
    /// With the rule that it breaks.
    #[error("a recorded move is illegal: {0}")]
    Illegal(String),
    #[error("a move recorded as refused is legal")]
    Legal,
}

/// One event, played and told.
fn step<G: Game>(
    game: &mut G,
    seats: usize,
    event: Event<G::Move>,
    missteps: &mut Missteps,
    tell: &mut impl FnMut(&Moment<'_, G>),
) -> Result<(), BadStep> {
    let seat = match event {
        Event::Stumbled(seat, _) | Event::Remembered(seat, _) if seat.index() >= seats => {
            return Err(BadStep::NoSuchSeat { seat: seat.0, seats });
        }
        Event::Stumbled(seat, fault) => {
            missteps.fault(seat, &fault);
            return Ok(());
        }
        Event::Remembered(..) => return Ok(()),
        _ => game.turn().next().ok_or(BadStep::AfterEnd)?,
    };
    let before = game.clone();
    let (attempt, why) = match event {
        Event::Played(mv) => {
            game.play(seat, mv).map_err(|illegal| BadStep::Illegal(illegal.to_string()))?;
            tell(&Moment::Played { before: &before, after: game, seat, mv });
            return Ok(());
        }
        Event::Refused(mv) => {
            let illegal = game.play(seat, mv).err().ok_or(BadStep::Legal)?;
            missteps.illegal(seat, illegal);
            (Some(mv), illegal.to_string())
        }
        Event::Missed(fault) | Event::Stumbled(_, fault) => {
            missteps.fault(seat, &fault);
            (None, told(&fault))
        }
        Event::Remembered(..) => return Ok(()),
    };
    game.refuse(seat, attempt);
    tell(&Moment::Refused { before: &before, after: game, seat, attempt, why: &why });
    Ok(())
}

/// Why an answer is missing; nothing for one that is out, once it was told why.
fn told(fault: &Fault) -> String {
    let is_told = fault.kind == FaultKind::Disqualified && fault.message.is_empty();
    if is_told { String::new() } else { fault.to_string() }
}
