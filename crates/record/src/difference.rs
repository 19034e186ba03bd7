//! Where a game that is played again first differs from its record.

use crate::{Event, EventReader, GameBytes};
use croupier_games::{Game, Move};
use serde::{Deserialize, Serialize};

/// A difference, told from the record to what is played now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// In which game.
    pub game: u64,
    /// In which turn, from 1.
    pub turn: u64,
    /// What the record has.
    pub recorded: String,
    /// What happens now.
    pub now: String,
}

impl Difference {
    /// Two events of a turn that differ; without one, the game is over there.
    pub fn between<M: Move>(
        game: u64,
        turn: u64,
        recorded: Option<&Event<M>>,
        now: Option<&Event<M>>,
    ) -> Self {
        Self { game, turn, recorded: words(recorded), now: words(now) }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "game {}, turn {}: the record has {}, now there is {}",
            self.game, self.turn, self.recorded, self.now
        )
    }
}

/// The first difference; `None` where the games are alike. What a fault says is not compared: it often tells
/// a time.
pub fn difference<G: Game>(there: &GameBytes<'_>, now: &[u8]) -> Option<Difference> {
    if there.events == now {
        return None;
    }
    let (mut recorded, mut now) = (EventReader::new(there.events), EventReader::new(now));
    let mut turn = 1;
    loop {
        let (one, other) = (next::<G>(&mut recorded), next::<G>(&mut now));
        if one.is_none() && other.is_none() {
            return None;
        }
        if !alike(one.as_ref(), other.as_ref()) {
            let game = there.fixture.number;
            return Some(Difference::between(game, turn, one.as_ref(), other.as_ref()));
        }
        if one.is_some_and(|event| is_turn(&event)) {
            turn += 1;
        }
    }
}

fn next<G: Game>(events: &mut EventReader<'_>) -> Option<Event<G::Move>> {
    if events.is_done() { None } else { events.read() }
}

/// Whether an event is somebody's turn.
fn is_turn<M>(event: &Event<M>) -> bool {
    matches!(event, Event::Played(_) | Event::Refused(_) | Event::Missed(_))
}

fn alike<M: Move>(one: Option<&Event<M>>, other: Option<&Event<M>>) -> bool {
    match (one, other) {
        (Some(Event::Missed(one)), Some(Event::Missed(other))) => one.kind == other.kind,
        (Some(Event::Stumbled(seat, one)), Some(Event::Stumbled(same, other))) => {
            seat == same && one.kind == other.kind
        }
        (one, other) => one == other,
    }
}

fn words<M: Move>(event: Option<&Event<M>>) -> String {
    let json = |mv: &M| serde_json::to_string(mv).unwrap_or_else(|_| format!("{mv:?}"));
    match event {
        None => "the end".to_owned(),
        Some(Event::Played(mv)) => json(mv),
        Some(Event::Refused(mv)) => format!("{}, refused", json(mv)),
        Some(Event::Missed(fault)) => format!("no move ({fault})"),
        Some(Event::Stumbled(seat, fault)) => format!("a fault of seat {} ({fault})", seat.0 + 1),
        Some(Event::Remembered(seat, memory)) => {
            format!("a note of seat {} ({} bytes)", seat.0 + 1, memory.length)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fault, FaultKind, Fixture, GameScribe};
    use croupier_games::no_thanks::{Decision, NoThanks};

    fn events(last: Decision, late: &str) -> Vec<u8> {
        let mut scribe = GameScribe::default();
        scribe.played::<NoThanks>(Decision::Pass);
        scribe.missed(&Fault::new(FaultKind::Late, late));
        scribe.played::<NoThanks>(last);
        scribe.bytes().to_vec()
    }

    fn compared(there: &[u8], now: &[u8]) -> Option<String> {
        let fixture = Fixture { number: 7, deal: 7, seats: Default::default() };
        difference::<NoThanks>(&GameBytes { fixture, events: there }, now).map(|found| found.to_string())
    }

    #[test]
    fn the_first_turn_that_differs_is_told_and_measured_times_are_not() {
        let there = events(Decision::Take, "thought for 1,204 ms");
        assert_eq!(compared(&there, &events(Decision::Take, "thought for 1,377 ms")), None);
        assert_eq!(
            compared(&there, &events(Decision::Pass, "")).as_deref(),
            Some("game 7, turn 3: the record has \"take\", now there is \"pass\"")
        );
        assert_eq!(
            compared(&there, &there[..there.len() - 1]).as_deref(),
            Some("game 7, turn 3: the record has \"take\", now there is the end")
        );
    }
}
