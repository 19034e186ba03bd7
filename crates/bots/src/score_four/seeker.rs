//! The players that search, each with its own limit.

use croupier_games::score_four::{Location, ScoreFour, ScoreFourView};
use croupier_games::{Chance, Move};

use super::position::Position;
use super::search::Search;
use crate::budget::{Budget, Spending};
use crate::choose::Choose;

/// As deep as there are beads.
const TO_THE_END: i32 = 64;
/// What the flagship looks at where no budget is named: about ten milliseconds' worth.
const USUAL_NODES: u64 = 150_000;

/// So many beads are opened with by luck, so that no two games need be the same.
const OPENING_BEADS: u32 = 4;
/// The cells in which seven lines cross: the corners of the cube and the cells around its centre.
const RICH: u64 = 0x9009_0660_0660_9009;

/// Looks at its own bead and what is forced after it.
#[derive(Debug, Default)]
pub struct Minmax(Search);

/// Looks four beads ahead.
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
    let position = seen(view);
    if position.count() <= 1 {
        search.clear();
    }
    let opening = position.safe() & RICH;
    let cell = if position.count() < OPENING_BEADS && opening != 0 {
        any_of(opening, chance)
    } else {
        search.best(&position, spending, deepest).cell
    };
    let peg = u64::from(cell.trailing_zeros() % 16);
    Location::from_code(peg).unwrap_or(Location::new(0, 0))
}

/// One of these cells.
fn any_of(cells: u64, chance: &mut Chance) -> u64 {
    let mut rest = cells;
    for _ in 0..chance.below(cells.count_ones() as usize) {
        rest &= rest - 1;
    }
    rest & rest.wrapping_neg()
}

/// The board from the side of the seat that looks.
fn seen(view: ScoreFourView<'_>) -> Position {
    let (board, own) = (view.board(), view.colour());
    Position::new(board.beads(own), board.beads(own.other()))
}
