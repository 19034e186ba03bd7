//! The players that plan: one by judgement alone, two that try their plays in imagined worlds.

use croupier_games::Chance;
use croupier_games::last_card::{LastCard, LastCardMove, LastCardView};

use super::careful::{WEIGHTS, choose};
use super::search::Search;
use super::worlds::Worlds;
use crate::budget::{Budget, Spending};
use crate::choose::Choose;

/// The rollouts of `advanced` for a move.
const ADVANCED: u64 = 400;
/// The rollouts of the flagship for a move where no budget is named.
const USUAL: u64 = 4000;

/// Weighs what each play would leave it with, and what it does to the neighbours.
#[derive(Debug, Default)]
pub struct Careful;

impl Choose<LastCard> for Careful {
    fn choose(&mut self, view: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        choose(Worlds::of(&view).open(), &WEIGHTS).to_move()
    }
}

/// Tries every play in some dozens of worlds.
#[derive(Debug, Default)]
pub struct Advanced(Search);

impl Choose<LastCard> for Advanced {
    fn choose(&mut self, view: LastCardView<'_>, chance: &mut Chance) -> LastCardMove {
        searched(&mut self.0, &view, Budget::Steps(ADVANCED).start(ADVANCED), chance)
    }
}

/// Tries every play in as many worlds as its budget allows.
#[derive(Debug, Default)]
pub struct Flagship {
    search: Search,
    budget: Budget,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }
}

impl Flagship {
    /// How many games it has rolled out in its life, for measuring its speed.
    #[must_use]
    pub fn rollouts(&self) -> u64 {
        self.search.rollouts()
    }
}

impl Choose<LastCard> for Flagship {
    fn choose(&mut self, view: LastCardView<'_>, chance: &mut Chance) -> LastCardMove {
        searched(&mut self.search, &view, self.budget.start(USUAL), chance)
    }
}

fn searched(
    search: &mut Search,
    view: &LastCardView<'_>,
    spending: Spending,
    chance: &mut Chance,
) -> LastCardMove {
    search.best(&Worlds::of(view), spending, chance).to_move()
}
