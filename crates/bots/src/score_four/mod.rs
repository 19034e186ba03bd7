//! Players of Score Four: a ladder from one bead ahead to a search as deep as its time allows.

mod forcing;
mod looks;
mod memo;
mod one_ply;
mod order;
mod position;
mod search;
mod seeker;
mod side;
mod symmetry;
#[cfg(test)]
mod testing;

pub use looks::{COUNTED, counted};
pub use one_ply::OnePly;
pub use position::Position;
pub use search::{CERTAIN, Found, Search, WON, Zeal};
pub use seeker::{Advanced, Flagship, Minmax};

use croupier_games::score_four::ScoreFour;

use crate::choose::Random;
use crate::house::House;

/// The players of Score Four.
pub const HOUSE: &[House] = &[
    House::new::<ScoreFour, Random>("basic", "any legal move"),
    House::new::<ScoreFour, OnePly>("one-ply", "wins if it can, blocks if it must"),
    House::searching::<ScoreFour, Minmax>("minmax", "looks at what it can force"),
    House::searching::<ScoreFour, Advanced>("advanced", "looks four beads ahead"),
    House::thinking::<ScoreFour, Flagship>("flagship", "searches as deep as it can"),
];
