//! Twelve at a table, as many as can sit down: the sixth game, which the ordinary tests have no other use
//! for, in a record.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_games::{Chance, Game, Seat, Seed};
use croupier_record::{
    Block, Entrant, EntrantId, Fixture, GameScribe, Header, Origin, RecordReader, RecordWriter, TimeSheet,
    game_times, public_events, replay, seed_of_deal,
};
use sealed_bids::{SealedBids, SealedBidsOptions};

include!("../../../tests/sixth-game/as_a_module.rs");

const GAMES: u64 = 5;

fn header() -> Header {
    let entrant = |number: usize| Entrant { name: format!("bot {number}"), ..Entrant::default() };
    let options = serde_json::json!({});
    let entrants = (0..about::MAX_SEATS).map(entrant).collect();
    Header { games: GAMES, ..Header::new(&SealedBids::ABOUT, options, Origin::given(7), entrants) }
}

fn fixture(number: u64) -> Fixture {
    // Everyone sits elsewhere than in the game before.
    let entrant = |seat: u64| EntrantId(((seat + number) % about::MAX_SEATS as u64) as u16);
    let seats = (0..about::MAX_SEATS as u64).map(entrant).collect();
    Fixture { number, deal: number, seats }
}

/// A game of bids at random, with its events.
fn played(seed: Seed) -> (SealedBids, Vec<u8>) {
    let (mut scribe, mut chance) = (GameScribe::default(), Chance::new(seed));
    let mut game = SealedBids::deal(about::MAX_SEATS, &SealedBidsOptions {}, seed).unwrap();
    while let Some(seat) = game.turn().next() {
        let bid = game.any(seat, &mut chance);
        game.play(seat, bid).unwrap();
        scribe.played::<SealedBids>(bid);
        scribe.remembered(seat, &format!("I am in seat {}", seat.0));
    }
    (game, scribe.bytes().to_vec())
}

#[test]
fn games_of_twelve_are_read_back_as_they_were_written_and_replay_to_their_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.croupier");
    let header = header();
    let dealt = |number: u64| seed_of_deal(header.seed(), number);
    let (mut block, mut times) = (Block::new(0), TimeSheet::default());
    for number in 0..GAMES {
        block.push(&fixture(number), &played(dealt(number)).1);
        let thought: Vec<u64> = (0..about::MAX_SEATS as u64).map(|seat| 100 * number + seat).collect();
        times.push(about::MAX_SEATS, &game_times(&thought));
    }
    block.pack().unwrap();
    let mut writer = RecordWriter::create(&path, &header).unwrap();
    writer.block(&block).unwrap();
    writer.times(&times).unwrap();
    writer.finish(Some(GAMES)).unwrap();

    let mut reader = RecordReader::open(&path).unwrap();
    assert_eq!(reader.header().entrants, header.entrants);
    let read = reader.next_block().unwrap().unwrap();
    let games: Vec<_> = read.played(&header).collect();
    assert_eq!(games.len(), GAMES as usize);
    for (number, recorded) in games.iter().enumerate() {
        let (end, missteps) =
            replay::<SealedBids>(recorded, &SealedBidsOptions {}, header.seed(), |_| {}).unwrap();
        assert_eq!(recorded.fixture, fixture(number as u64));
        assert_eq!(end, played(dealt(number as u64)).0);
        assert!(Seat::all(about::MAX_SEATS).all(|seat| missteps.of(seat).is_none()));
    }
    assert!(reader.next_block().unwrap().is_none() && reader.is_complete());
    let (_, sheet) = reader.times().unwrap();
    let thought: Vec<_> = sheet.games(about::MAX_SEATS).map(|times| times[about::MAX_SEATS - 1]).collect();
    assert_eq!(thought, [11, 111, 211, 311, 411]);
}

#[test]
fn what_the_twelfth_remembers_is_shown_to_its_author_and_to_nobody_else() {
    let (seed, last) = (Origin::given(7).seed(), Seat(about::MAX_SEATS as u8 - 1));
    let (_, events) = played(seed_of_deal(seed, 0));
    let game = croupier_record::GameBytes { fixture: fixture(0), events: &events };
    let seen = |own: &[Seat]| {
        let events = public_events::<SealedBids>(&game, &SealedBidsOptions {}, seed, own).unwrap();
        String::from_utf8_lossy(&events).into_owned()
    };
    assert!(seen(&[last]).contains("I am in seat 11") && !seen(&[last]).contains("I am in seat 10"));
    assert!(!seen(&[]).contains("I am in seat"));
}
