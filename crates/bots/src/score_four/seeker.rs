//! The players that search, each with its own limit.

use croupier_games::score_four::{Location, ScoreFour, ScoreFourView};
use croupier_games::{Chance, Move};

use super::position::Position;
use super::search::{Found, Search};
use crate::budget::{Budget, Spending};
use crate::choose::Choose;

/// As deep as there are beads.
const TO_THE_END: i32 = 64;
/// What the flagship looks at where no budget is named: about ten milliseconds' worth.
const USUAL_NODES: u64 = 150_000;

/// Looks two beads ahead.
#[derive(Debug, Default)]
pub struct Minmax(Search);

/// Looks five beads ahead.
#[derive(Debug, Default)]
pub struct Advanced(Search);

/// Looks as far ahead as its budget allows, and to the end where that is near.
#[derive(Debug, Default)]
pub struct Flagship {
    search: Search,
    budget: Budget,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { search: Search::default(), budget }
    }
}

impl Choose<ScoreFour> for Minmax {
    fn choose(&mut self, view: ScoreFourView<'_>, _: &mut Chance) -> Location {
        played(&mut self.0, view, Budget::Usual.start(u64::MAX), 2)
    }
}

impl Choose<ScoreFour> for Advanced {
    fn choose(&mut self, view: ScoreFourView<'_>, _: &mut Chance) -> Location {
        played(&mut self.0, view, Budget::Usual.start(u64::MAX), 5)
    }
}

impl Choose<ScoreFour> for Flagship {
    fn choose(&mut self, view: ScoreFourView<'_>, _: &mut Chance) -> Location {
        played(&mut self.search, view, self.budget.start(USUAL_NODES), TO_THE_END)
    }
}

fn played(search: &mut Search, view: ScoreFourView<'_>, spending: Spending, deepest: i32) -> Location {
    let position = seen(view);
    if position.count() <= 1 {
        search.clear();
    }
    let Found { cell, .. } = search.best(&position, spending, deepest);
    let peg = u64::from(cell.trailing_zeros() % 16);
    Location::from_code(peg).unwrap_or(Location::new(0, 0))
}

/// The board from the side of the seat that looks.
fn seen(view: ScoreFourView<'_>) -> Position {
    let (board, own) = (view.board(), view.colour());
    Position::new(board.beads(own), board.beads(own.other()))
}
