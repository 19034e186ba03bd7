//! A game as everyone may read it: without what bots asked to be reminded of, and without the words of their
//! faults.
//!
//! A bot's notes are its author's ideas, and the text of an exception may hold a line of its source. Moves,
//! refusals and the kind of every fault stay, so the game replays to the same end.

use croupier_games::{Game, MAX_SEATS, Moment, Seat, Seed};

use crate::event::{Event, EventReader, GameScribe, Memory};
use crate::fault::{Fault, FaultKind};
use crate::replay::{GameBytes, replay};

/// What stands in place of a fault's own words.
pub const UNTOLD: &str = "its author can read why";

/// The events of a game for somebody who may read all of these seats and nothing private of the others;
/// `None` where they make no sense.
pub fn public_events<G: Game>(
    recorded: &GameBytes<'_>,
    options: &G::Options,
    tournament: Seed,
    own: &[Seat],
) -> Option<Vec<u8>> {
    // Whose turn it was stands nowhere, and is needed only where somebody's own faults are kept.
    let turns = if own.is_empty() { Vec::new() } else { turns::<G>(recorded, options, tournament)? };
    let sees = |seat: Option<Seat>| seat.is_some_and(|seat| own.contains(&seat));
    let (mut events, mut scribe) = (EventReader::new(recorded.events), GameScribe::default());
    let mut answers = 0;
    // Fuel stands in front of the notes that came with an answer, and is known when the answer is.
    let mut notes: Vec<(Seat, Memory)> = Vec::new();
    while !events.is_done() {
        let event = events.read::<G::Move>()?;
        let whose = turns.get(answers).copied();
        if let Event::Remembered(seat, memory) = event {
            notes.extend(sees(Some(seat)).then_some((seat, memory)));
            continue;
        }
        if !matches!(event, Event::Stumbled(..)) {
            answers += 1;
            if let Some(fuel) = events.burnt() {
                scribe.burnt(fuel);
            }
        }
        notes.drain(..).for_each(|(seat, memory)| scribe.remembered_as(seat, &memory));
        match event {
            Event::Played(mv) => scribe.played::<G>(mv),
            Event::Refused(mv) => scribe.refused::<G>(mv),
            Event::Missed(fault) if sees(whose) => scribe.missed(&fault),
            Event::Missed(fault) => scribe.missed(&untold(&fault)),
            Event::Stumbled(seat, fault) if sees(Some(seat)) => scribe.stumbled(seat, &fault),
            Event::Stumbled(seat, fault) => scribe.stumbled(seat, &untold(&fault)),
            Event::Remembered(..) => {}
        }
    }
    notes.drain(..).for_each(|(seat, memory)| scribe.remembered_as(seat, &memory));
    Some(scribe.bytes().to_vec())
}

/// Whose each answer was, in order.
fn turns<G: Game>(recorded: &GameBytes<'_>, options: &G::Options, tournament: Seed) -> Option<Vec<Seat>> {
    let mut turns = Vec::with_capacity(MAX_SEATS);
    let played = replay::<G>(recorded, options, tournament, |moment| {
        if let Moment::Played { seat, .. } | Moment::Refused { seat, .. } = moment {
            turns.push(*seat);
        }
    });
    played.ok().map(|_| turns)
}

fn untold(fault: &Fault) -> Fault {
    Fault::new(fault.kind, UNTOLD)
}

/// The first misstep of a seat in words that everyone may read: a broken rule in full, of everything else its
/// kind.
#[must_use]
pub fn public_misstep(words: &str) -> String {
    if words.starts_with("illegal move: ") {
        return words.to_owned();
    }
    let kind = FaultKind::ALL.into_iter().find(|kind| {
        let rest = words.strip_prefix(kind.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
    });
    // Of a bot that is out, only the reason is kept, without its kind.
    kind.unwrap_or(FaultKind::Disqualified).as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{EntrantId, Fixture};
    use croupier_games::no_thanks::{Decision, NoThanks};

    type Options = <NoThanks as Game>::Options;

    const SECRET: &str = "ValueError: my secret plan";

    /// A game in which every third answer is missing, one seat remembers, and one stumbles.
    fn events() -> Vec<u8> {
        let mut scribe = GameScribe::default();
        let mut game =
            NoThanks::deal(3, &Options::default(), crate::seed_of_deal(Seed::plain(7), 0)).unwrap();
        scribe.stumbled(Seat(1), &Fault::new(FaultKind::Crashed, SECRET));
        let mut answers = 0;
        while let Some(seat) = game.turn().next() {
            answers += 1;
            scribe.burnt(1_000 + answers % 2);
            if answers % 3 == 0 {
                scribe.missed(&Fault::new(FaultKind::Crashed, SECRET));
                game.refuse(seat, None);
                continue;
            }
            if seat == Seat(2) {
                scribe.remembered(seat, &SECRET.repeat(1_000));
            }
            let decision =
                if game.play(seat, Decision::Pass).is_ok() { Decision::Pass } else { Decision::Take };
            if decision == Decision::Take {
                game.play(seat, decision).unwrap();
            }
            scribe.played::<NoThanks>(decision);
        }
        scribe.bytes().to_vec()
    }

    fn public(events: &[u8], own: &[Seat]) -> Vec<u8> {
        let seats = (0..3).map(EntrantId).collect();
        let recorded = GameBytes { fixture: Fixture { number: 0, deal: 0, seats }, events };
        public_events::<NoThanks>(&recorded, &Options::default(), Seed::plain(7), own).unwrap()
    }

    fn secrets(events: &[u8]) -> usize {
        events.windows(SECRET.len()).filter(|window| *window == SECRET.as_bytes()).count()
    }

    #[test]
    fn nothing_private_is_left_and_the_game_replays_to_the_same_end() {
        let whole = events();
        assert!(secrets(&whole) > 10);
        let bare = public(&whole, &[]);
        assert_eq!(secrets(&bare), 0);
        let end = |events: &[u8]| {
            let seats = (0..3).map(EntrantId).collect();
            let recorded = GameBytes { fixture: Fixture { number: 0, deal: 0, seats }, events };
            let (game, missteps) =
                replay::<NoThanks>(&recorded, &Options::default(), Seed::plain(7), |_| {}).unwrap();
            let faults = [0, 1, 2].map(|seat| missteps.of(Seat(seat)).map_or(0, |seat| seat.faults));
            (game.scores().to_vec(), faults)
        };
        assert_eq!(end(&whole), end(&bare));
        assert_eq!(public(&bare, &[]), bare);
    }

    #[test]
    fn an_author_reads_all_of_their_own_seat_and_nothing_of_the_others() {
        let whole = events();
        let own: Vec<usize> = (0..3).map(|seat| secrets(&public(&whole, &[Seat(seat)]))).collect();
        assert!(own.iter().all(|&seen| seen > 0), "{own:?}");
        assert_eq!(own.iter().sum::<usize>(), secrets(&whole));
        assert_eq!(public(&whole, &[Seat(0), Seat(1), Seat(2)]), whole, "to the last byte");
    }

    #[test]
    fn of_a_misstep_everyone_reads_the_rule_or_the_kind() {
        let rule = "illegal move: there are no coins left";
        assert_eq!(public_misstep(rule), rule);
        assert_eq!(public_misstep(&format!("crashed: {SECRET}")), "crashed");
        assert_eq!(public_misstep("unreadable answer: {\"secret\""), "unreadable answer");
        assert_eq!(public_misstep("crashed"), "crashed");
        assert_eq!(public_misstep(SECRET), "disqualified");
        assert_eq!(public_misstep("latest news"), "disqualified");
    }
}
