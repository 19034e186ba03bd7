//! Small records of every game, with all that a record can hold.

use std::fs;

use croupier_games::{Chance, FIRST_GENERATOR, Game, Seed, Visitor, list, with_game};
use croupier_record::{
    Block, EntrantId, FORMAT, Fault, FaultKind, Fixture, GameScribe, Header, RecordWriter, TimeSheet,
    seed_of_deal,
};
use serde_json::json;

const SEED: u64 = 7;
/// As many games as this in each of two blocks.
const GAMES: u64 = 3;

/// A record of each game at each number of seats, its bytes as the program writes them.
pub(crate) fn samples() -> Vec<Vec<u8>> {
    let tables = list::ALL.iter().flat_map(|about| about.seats.iter().map(|&seats| (about.name, seats)));
    tables.map(|(name, seats)| with_game(name, Sample { seats }).unwrap()).collect()
}

struct Sample {
    seats: usize,
}

impl Visitor for Sample {
    type Output = Vec<u8>;

    fn visit<G: Game>(self) -> Vec<u8> {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("record.croupier");
        let header = head::<G>(self.seats);
        let mut writer = RecordWriter::create(&path, &header).unwrap();
        let mut chance = Chance::new(Seed::plain(SEED));
        for first in [0, GAMES] {
            let (mut block, mut times) = (Block::new(first), TimeSheet::default());
            for number in first..first + GAMES {
                let deal = number / header.games_per_deal;
                let seats = (0..self.seats as u16).map(EntrantId).collect();
                let fixture = Fixture { number, deal, seats };
                let dealt = G::deal(self.seats, &G::Options::default(), seed_of_deal(header.seed(), deal));
                block.push(&fixture, &events(dealt.unwrap(), &mut chance));
                times.push(self.seats, &std::array::from_fn(|seat| 1000 * (seat as u64 + number)));
            }
            block.pack().unwrap();
            writer.block(&block).unwrap();
            writer.times(&times).unwrap();
        }
        writer.finish(Some(2 * GAMES)).unwrap();
        fs::read(&path).unwrap()
    }
}

/// The head of a record of players of the house.
fn plain_head<G: Game>(seats: usize) -> serde_json::Value {
    let entrant =
        |n: usize| json!({"name": format!("house:random#{n}"), "bot": "house:random", "hash": "00"});
    json!({
        "format": FORMAT,
        "croupier": "0.1.0",
        "game": G::ABOUT.name,
        "game_version": G::ABOUT.version,
        "options": G::Options::default(),
        "generator": FIRST_GENERATOR,
        "seed": SEED,
        "seats": seats,
        "games": 2 * GAMES,
        "games_per_deal": 1,
        "design": "random",
        "until": if seats == 2 { "decided" } else { "played" },
        "tolerance": 0.0,
        "lanes": 1,
        "instances": "tournament",
        "entrants": (1..=seats).map(entrant).collect::<Vec<_>>(),
        "game_files": true,
    })
}

fn head<G: Game>(seats: usize) -> Header {
    serde_json::from_value(plain_head::<G>(seats)).unwrap()
}

/// A game of random moves, with a fault, a refused move, a note or fuel now and then.
fn events<G: Game>(mut game: G, chance: &mut Chance) -> Vec<u8> {
    let late = Fault::new(FaultKind::Late, "thought for 1,204 ms; 1,000 are allowed");
    let mut scribe = GameScribe::default();
    while let Some(seat) = game.turn().next() {
        match chance.below(60) {
            0 => scribe.stumbled(seat, &late),
            1 => scribe.remembered(seat, "a note"),
            2..=5 => scribe.burnt(20_000 + chance.below(3) as u64),
            6 => {
                scribe.missed(&late);
                game.refuse(seat, None);
                continue;
            }
            _ => {}
        }
        let mv = game.any(seat, chance);
        game.play(seat, mv).unwrap();
        scribe.played::<G>(mv);
        // The same move again: whoever has just moved has no such card left, or it is another's turn.
        if let (true, Some(next)) = (chance.one_in(40), game.turn().next())
            && game.clone().play(next, mv).is_err()
        {
            scribe.refused::<G>(mv);
            game.refuse(next, Some(mv));
        }
    }
    scribe.bytes().to_vec()
}
