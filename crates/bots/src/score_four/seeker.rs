//! The players that search, each with its own limit.

use croupier_games::score_four::{Location, ScoreFour, ScoreFourView};
use croupier_games::{Chance, Move};

use super::order::RICH;
use super::position::Position;
use super::search::{Search, Zeal};
use crate::budget::{Budget, Spending};
use crate::choose::Choose;

/// As deep as there are beads.
const TO_THE_END: i32 = 64;
/// What the flagship looks at where no budget is named: about ten milliseconds' worth.
const USUAL_NODES: u64 = 150_000;
/// What it looks at in a millisecond, about.
const NODES_PER_MS: u64 = 10_000;
/// What a search of a few beads needs to remember.
const FEW_POSITIONS: usize = 1 << 14;

/// So many beads are opened with by luck, so that no two games need be the same.
const OPENING_BEADS: u32 = 4;

/// Looks at its own bead and what is forced after it.
#[derive(Debug)]
pub struct Minmax(Search);

/// Looks four beads ahead.
#[derive(Debug)]
pub struct Advanced(Search);

/// Looks as far ahead as its budget allows, pursues what can be forced, and looks to the end where that is near.
#[derive(Debug)]
pub struct Flagship {
    search: Search,
    budget: Budget,
}

impl Default for Minmax {
    fn default() -> Self {
        Self(Search::new(FEW_POSITIONS, Zeal::Plain))
    }
}

impl Default for Advanced {
    fn default() -> Self {
        Self(Search::new(FEW_POSITIONS, Zeal::Plain))
    }
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { search: Search::new(positions_for(budget), Zeal::Pursuing), budget }
    }
}

/// How many positions are worth remembering: more than are met only makes the table slow to reach.
fn positions_for(budget: Budget) -> usize {
    let nodes = match budget {
        Budget::Usual => USUAL_NODES,
        Budget::Steps(steps) => steps,
        Budget::Time(time) => NODES_PER_MS * time.as_millis() as u64,
    };
    (nodes as usize).clamp(1 << 12, 1 << 22)
}

impl Choose<ScoreFour> for Minmax {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        played(&mut self.0, view, Budget::Usual.start(u64::MAX), 1, chance)
    }
}

impl Choose<ScoreFour> for Advanced {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        played(&mut self.0, view, Budget::Usual.start(u64::MAX), 4, chance)
    }
}

impl Choose<ScoreFour> for Flagship {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        played(&mut self.search, view, self.budget.start(USUAL_NODES), TO_THE_END, chance)
    }
}

fn played(
    search: &mut Search,
    view: ScoreFourView<'_>,
    spending: Spending,
    deepest: i32,
    chance: &mut Chance,
) -> Location {
    let position = Position::of(view.board(), view.colour());
    let opening = if position.count() < OPENING_BEADS { position.safe() & RICH } else { 0 };
    let by_luck = chance.pick_bit(opening);
    let cell = by_luck.unwrap_or_else(|| search.best(&position, spending, deepest).cell.trailing_zeros());
    let peg = cell % 16;
    Location::from_code(u64::from(peg)).unwrap_or(Location::new(0, 0))
}
