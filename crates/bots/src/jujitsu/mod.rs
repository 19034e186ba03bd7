//! Players of Psychological Jujitsu: the two starters of the original, and players that solve what they can.

mod bids;
mod draw_card;
mod endgame;
mod equilibrium;
pub mod exploit;
pub mod fit;
mod flagship;
mod last_round;
mod matrix;
mod model;
mod prospects;
mod reach;
mod rivals;
mod safe_exploitation;
mod sight;
mod solver;
pub mod table;
mod weigh;
mod worths;

pub use bids::{Bids, Mixed};
pub use draw_card::DrawCard;
pub use equilibrium::Equilibrium;
pub use flagship::Flagship;
pub use solver::{Advanced, Minmax};

use croupier_games::jujitsu::Jujitsu;

use crate::choose::Random;
use crate::house::House;

/// The players of Psychological Jujitsu.
pub const HOUSE: &[House] = &[
    House::new::<Jujitsu, Random>("random", "any card of its hand"),
    House::new::<Jujitsu, Random>("basic", "any card of its hand"),
    House::new::<Jujitsu, DrawCard>("draw-card", "bids the newest victory card's value"),
    House::searching::<Jujitsu, Minmax>("minmax", "weighs all pairs of bids by a guess"),
    House::searching::<Jujitsu, Advanced>("advanced", "plays a round's last cards perfectly"),
    House::searching::<Jujitsu, Equilibrium>("equilibrium", "plays rounds of up to 9 cards perfectly"),
    House::thinking::<Jujitsu, Flagship>("flagship", "as perfect as it can; learns habits"),
];
