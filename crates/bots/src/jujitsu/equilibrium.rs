//! Perfect play for points, from the first turn of small rounds on: it loses to nobody and takes little from
//! the weak.

use croupier_games::Chance;
use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuView};

use super::bids::{Bids, Mixed};
use super::endgame::Endgames;
use super::table;
use super::weigh::{estimated, looked_up, seen};
use crate::choose::Choose;

/// Plays rounds of up to nine cards perfectly, and of larger ones the last cards.
#[derive(Debug, Default)]
pub struct Equilibrium {
    endgames: Endgames,
}

/// With so many cards in each hand the rest of a large round is solved.
const EXACT_CARDS: u32 = 6;

impl Mixed for Equilibrium {
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids {
        let rest = seen(view);
        let table = table::at_first_use(view.highest_card());
        let rows = match table.and_then(|table| looked_up(&rest, table)) {
            Some(matrix) => matrix.solve().rows,
            None if rest.own.count_ones() <= EXACT_CARDS => self.endgames.play(&rest).1.rows,
            None => estimated(&rest).solve().rows,
        };
        Bids::mixed(rest.own, &rows)
    }
}

impl Choose<Jujitsu> for Equilibrium {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        self.bids(view).draw(chance)
    }
}
