//! Players that weigh every pair of bids: exactly where few cards are left, by a guess of what comes after
//! where many are.

use croupier_games::Chance;
use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuView};

use super::bids::{Bids, Mixed};
use super::endgame::Endgames;
use super::weigh::{estimated, guessed, seen};
use crate::choose::Choose;

/// Weighs every pair of bids, and guesses what comes after.
#[derive(Debug, Default)]
pub struct Minmax;

/// Plays the last cards of a round perfectly, and estimates the turns before them.
#[derive(Debug, Default)]
pub struct Advanced {
    endgames: Endgames,
}

/// With so many cards in each hand, [`Advanced`] begins to play perfectly.
pub(super) const ADVANCED_CARDS: u32 = 5;

impl Mixed for Minmax {
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids {
        let rest = seen(view);
        Bids::mixed(rest.own, &guessed(&rest).solve().rows)
    }
}

impl Mixed for Advanced {
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids {
        let rest = seen(view);
        if rest.own.count_ones() <= ADVANCED_CARDS {
            return Bids::mixed(rest.own, &self.endgames.play(&rest).1.rows);
        }
        Bids::mixed(rest.own, &estimated(&rest).solve().rows)
    }
}

impl Choose<Jujitsu> for Minmax {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        self.bids(view).draw(chance)
    }
}

impl Choose<Jujitsu> for Advanced {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        self.bids(view).draw(chance)
    }
}
