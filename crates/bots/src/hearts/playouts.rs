//! Deals that fit a view of four, drawn and played out: what the flagship's search is made of, for measuring
//! its speed.

use croupier_games::Chance;
use croupier_games::hearts::HeartsView;

use super::playout_player;
use super::search_position::SearchPosition;
use super::worlds::Worlds;

/// The rest of a deal, to be played out again and again.
#[derive(Debug)]
pub struct Playouts {
    worlds: Worlds,
    table: SearchPosition<4>,
}

impl Playouts {
    /// Looks at a view at a table of four; `None` at a table of two.
    #[must_use]
    pub fn new(view: HeartsView<'_>, chance: &mut Chance) -> Option<Self> {
        if view.seats() != 4 {
            return None;
        }
        let mut worlds = Worlds::default();
        worlds.look(view);
        let table = SearchPosition::seen(view, worlds.draw(chance));
        Some(Self { worlds, table })
    }

    /// Draws a deal that fits and plays it to its end; what it adds to each score.
    #[must_use]
    pub fn play(&self, chance: &mut Chance) -> [u8; 4] {
        let mut deal = SearchPosition { hands: self.worlds.draw(chance), ..self.table };
        playout_player::play_out(&mut deal);
        deal.added()
    }
}
