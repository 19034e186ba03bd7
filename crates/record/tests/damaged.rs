//! A record is foreign input: whatever its bytes, it is read or refused, and nothing panics or runs on for
//! ever.

#![allow(clippy::unwrap_used)] // A test may.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use croupier_games::{Chance, Game, Seed, Visitor, with_game};
use croupier_record::{Block, Header, RecordError, RecordReader, games_in, replay_with_fuel};

#[path = "../../../tests/damage/mod.rs"]
mod damage;

use damage::parts::Section;
use damage::{Parts, damaged, samples};

/// Reads all of a record and plays its games again; gives how many could be.
fn read(bytes: &[u8]) -> Result<u64, RecordError> {
    let name = Path::new("a record");
    let times = RecordReader::in_memory(name, bytes)?.times();
    let mut reader = RecordReader::in_memory(name, bytes)?;
    let header = reader.header().clone();
    if let Ok((_, sheet)) = times {
        assert_eq!(sheet.games(header.seats).count(), sheet.into_games(header.seats).count());
    }
    for game in [0, 5, u64::MAX] {
        let _ = RecordReader::in_memory(name, bytes)?.block_with(game);
    }
    let mut replayed = 0;
    while let Some(block) = reader.next_block()? {
        for id in games_in(block.first, header.seats, header.games_per_deal, &block.plain)
            .flat_map(|game| game.fixture.seats)
        {
            assert!(id.index() < header.entrants.len(), "a stranger sits at a table");
        }
        replayed += with_game(&header.game, Replay { header: &header, block: &block }).unwrap_or(0);
    }
    Ok(replayed)
}

struct Replay<'a> {
    header: &'a Header,
    block: &'a Block,
}

impl Visitor for Replay<'_> {
    type Output = u64;

    fn visit<G: Game>(self) -> u64 {
        let Ok(options) = serde_json::from_value::<G::Options>(self.header.options.clone()) else { return 0 };
        let (header, block) = (self.header, self.block);
        games_in(block.first, header.seats, header.games_per_deal, &block.plain)
            .filter(|game| replay_with_fuel::<G>(game, &options, header.seed(), |_, _| {}).is_ok())
            .count() as u64
    }
}

#[test]
fn whole_records_of_every_game_are_read_to_their_end() {
    for bytes in samples() {
        assert_eq!(read(&bytes).unwrap(), 6);
        assert_eq!(Parts::of(&bytes).bytes(), bytes, "taken apart and put together it is the same");
    }
}

#[test]
fn damaged_records_are_read_or_refused_and_never_panic() {
    let records = samples();
    let mut refused = 0;
    for seed in 0..4000 {
        let bytes = damaged(&mut Chance::new(Seed::plain(seed)), &records);
        match catch_unwind(AssertUnwindSafe(|| read(&bytes))) {
            Ok(result) => refused += u64::from(result.is_err()),
            Err(_) => panic!("seed {seed}"),
        }
    }
    assert!((1000..3800).contains(&refused), "{refused} of 4000 refused: is the damage real?");
}

/// A record of No Thanks! for two with this done to it.
fn spoilt(spoil: impl FnOnce(&mut Parts)) -> Result<u64, RecordError> {
    let mut parts = samples()
        .iter()
        .map(|bytes| Parts::of(bytes))
        .find(|parts| parts.head["game"] == "no-thanks" && parts.head["seats"] == 2)
        .unwrap();
    spoil(&mut parts);
    read(&parts.bytes())
}

#[test]
fn every_number_of_the_head_is_checked() {
    for (key, value, word) in [
        ("seats", serde_json::json!(0), "0 seats"),
        ("seats", serde_json::json!(6), "6 seats"),
        ("seats", serde_json::json!(u64::MAX), "seats"),
        ("lanes", serde_json::json!(0), "0 lanes"),
        ("lanes", serde_json::json!(u32::MAX), "4294967295 lanes"),
        ("entrants", serde_json::json!([]), "0 entrants"),
        ("tolerance", serde_json::json!(-1.0), "a tolerance of -1"),
        ("generator", serde_json::json!("dice"), "the generator \"dice\""),
        ("games", serde_json::json!(u64::MAX), "18446744073709551615 games"),
    ] {
        let error = spoilt(|parts| parts.head[key] = value).unwrap_err();
        let head = matches!(error, RecordError::BadHead { .. } | RecordError::OtherGenerator { .. });
        assert!(head, "{key}: {error:?}");
        assert!(error.to_string().contains(word), "{key}: {error}");
    }
}

#[test]
fn a_record_says_which_part_of_its_head_cannot_be_read() {
    let error = spoilt(|parts| parts.head["design"] = serde_json::json!("upside-down")).unwrap_err();
    assert!(error.to_string().contains("upside-down"), "{error}");
}

#[test]
fn strangers_and_doubles_at_a_table_are_damage() {
    for ids in [[0, 2], [1, 1]] {
        let spoil = |parts: &mut Parts| parts.sections[1].plain[..2].copy_from_slice(&ids);
        assert!(matches!(spoilt(spoil), Err(RecordError::Damaged { first: 3, .. })), "{ids:?}");
    }
}

#[test]
fn a_block_that_holds_more_or_fewer_games_than_it_says_is_damaged() {
    for count in [0, 2, 4, u32::MAX] {
        let spoil = |parts: &mut Parts| parts.sections[1].count = count;
        assert!(matches!(spoilt(spoil), Err(RecordError::Damaged { first: 3, .. })), "{count}");
    }
    let more = |parts: &mut Parts| parts.sections[1].plain.push(0);
    assert!(matches!(spoilt(more), Err(RecordError::Damaged { first: 3, .. })));
}

#[test]
fn blocks_follow_each_other() {
    for first in [0, 2, 4, u64::MAX] {
        let spoil = |parts: &mut Parts| parts.sections[1].first = first;
        assert!(spoilt(spoil).is_err(), "{first}");
    }
}

#[test]
fn a_fault_of_a_seat_that_is_not_there_is_told() {
    let whole = spoilt(|_| {}).unwrap();
    let game = |parts: &mut Parts| {
        // Game 3: two seats, then a fault of seat 200 that owed no move, before anything else.
        let plain = &mut parts.sections[1].plain;
        let stumbled = [5, 200, 1, 0];
        assert!(plain[2] < 0x80 - stumbled.len() as u8, "its length is one byte");
        plain[2] += stumbled.len() as u8;
        drop(plain.splice(3..3, stumbled));
    };
    assert_eq!(spoilt(game).unwrap(), whole - 1);
}

#[test]
fn a_small_block_that_unpacks_to_a_gigabyte_is_refused_by_what_it_says() {
    let bomb = |parts: &mut Parts| {
        parts.sections[1].plain = vec![0; 64 << 20];
        parts.sections[1].says_plain = Some(100);
    };
    assert!(matches!(spoilt(bomb), Err(RecordError::Damaged { first: 3, .. })));
    let times = Section { kind: 3, first: 0, count: 0, plain: vec![0; 64 << 20], says_plain: Some(u32::MAX) };
    assert!(spoilt(|parts| parts.sections[3] = times).is_err());
}
