//! Positions as a kit sees them: view, legal moves, bytes, codes and answers, as data for whoever writes a
//! kit.
//!
//! Whatever a kit reads from these must come out of it again. `UPDATE=1` writes the files anew; a
//! change in one of them is a change of the protocol. A game without a file has no vectors.

#![allow(clippy::unwrap_used)] // A test may.

use std::fmt::Write;
use std::path::PathBuf;

use croupier_games::{Chance, Game, Move, Seat, Seed, View, Visitor, list, with_game};
use serde_json::{Value, json};

/// So many games at each size of table, and of each so many positions, far apart.
const GAMES: u64 = 2;
const POSITIONS: usize = 6;
/// A position with more legal moves than this would be a page of its own.
const MOST_LEGAL: usize = 40;

fn file(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/vectors/{game}.jsonl"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").unwrap();
        out
    })
}

/// A position as one line: what a seat is shown and what it may answer.
fn line<G: Game>(game: &G, seats: usize, seat: Seat) -> Option<Value> {
    let view = game.view(seat);
    let (mut legal, mut bytes, mut compact) = (Vec::new(), Vec::new(), Vec::new());
    view.legal(&mut legal);
    view.bytes(&mut bytes);
    view.compact(&mut compact);
    (legal.len() <= MOST_LEGAL).then(|| {
        json!({
            "seats": seats,
            "seat": seat.index(),
            "view": view,
            "bytes": hex(&bytes),
            "compact": hex(&compact),
            "legal": legal,
            "codes": legal.iter().map(|mv| mv.code()).collect::<Vec<_>>(),
            "answers": (0..).zip(&legal).map(answer::<G>).collect::<Vec<_>>(),
        })
    })
}

/// A move as the answer to the question of this number.
fn answer<G: Game>((number, mv): (u32, &G::Move)) -> Value {
    json!({ "type": "answer", "number": number, "move": mv })
}

/// Every position of a game of any legal moves, for whoever owes one.
fn lines_of_game<G: Game>(seats: usize, seed: Seed) -> Vec<Value> {
    let mut game = G::deal(seats, &G::Options::default(), seed).unwrap();
    let mut chance = Chance::new(seed.child(1));
    let mut lines = Vec::new();
    while let Some(seat) = game.turn().next() {
        lines.extend(line(&game, seats, seat));
        let mv = game.any(seat, &mut chance);
        game.play(seat, mv).unwrap();
    }
    lines
}

fn values(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

struct Vectors;

impl Visitor for Vectors {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        let mut text = String::new();
        for &seats in G::ABOUT.seats {
            for number in 0..GAMES {
                let lines = lines_of_game::<G>(seats, Seed::plain(number));
                let apart = lines.len().div_ceil(POSITIONS).max(1);
                for line in lines.iter().step_by(apart) {
                    writeln!(text, "{line}").unwrap();
                }
            }
        }
        text
    }
}

#[test]
fn vectors_for_kits_are_what_the_games_say() {
    for about in list::ALL {
        let path = file(about.name);
        let made = with_game(about.name, Vectors).unwrap();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let Ok(kept) = std::fs::read_to_string(&path) else { continue };
        let (kept, made) = (values(&kept), values(&made));
        assert_eq!(kept.len(), made.len(), "{}", about.name);
        for (number, (kept, made)) in kept.iter().zip(&made).enumerate() {
            assert_eq!(kept, made, "{}, line {}", about.name, number + 1);
        }
    }
}
