//! Every game goes on from any of its turns: the past is as recorded, and the rest is a game.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_arena::{Crew, NoPast, Past, Table};
use croupier_bots::{Housed, Random};
use croupier_games::{Game, Moment, Seed, Visitor, list, with_game};
use croupier_record::{EntrantId, Fixture, GameBytes, Player, replay, seed_of_deal};

const SEED: Seed = Seed::plain(2026);

fn crew<G: Game>(seats: usize) -> Crew<G> {
    let random = |_| -> Box<dyn Player<G>> { Box::new(Housed::new(Random)) };
    Crew::new((0..seats).map(random).collect(), (0..seats).map(|seat| format!("bot {seat}")).collect())
}

/// The moves of a game with their seats.
fn moves<G: Game>(fixture: &Fixture, events: &[u8]) -> Vec<(u8, Option<G::Move>)> {
    let mut moves = Vec::new();
    let recorded = GameBytes { fixture: fixture.clone(), events };
    replay::<G>(&recorded, &G::Options::default(), SEED, |moment| match moment {
        Moment::Played { seat, mv, .. } => moves.push((seat.0, Some(*mv))),
        Moment::Refused { seat, attempt, .. } => moves.push((seat.0, *attempt)),
        _ => {}
    })
    .unwrap();
    moves
}

struct GoesOn;

impl Visitor for GoesOn {
    type Output = ();
    fn visit<G: Game>(self) {
        let seats = *G::ABOUT.seats.last().unwrap();
        let fixture = Fixture { number: 3, deal: 3, seats: (0..seats as u16).map(EntrantId).collect() };
        let dealt = || G::deal(seats, &G::Options::default(), seed_of_deal(SEED, 3)).unwrap();
        let mut table = Table::default();
        table.play(dealt(), SEED.child(3), &fixture, &mut crew::<G>(seats));
        let events = table.events().to_vec();
        let there = moves::<G>(&fixture, &events);
        let all = there.len() as u64;
        for turns in [0, 1, 2, 5, all / 2, all - 1, all] {
            // Other luck for the players: from here on they choose otherwise.
            let past = Past { events: &events, turns };
            let end = table.go_on(dealt(), SEED.child(99), &fixture, &mut crew::<G>(seats), past);
            assert!(end.unwrap().turn().next().is_none());
            let now = moves::<G>(&fixture, table.events());
            // A turn of several at once is played again whole or not at all.
            let kept = turns.saturating_sub(seats as u64 - 1) as usize;
            assert_eq!(now[..kept], there[..kept], "{} from turn {turns}", G::ABOUT.name);
        }
        let past = Past { events: &events, turns: all + 1 };
        let beyond = table.go_on(dealt(), SEED, &fixture, &mut crew::<G>(seats), past);
        assert_eq!(beyond, Err(NoPast::Shorter(all)));
    }
}

#[test]
fn every_game_goes_on_from_any_of_its_turns() {
    for about in list::ALL {
        with_game(about.name, GoesOn).unwrap();
    }
}
