//! The opening book: the cells that a long search found good in the first positions of a game.
//!
//! Positions that are alike when the board is turned or mirrored are one entry. Where several cells are as
//! good as the best, luck chooses, so that no two games need be the same. `croupier-bench score-four book`
//! makes the book, with [`good_cells`] for every entry.

use super::position::Position;
use super::search::Search;
use super::symmetry::folded;
use crate::budget::Budget;

/// Positions of so many beads are in the book, if they are met when its owner follows it.
pub const BOOK_BEADS: u32 = 3;

/// A line for each position: the mover's beads, those of the other side, and the good cells, as hexadecimal
/// sets.
const BOOK: &str = include_str!("book.txt");

/// After each cell so many beads are looked ahead.
const DEPTH: i32 = 9;
/// A cell is as good as the best one if it is worth no more than this less, in hundredths of the logarithm of
/// the odds.
const AS_GOOD: i32 = 10;

/// The good cells of a position; none if it is not in the book.
pub(super) fn cells_in_book(position: &Position) -> u64 {
    if position.count() > BOOK_BEADS {
        return 0;
    }
    let [own, theirs] = position.beads();
    let (beads, glance) = folded(own, theirs);
    let entry = entries().find(|entry| entry.beads == beads);
    entry.map_or(0, |entry| glance.undone(entry.cells))
}

/// A position of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    beads: [u64; 2],
    cells: u64,
}

fn entries() -> impl Iterator<Item = Entry> {
    BOOK.lines().filter_map(|line| {
        let mut sets = line.split(' ').map(|set| u64::from_str_radix(set, 16).ok());
        Some(Entry { beads: [sets.next()??, sets.next()??], cells: sets.next()?? })
    })
}

/// The cells of a position that a search finds best, or as good as the best: what the book is made of.
pub fn good_cells(position: &Position, search: &mut Search) -> u64 {
    let mut worths = [(0, i32::MIN); 16];
    let mut rest = position.safe();
    let mut seen = [([0; 2], 0); 16];
    let mut count = 0;
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        rest &= rest - 1;
        let after = position.after(cell);
        let [own, theirs] = after.beads();
        let (beads, _) = folded(own, theirs);
        // Cells that are alike need one search.
        let known = seen[..count].iter().find(|known| known.0 == beads).map(|known| known.1);
        let steps = Budget::Steps(u64::MAX).start(0);
        let worth = known.unwrap_or_else(|| -search.best(&after, steps, DEPTH).value);
        seen[count] = (beads, worth);
        worths[count] = (cell, worth);
        count += 1;
    }
    let best = worths.iter().map(|worth| worth.1).max().unwrap_or(0);
    worths[..count].iter().filter(|worth| worth.1 >= best - AS_GOOD).fold(0, |all, worth| all | worth.0)
}

#[cfg(test)]
mod tests {
    use super::super::search::Zeal;
    use super::super::symmetry::Glance;
    use super::*;

    #[test]
    fn every_entry_is_a_position_that_can_be_met_with_cells_that_can_be_played() {
        assert!(entries().count() >= 90);
        assert_eq!(entries().count(), BOOK.lines().count());
        for entry in entries() {
            let [own, theirs] = entry.beads;
            let position = Position::new(own, theirs);
            assert_eq!(folded(own, theirs).0, entry.beads, "{entry:x?} is not folded");
            assert!(own & theirs == 0 && position.count() <= BOOK_BEADS, "{entry:x?}");
            assert!(theirs.count_ones() - own.count_ones() <= 1, "{entry:x?}");
            assert!(entry.cells != 0 && entry.cells & !position.safe() == 0, "{entry:x?}");
        }
    }

    #[test]
    fn the_book_is_the_same_from_all_eight_sides() {
        for entry in entries().step_by(7) {
            let [own, theirs] = entry.beads;
            let found = cells_in_book(&Position::new(own, theirs));
            assert_eq!(found, entry.cells);
            for glance in Glance::all() {
                let turned = cells_in_book(&Position::new(glance.of(own), glance.of(theirs)));
                // A position that looks the same from two sides has two ways to be folded.
                assert!(turned == glance.of(found) || glance.of(own) == own, "{entry:x?} {glance:?}");
            }
        }
    }

    #[test]
    fn the_search_agrees_with_the_book() {
        let mut search = Search::new(1 << 18, Zeal::Pursuing);
        for entry in entries().step_by(30) {
            let position = Position::new(entry.beads[0], entry.beads[1]);
            assert_eq!(good_cells(&position, &mut search), entry.cells, "{entry:x?}");
        }
    }
}
