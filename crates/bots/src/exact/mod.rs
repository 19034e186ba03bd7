//! Small games, solved: the oracle that searches are held against.
//!
//! Three solvers over the trait of all games, each for another kind of knowledge:
//!
//! * [`Open`]: nobody knows more than another, though cards may still be hidden from all. Any number of
//!   seats; everyone plays what is best for themselves.
//! * [`Tree`]: two seats that know different things or move at the same time, and win what the other loses.
//!   Its [`Strategy`] is an equilibrium, found by counterfactual regrets; [`Tree::best_answer`] is exact
//!   against any other.
//! * [`best_answers`]: one seat against players that are known, whoever knows what.
//!
//! All of them look at every move in every world, so they are for the last cards of a game and for tests, and
//! nothing here is quick. Where a game ends and what that is worth is a [`Goal`]. Nothing here knows a game's
//! name.

mod answer;
mod known;
mod open;
mod regrets;
mod tree;
mod worlds;

use croupier_games::{Better, Game, Seat, Turn};

pub use known::best_answers;
pub use open::Open;
pub use regrets::Strategy;
pub use tree::{Knowledge, Tree};
pub use worlds::worlds;

/// Where a game ends, and what that is worth.
pub trait Goal<G: Game> {
    /// Whether nothing that comes after this position counts any more.
    fn is_over(&self, game: &G) -> bool;

    /// What the end is worth to a seat; more is better.
    fn worth(&self, game: &G, seat: Seat) -> f64;

    /// What no end is worth more than: whoever finds a move that brings it need not look for another.
    fn most(&self) -> f64 {
        f64::INFINITY
    }
}

/// The game's own end, and the first of the figures that rank its players.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ranking;

impl<G: Game> Goal<G> for Ranking {
    fn is_over(&self, game: &G) -> bool {
        game.turn() == Turn::Over
    }

    fn worth(&self, game: &G, seat: Seat) -> f64 {
        let rank = G::ABOUT.ranking[0];
        let figure = game.figures(seat)[rank.figure].unwrap_or(0.0);
        match rank.better {
            Better::Low => -figure,
            Better::High => figure,
        }
    }
}

/// What everyone at the table sees, as bytes.
fn seen_by_all<G: Game>(game: &G) -> Vec<u8> {
    use croupier_games::View;
    let mut bytes = Vec::new();
    for seat in Seat::all(game.scores().len()) {
        game.view(seat).bytes(&mut bytes);
    }
    bytes
}

/// Parts of these worlds that look the same; in the order in which they first come.
fn parts<G>(worlds: impl IntoIterator<Item = G>, looks: impl Fn(&G) -> Vec<u8>) -> Vec<Vec<G>> {
    let mut places = std::collections::HashMap::new();
    let mut parts: Vec<Vec<G>> = Vec::new();
    for world in worlds {
        let at = *places.entry(looks(&world)).or_insert(parts.len());
        if at == parts.len() {
            parts.push(Vec::new());
        }
        parts[at].push(world);
    }
    parts
}
