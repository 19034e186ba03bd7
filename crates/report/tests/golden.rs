//! One golden game per game of the list: its story, word for word, from a fixed seed and random players.
//!
//! A change of rules, luck or wording shows here. `UPDATE=1` writes the files anew; read the difference
//! before you keep it.

#![allow(clippy::unwrap_used)] // A test may.

mod played;

use std::fs;
use std::path::PathBuf;

use croupier_games::{Game, Visitor, list, with_game};
use croupier_report::story;
use played::{header, played};

/// The story of game 0 among random players.
fn told<G: Game>(seats: usize) -> String {
    story::<G>(&played::<G>(seats).bytes(), &header::<G>(seats), &G::Options::default()).unwrap().0
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
