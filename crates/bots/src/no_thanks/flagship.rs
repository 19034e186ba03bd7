//! Players that try both decisions in many worlds, each played to its end by prices.
//!
//! Both decisions are tried in the same worlds, so that luck falls on both alike, and it ends early where one
//! is clearly better. The flagship fits everyone's prices to what they did, and works the end of a game out
//! where that fits its budget.

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksView};
use croupier_games::{Chance, View};

use super::auction::decide;
use super::endgame::Endgame;
use super::prices::{FIRST, Prices};
use super::rivals::Rivals;
use super::search_position::{SEATS, SearchPosition, Unseen};
use crate::budget::{Budget, Spending};
use crate::choose::Choose;

/// Games that [`Advanced`] plays out for a decision.
const ADVANCED_GAMES: u64 = 60;
/// Games that the flagship plays out by itself.
const USUAL_GAMES: u64 = 2000;
/// Worlds between two looks at the difference and at the clock.
const BETWEEN_LOOKS: u64 = 16;
/// It ends early when one decision is ahead by so many standard errors.
const CLEARLY: f64 = 3.5;
/// With so many cards to come after the open one, the end of a game is tried to be worked out.
const LATE: usize = 4;
/// Positions of the end that take as long as one game that is played out.
const POSITIONS_PER_GAME: u64 = 12;
/// Of a budget of time the end may take one part in so many; where it is not worked out by then, worlds have
/// the rest.
const END_OF_TIME: u32 = 2;

/// Tries both decisions in thirty worlds.
#[derive(Debug, Default)]
pub struct Advanced;

/// Tries both decisions in as many worlds as its budget allows.
#[derive(Debug, Default)]
pub struct Flagship {
    budget: Budget,
    rivals: Rivals,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }
}

impl Choose<NoThanks> for Advanced {
    fn choose(&mut self, view: NoThanksView<'_>, chance: &mut Chance) -> Decision {
        let Some(position) = SearchPosition::seen(view) else { return Decision::Take };
        // It takes everyone for a player of the rung below.
        let prices = [const { Prices::new(&FIRST) }; SEATS];
        let spending = Budget::Steps(ADVANCED_GAMES).start(ADVANCED_GAMES);
        tried(&position, &mut Unseen::of(&position), &prices, spending, chance)
    }
}

impl Choose<NoThanks> for Flagship {
    fn choose(&mut self, view: NoThanksView<'_>, chance: &mut Chance) -> Decision {
        let Some(position) = SearchPosition::seen(view) else { return Decision::Take };
        let spending = self.budget.start(USUAL_GAMES);
        let mut unseen = Unseen::of(&position);
        let left = unseen.left();
        self.rivals.watch(&position, left);
        let payers = self.rivals.payers(view.seat().index(), view.seats());
        let worked_out = (left <= LATE)
            .then(|| {
                Endgame::new(position.to_move(), &payers.likeliest(), self.for_the_end())
                    .outlook(&position, left)
            })
            .flatten();
        let decision = match worked_out {
            Some(outlook) if outlook.pass < outlook.take => Decision::Pass,
            Some(_) => Decision::Take,
            None => decide(&position, &mut unseen, &payers, spending, chance),
        };
        if decision == Decision::Pass {
            self.rivals.passes(&position, left);
        }
        decision
    }

    fn begin(&mut self) {
        self.rivals = Rivals::default();
    }
}

impl Flagship {
    /// What may be spent to work the end out, in positions.
    fn for_the_end(&self) -> Spending {
        let budget = match self.budget {
            Budget::Usual => Budget::Steps(USUAL_GAMES * POSITIONS_PER_GAME),
            Budget::Steps(games) => Budget::Steps(games.saturating_mul(POSITIONS_PER_GAME)),
            Budget::Time(time) => Budget::Time(time / END_OF_TIME),
        };
        budget.start(0)
    }
}

/// The better decision in as many worlds as there is time for.
fn tried(
    position: &SearchPosition,
    unseen: &mut Unseen,
    prices: &[Prices; SEATS],
    mut spending: Spending,
    chance: &mut Chance,
) -> Decision {
    let me = position.to_move();
    let (mut taken, mut passed) = (*position, *position);
    taken.take();
    passed.pass();
    let (mut worlds, mut sum, mut squares) = (0.0, 0.0, 0.0);
    loop {
        for _ in 0..BETWEEN_LOOKS {
            let pile = unseen.draw(chance);
            let behind = f64::from(after_taking(taken, pile, prices, me) - ended(passed, pile, prices, me));
            worlds += 1.0;
            sum += behind;
            squares += behind * behind;
        }
        let mean = sum / worlds;
        let error = ((squares / worlds - mean * mean).max(0.0) / worlds).sqrt();
        if mean.abs() > CLEARLY * error || !spending.go_on(2 * BETWEEN_LOOKS) {
            return if mean > 0.0 { Decision::Pass } else { Decision::Take };
        }
    }
}

fn after_taking(mut position: SearchPosition, pile: &[u8], prices: &[Prices; SEATS], me: usize) -> i32 {
    let Some((&next, rest)) = pile.split_first() else { return position.penalty(me) };
    position.turn_up(next);
    ended(position, rest, prices, me)
}

fn ended(mut position: SearchPosition, pile: &[u8], prices: &[Prices; SEATS], me: usize) -> i32 {
    position.play_out(pile, prices);
    position.penalty(me)
}
