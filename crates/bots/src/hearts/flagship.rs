//! The flagship: at a table of two a search of the known cards, at a table of four a search of deals that
//! fit.

use croupier_games::Chance;
use croupier_games::View;
use croupier_games::hearts::{Hearts, HeartsCard, HeartsView};

use super::card_bits::{Cards, card, first, suit_of};
use super::duel::canon::Canon;
use super::duel::{Duel, Root, root_cards};
use super::prospects::Prospects;
use super::search_position::{SearchPosition, both_hands};
use super::tree::{Asked, Tree};
use super::worlds::Worlds;
use crate::budget::Budget;
use crate::choose::Choose;

/// What it looks at where no budget is named: about three milliseconds' worth.
const USUAL_STEPS: u64 = 30_000;
/// About so many steps of a search of two are a millisecond.
const STEPS_A_MS: u64 = 13_000;
/// How many deals it plays out at a table of four where no budget is named: about as long.
const USUAL_DEALS: u64 = 3_000;

/// Thinks as long as it is told to.
#[derive(Debug)]
pub struct Flagship {
    budget: Budget,
    duel: Duel,
    tree: Tree,
    worlds: Worlds,
    prospects: Prospects,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self {
            budget,
            duel: Duel::for_steps(budget.likely_steps(USUAL_STEPS, STEPS_A_MS)),
            tree: Tree::default(),
            worlds: Worlds::default(),
            prospects: Prospects::default(),
        }
    }
}

impl Default for Flagship {
    fn default() -> Self {
        Self::from(Budget::default())
    }
}

impl Choose<Hearts> for Flagship {
    fn choose(&mut self, view: HeartsView<'_>, chance: &mut Chance) -> HeartsCard {
        if view.legal_cards().len() == 1 {
            return view.any(chance);
        }
        let best = if view.seats() == 2 { self.of_two(view) } else { self.of_four(view, chance) };
        HeartsCard(card(best))
    }
}

impl Flagship {
    /// How many steps it has taken since it was made: positions at tables of two, deals played out at tables
    /// of four.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.duel.steps() + self.tree.steps()
    }

    /// Whether the deal of two that it searched last was searched to its end.
    #[must_use]
    pub fn has_solved(&self) -> bool {
        self.duel.has_solved()
    }

    fn of_two(&mut self, view: HeartsView<'_>) -> Cards {
        let spending = self.budget.start(USUAL_STEPS);
        let deal = SearchPosition::seen(view, both_hands(view));
        let (canon, root, live) = rooted(&deal);
        let cards = root_cards(&canon, root, deal.first);
        if cards.count_ones() == 1 {
            return real(cards, live);
        }
        real(self.duel.best(&canon, root, cards, spending).card, live)
    }

    fn of_four(&mut self, view: HeartsView<'_>, chance: &mut Chance) -> Cards {
        let spending = self.budget.start(USUAL_DEALS);
        self.worlds.look(view);
        self.prospects.look(view);
        let table = SearchPosition::seen(view, self.worlds.draw(chance));
        let cards = table.distinct(table.legal());
        // With no points left every card is as good as another.
        if cards.count_ones() == 1 || table.is_over() {
            return first(cards);
        }
        let asked = Asked { table: &table, worlds: &self.worlds, prospects: &self.prospects };
        self.tree.best(&asked, spending, chance)
    }
}

/// The canonical deal before the trick in play, whose card is wanted, and all cards that are about.
fn rooted(deal: &SearchPosition<2>) -> (Canon, Root, Cards) {
    let mut before = *deal;
    if deal.place == 0 {
        return (Canon::of(&before), Root::Lead, deal.hands[0] | deal.hands[1]);
    }
    let leader = 1 - deal.mover();
    before.hands[leader] |= deal.trick;
    before.to_move = leader as u8;
    let live = before.hands[0] | before.hands[1];
    (Canon::of(&before), Root::Answer(place(deal.trick, live)), live)
}

/// Where a card stands among those of its suit that are about.
fn place(card: Cards, live: Cards) -> Cards {
    let lane = card.trailing_zeros() & 48;
    let below = live & suit_of(card) & (card - 1);
    1 << (lane + below.count_ones())
}

/// The card that stands in a place.
fn real(canonical: Cards, live: Cards) -> Cards {
    let at = canonical.trailing_zeros();
    let lane = at & 48;
    let mut suit = live & suit_of(canonical);
    for _ in 0..at - lane {
        suit &= suit - 1;
    }
    suit & suit.wrapping_neg()
}
