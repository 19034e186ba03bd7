//! The players that search, each with its own limit.

use croupier_games::score_four::{Location, ScoreFour, ScoreFourView};
use croupier_games::{Chance, Move};

use super::book::cells_in_book;
use super::order::RICH;
use super::position::Position;
use super::search::{Found, Search, Zeal};
use crate::budget::Budget;
use crate::choose::Choose;

/// As deep as there are beads.
const TO_THE_END: i32 = 64;
/// What the flagship looks at where no budget is named: about ten milliseconds' worth.
const USUAL_NODES: u64 = 150_000;
/// How many positions are worth remembering for each millisecond: about as many as are met and not forced.
const POSITIONS_PER_MS: u64 = 10_000;
/// What a search of a few beads needs to remember.
const FEW_POSITIONS: usize = 1 << 14;

/// So many beads are opened with by luck on the lower rungs, so that no two games need be the same.
const OPENING_BEADS: u32 = 4;

/// Looks at its own bead and what is forced after it.
#[derive(Debug)]
pub struct Minmax(Search);

/// Looks four beads ahead.
#[derive(Debug)]
pub struct Advanced(Search);

/// Opens by the book, looks as far ahead as its budget allows, pursues what can be forced, and looks to the
/// end where that is near.
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
        Budget::Time(time) => POSITIONS_PER_MS * time.as_millis() as u64,
    };
    (nodes as usize).clamp(1 << 12, 1 << 22)
}

impl Choose<ScoreFour> for Minmax {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        looked_ahead(&mut self.0, view, 1, chance)
    }
}

impl Choose<ScoreFour> for Advanced {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        looked_ahead(&mut self.0, view, 4, chance)
    }
}

impl Choose<ScoreFour> for Flagship {
    fn choose(&mut self, view: ScoreFourView<'_>, chance: &mut Chance) -> Location {
        let spending = self.budget.start(USUAL_NODES);
        let position = Position::of(view.board(), view.colour());
        let known = chance.pick_bit(cells_in_book(&position));
        peg_of(known.unwrap_or_else(|| cell_of(self.search.best(&position, spending, TO_THE_END))))
    }
}

/// The best bead so many beads ahead; the first ones of a game by luck.
fn looked_ahead(search: &mut Search, view: ScoreFourView<'_>, deepest: i32, chance: &mut Chance) -> Location {
    let position = Position::of(view.board(), view.colour());
    let opening = if position.count() < OPENING_BEADS { position.safe() & RICH } else { 0 };
    let spending = Budget::Usual.start(u64::MAX);
    let by_luck = chance.pick_bit(opening);
    peg_of(by_luck.unwrap_or_else(|| cell_of(search.best(&position, spending, deepest))))
}

/// The number of the cell that was found.
fn cell_of(found: Found) -> u32 {
    found.cell.trailing_zeros()
}

/// The location of a cell's peg.
fn peg_of(cell: u32) -> Location {
    Location::from_code(u64::from(cell % 16)).unwrap_or(Location::new(0, 0))
}
