//! Bots for the experiment: pairs that differ a little and pairs that differ much.

use croupier_bots::{Choose, Housed};
use croupier_games::no_thanks::{Decision, NoThanks, NoThanksView};
use croupier_games::{Chance, Game, View};
use croupier_record::Player;

/// Makes a player.
pub(crate) type Make<G> = fn() -> Box<dyn Player<G>>;

/// A mind at a table.
pub(crate) fn seated<G: Game, C: Choose<G> + Default + 'static>() -> Box<dyn Player<G>> {
    Box::new(Housed::new(C::default()))
}

/// No Thanks!: takes what raises its penalty by less than so much.
#[derive(Default)]
pub(crate) struct CutOff<const AT: i32>;

impl<const AT: i32> Choose<NoThanks> for CutOff<AT> {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        if view.penalty_when_taken() < view.penalty() + AT { Decision::Take } else { Decision::Pass }
    }
}

/// Any game: plays as another mind, but one time in so many any legal move.
#[derive(Default)]
pub(crate) struct Slips<C, const ONE_IN: usize>(C);

impl<G: Game, C: Choose<G>, const ONE_IN: usize> Choose<G> for Slips<C, ONE_IN> {
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move {
        if chance.one_in(ONE_IN) { view.any(chance) } else { self.0.choose(view, chance) }
    }
}
