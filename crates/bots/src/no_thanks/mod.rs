//! Players of No Thanks!: the five beginners of the original course, written anew, and a ladder above them.

mod auction;
mod beginners;
mod endgame;
mod flagship;
pub mod prices;
mod rivals;
pub mod search_position;

pub use beginners::{CoinsDependent, CutOff14, LowerPenalty, RandomPlayer, TakeSmall, Threshold};
pub use flagship::{Advanced, Flagship};

use croupier_games::no_thanks::NoThanks;

use crate::choose::Random;
use crate::house::House;

/// The players of No Thanks!
pub const HOUSE: &[House] = &[
    House::new::<NoThanks, RandomPlayer>("RandomPlayer", "takes one time in four"),
    House::new::<NoThanks, LowerPenalty>("LowerPenalty", "takes what does not raise its penalty"),
    House::new::<NoThanks, CutOff14>("CutOff14", "takes what raises its penalty by less than 14"),
    House::new::<NoThanks, TakeSmall>("TakeSmall", "takes cards up to 10"),
    House::new::<NoThanks, CoinsDependent>("CoinsDependent", "passes if anyone has as few coins as it"),
    House::new::<NoThanks, Random>("basic", "any legal move"),
    House::new::<NoThanks, Threshold>("threshold", "takes when the price is right for its coins"),
    House::new::<NoThanks, Threshold>("minmax", "takes when the price is right for its coins"),
    House::searching::<NoThanks, Advanced>("advanced", "tries both moves in thirty worlds"),
    House::thinking::<NoThanks, Flagship>("flagship", "tries both moves in many worlds, and learns"),
];
