//! A game of random players from a fixed seed, with the head of its record.

#![allow(clippy::unwrap_used)] // A test may.

use std::num::NonZeroU64;

use croupier_arena::{Crew, Table};
use croupier_bots::{Housed, Random};
use croupier_games::{Game, MAX_SEATS, Seed};
use croupier_record::{
    Design, Entrant, EntrantId, FORMAT, Fixture, GameBytes, Header, Instances, Origin, Player, Until,
    seed_of_deal,
};

const SEED: Seed = Seed::plain(2026);
const NAMES: [&str; MAX_SEATS] =
    ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hal", "Ida", "Jon", "Kim", "Lea"];

pub(crate) fn header<G: Game>(seats: usize) -> Header {
    let entrant =
        |name: &&str| Entrant { name: (*name).to_owned(), bot: "house:random".into(), ..Entrant::default() };
    Header {
        format: FORMAT,
        croupier: String::new(),
        game: G::ABOUT.name.into(),
        game_version: G::ABOUT.version,
        options: serde_json::to_value(G::Options::default()).unwrap(),
        generator: String::new(),
        origin: Origin::part(SEED),
        seats,
        games: 1,
        games_per_deal: NonZeroU64::MIN,
        design: Design::default(),
        until: Until::default(),
        tolerance: 0.0,
        lanes: 1,
        instances: Instances::default(),
        limits: None,
        packages: None,
        openings: 0,
        entrants: NAMES.iter().take(seats).map(entrant).collect(),
        left_out: Vec::new(),
        game_files: false,
    }
}

/// A game that was played.
pub(crate) struct Played {
    fixture: Fixture,
    events: Vec<u8>,
}

impl Played {
    /// The game as it would stand in a record.
    pub(crate) fn bytes(&self) -> GameBytes<'_> {
        GameBytes { fixture: self.fixture.clone(), events: &self.events }
    }
}

/// Game 0 among random players.
pub(crate) fn played<G: Game>(seats: usize) -> Played {
    let random = |_| -> Box<dyn Player<G>> { Box::new(Housed::new(Random)) };
    let mut crew =
        Crew::new((0..seats).map(random).collect(), NAMES[..seats].iter().map(ToString::to_string).collect());
    let fixture = Fixture { number: 0, deal: 0, seats: (0..seats as u16).map(EntrantId).collect() };
    let seed = seed_of_deal(SEED, 0);
    let mut table = Table::default();
    let dealt = G::deal(seats, &G::Options::default(), seed).unwrap();
    table.play(dealt, seed, &fixture, &mut crew);
    Played { fixture, events: table.events().to_vec() }
}
