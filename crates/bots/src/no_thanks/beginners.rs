//! The five beginners of the original course, written anew, and a player with a price for every purse.

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksView};
use croupier_games::{Chance, Seat, View};

use crate::choose::Choose;

fn take_if(take: bool) -> Decision {
    if take { Decision::Take } else { Decision::Pass }
}

/// Takes one time in four.
#[derive(Debug, Default)]
pub struct RandomPlayer;

impl Choose<NoThanks> for RandomPlayer {
    fn choose(&mut self, _: NoThanksView<'_>, chance: &mut Chance) -> Decision {
        take_if(chance.one_in(4))
    }
}

/// Takes what does not raise its penalty.
#[derive(Debug, Default)]
pub struct LowerPenalty;

impl Choose<NoThanks> for LowerPenalty {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        take_if(view.penalty_when_taken() <= view.penalty())
    }
}

/// Takes what raises its penalty by less than 14.
#[derive(Debug, Default)]
pub struct CutOff14;

impl Choose<NoThanks> for CutOff14 {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        take_if(view.penalty_when_taken() < view.penalty() + 14)
    }
}

/// Takes cards up to 10.
#[derive(Debug, Default)]
pub struct TakeSmall;

impl Choose<NoThanks> for TakeSmall {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        take_if(view.card().is_some_and(|card| card <= 10))
    }
}

/// Passes if any player, itself included, has no more coins than it has: since it counts itself, always, so
/// it takes only when it must.
#[derive(Debug, Default)]
pub struct CoinsDependent;

impl Choose<NoThanks> for CoinsDependent {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        let own = view.coins(view.seat());
        take_if(!Seat::all(view.seats()).any(|seat| view.coins(seat) <= own))
    }
}

/// Takes when the price is right: what the card costs now, against what a coin is worth to someone with so
/// few.
#[derive(Debug, Default)]
pub struct Threshold;

impl Choose<NoThanks> for Threshold {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        let cost = view.penalty_when_taken() - view.penalty();
        let own = i32::from(view.coins(view.seat()));
        // Coins buy the right to refuse: the fewer are left, the dearer a card may be and still be taken.
        let price = match own {
            0..=2 => 16,
            3..=5 => 11,
            6..=9 => 8,
            _ => 6,
        };
        // Late in the game there is little left to refuse.
        let price = price + i32::from(view.round()) / 8;
        take_if(cost <= price)
    }
}
