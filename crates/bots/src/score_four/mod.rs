//! Players of Score Four: a ladder from one bead ahead to a search as deep as its time allows.

mod book;
mod children;
mod effort;
mod forcing;
#[cfg(test)]
mod ladder_tests;
mod looks;
mod memo;
mod one_ply;
mod order;
mod position;
mod search;
mod seeker;
mod side;
mod solved;
mod solver;
mod symmetry;
#[cfg(test)]
mod testing;
mod values;

pub use book::{BOOK_BEADS, good_cells};
pub use looks::{COUNTED, counted};
pub use one_ply::OnePly;
pub use position::Position;
pub use search::{Found, Search, Zeal};
pub use seeker::{Advanced, Flagship, Minmax};
pub use solved::SOLVED;
pub use solver::{Outcome, Solver};
pub use symmetry::{Glance, folded};
pub use values::{CERTAIN, WON};

use croupier_games::score_four::ScoreFour;

use crate::choose::Random;
use crate::house::House;

/// The players of Score Four.
pub const HOUSE: &[House] = &[
    House::new::<ScoreFour, Random>("basic", "any legal move"),
    House::new::<ScoreFour, OnePly>("one-ply", "wins if it can, blocks if it must"),
    House::searching::<ScoreFour, Minmax>("minmax", "looks at its own bead and what that forces"),
    House::searching::<ScoreFour, Advanced>("advanced", "looks four beads ahead"),
    House::thinking::<ScoreFour, Flagship>("flagship", "its book, then as deep as its time allows"),
];
