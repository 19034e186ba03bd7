//! One golden game per game of the list: its story, word for word, from a fixed seed and random players.
//!
//! A change of rules, luck or wording shows here. `UPDATE=1` writes the files anew; read the difference before you
//! keep it.

#![allow(clippy::unwrap_used)] // A test may.

use std::fs;
use std::num::NonZeroU64;
use std::path::PathBuf;

use croupier_arena::{Crew, Table};
use croupier_bots::{Housed, Random};
use croupier_games::{Game, Seed, Visitor, list, with_game};
use croupier_record::{
    Design, Entrant, EntrantId, FORMAT, Fixture, GameBytes, Header, Instances, Player, Until, seed_of_deal,
};
use croupier_report::story;

const SEED: Seed = Seed(2026);
const NAMES: [&str; 5] = ["Ada", "Ben", "Cleo", "Dan", "Eve"];

fn header<G: Game>(seats: usize) -> Header {
    let entrant =
        |name: &&str| Entrant { name: (*name).to_owned(), bot: "house:random".into(), ..Entrant::default() };
    Header {
        format: FORMAT,
        croupier: String::new(),
        game: G::ABOUT.name.into(),
        game_version: G::ABOUT.version,
        options: serde_json::to_value(G::Options::default()).unwrap(),
        generator: String::new(),
        seed: SEED,
        seats,
        games: 1,
        games_per_deal: NonZeroU64::MIN,
        design: Design::default(),
        until: Until::default(),
        tolerance: 0.0,
        lanes: 1,
        instances: Instances::default(),
        entrants: NAMES.iter().take(seats).map(entrant).collect(),
        game_files: false,
    }
}

/// The story of game 0 among random players.
fn told<G: Game>(seats: usize) -> String {
    let random = |_| -> Box<dyn Player<G>> { Box::new(Housed::new(Random)) };
    let mut crew =
        Crew::new((0..seats).map(random).collect(), NAMES[..seats].iter().map(ToString::to_string).collect());
    let fixture = Fixture { number: 0, deal: 0, seats: (0..seats as u16).map(EntrantId).collect() };
    let seed = seed_of_deal(SEED, 0);
    let mut table = Table::default();
    let dealt = G::deal(seats, &G::Options::default(), seed).unwrap();
    table.play(dealt, seed, &fixture, &mut crew);
    let recorded = GameBytes { fixture, events: table.events() };
    story::<G>(&recorded, &header::<G>(seats), &G::Options::default()).unwrap().0
}

struct Golden;

impl Visitor for Golden {
    type Output = ();
    fn visit<G: Game>(self) {
        let told = told::<G>(*G::ABOUT.seats.last().unwrap());
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/golden")
            .join(format!("{}.txt", G::ABOUT.name));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &told).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        let differs = golden.lines().zip(told.lines()).position(|(one, other)| one != other);
        assert!(golden == told, "{} differs from line {:?} on", path.display(), differs.map(|line| line + 1));
    }
}

#[test]
fn every_game_is_told_word_for_word_as_before() {
    for about in list::ALL {
        with_game(about.name, Golden).unwrap();
    }
}
