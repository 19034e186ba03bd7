//! How much the strongest player of each game gives away where the best play is known exactly.
//!
//! Positions are the last of games that never change, budgets are steps, so every figure here repeats on any
//! machine. A bound is what was measured (docs/house/README.md) with some room for a player that is changed
//! and no weaker. `cargo test -p croupier-bots --test regret -- --nocapture` prints the figures.

#![allow(clippy::unwrap_used)] // A test may.

mod hearts;
mod jujitsu;
mod last_card;
mod no_thanks;
mod score_four;

use std::hash::{DefaultHasher, Hash, Hasher};

use croupier_bots::{House, house};
use croupier_games::{Game, Seat, Seed, View};
use croupier_record::{Ask, EntrantId, Notice, Player};

/// The strongest player that a game has, where it may spend so many steps on a move.
fn strongest<G: Game>(steps: u64) -> Asked<G> {
    let names =
        [format!("flagship@{steps}"), "flagship".to_owned(), "advanced".to_owned(), "minmax".to_owned()];
    let found = names.iter().find_map(|name| house::find::<G>(name)).unwrap();
    Asked::new(found)
}

/// A player of the house.
fn player<G: Game>(name: &str) -> Asked<G> {
    Asked::new(house::find::<G>(name).unwrap())
}

const NAMES: [&str; 5] = ["player"; 5];
const ENTRANTS: [EntrantId; 5] = [EntrantId(0); 5];

/// A player that is asked about single views, and whose luck depends on nothing else.
struct Asked<G: Game> {
    house: House,
    player: Box<dyn Player<G>>,
}

impl<G: Game> Asked<G> {
    fn new(house: House) -> Self {
        Self { player: house::seat::<G>(&house).unwrap(), house }
    }

    /// The same player without memories: what it has seen of another game must not change its play of this
    /// one.
    fn anew(&mut self) -> &mut Self {
        self.player = house::seat::<G>(&self.house).unwrap();
        self
    }

    fn choose(&mut self, view: G::View<'_>) -> G::Move {
        self.choose_with(view, 0)
    }

    /// With the luck of this number.
    fn choose_with(&mut self, view: G::View<'_>, luck: u64) -> G::Move {
        let mut bytes = Vec::new();
        view.bytes(&mut bytes);
        let mut hasher = DefaultHasher::new();
        (bytes, luck).hash(&mut hasher);
        let seed = Seed::plain(hasher.finish());
        self.player
            .notice(&Notice::Start { view, seed, game: 0, names: &NAMES, entrants: &ENTRANTS })
            .unwrap();
        self.player.answer(Ask { number: 1, view, refused: None, memory: None }).unwrap().mv
    }
}

/// Plays a dealt game with this player in all seats, until `enough` says so or it ends; whether it is not
/// over.
fn play_until<G: Game>(game: &mut G, mind: &mut Asked<G>, enough: impl Fn(&G) -> bool) -> bool {
    while let Some(seat) = game.turn().next() {
        if enough(game) {
            return true;
        }
        let mv = mind.choose(game.view(seat));
        game.play(seat, mv).unwrap();
    }
    false
}

/// So many moves that had something to decide are enough.
const ENOUGH: u32 = 10;

/// What moves gave away.
#[derive(Debug, Default)]
struct Given {
    moves: u32,
    mistakes: u32,
    sum: f64,
    /// What any legal move would have given away.
    any: f64,
}

impl Given {
    /// Counts a move, of these with what they are worth. Where all are worth the same, there was nothing to
    /// decide.
    fn add<M: Copy + PartialEq>(&mut self, chosen: M, worth: &[(M, f64)]) {
        let best = worth.iter().map(|(_, worth)| *worth).fold(f64::MIN, f64::max);
        let least = worth.iter().map(|(_, worth)| *worth).fold(f64::MAX, f64::min);
        if best - least < 1e-9 {
            return;
        }
        let made = worth.iter().find(|(mv, _)| *mv == chosen).unwrap().1;
        self.moves += 1;
        self.mistakes += u32::from(best - made > 1e-9);
        self.sum += best - made;
        self.any += worth.iter().map(|(_, worth)| best - worth).sum::<f64>() / worth.len() as f64;
    }

    /// Counts a move that is worth so much beside one that seemed best, where all are known only roughly.
    fn weigh<M>(&mut self, made: f64, best: f64, all: &[(M, f64)]) {
        let mean = all.iter().map(|(_, worth)| *worth).sum::<f64>() / all.len() as f64;
        self.moves += 1;
        self.mistakes += u32::from(best - made > 1e-9);
        self.sum += best - made;
        self.any += best - mean;
    }

    /// Whether no more positions are needed.
    fn is_enough(&self) -> bool {
        self.moves >= ENOUGH
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.moves.max(1))
    }

    /// Shows the figures, and holds the mean to a bound and to a share of what any legal move gives away.
    fn hold(&self, what: &str, most: f64) {
        let any = self.any / f64::from(self.moves.max(1));
        let (moves, mean) = (self.moves, self.mean());
        let wrong = 100.0 * f64::from(self.mistakes) / f64::from(moves.max(1));
        println!(
            "{what}: {moves} moves, {mean:.3} given away on average, {any:.3} at random, {wrong:.0} % \
             mistakes"
        );
        assert!(self.is_enough(), "{what}: only {moves} moves had anything to decide");
        assert!(mean <= most, "{what}: {mean:.3} given away on average, at most {most} was expected");
    }
}

/// The seat that owes a move.
fn mover<G: Game>(game: &G) -> Seat {
    game.turn().next().unwrap()
}
