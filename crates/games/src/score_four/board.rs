//! Where the beads lie: two sets of cells, and what can be read from them.
//!
//! The board knows nothing of turns, refusals or how a game ends; players may copy it and try things out.

use std::num::NonZeroU64;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Breach;
use super::lines::{CELLS, LINES, MOST_THROUGH, PEGS, SIDE, THROUGH};
use super::location::Location;
use crate::seats::Seat;

/// The bottom level.
const BOTTOM: u64 = 0xffff;
/// The four cells of peg 0.
const PEG: u64 = 0x0001_0001_0001_0001;

/// A colour of beads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Begins, in seat 0.
    White,
    /// Follows, in seat 1.
    Black,
}

impl Colour {
    /// The colour of a seat.
    #[inline]
    #[must_use]
    pub fn of(seat: Seat) -> Self {
        if seat.0 == 0 { Self::White } else { Self::Black }
    }

    /// The seat of a colour.
    #[inline]
    #[must_use]
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The other colour.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A place for one bead, as a set of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(NonZeroU64);

impl Cell {
    /// The cell at this level, row and column, each 0 to 3; `None` off the board.
    #[must_use]
    pub fn at(level: usize, row: usize, column: usize) -> Option<Self> {
        let inside = level < SIDE && row < SIDE && column < SIDE;
        let set = if inside { 1 << (level * PEGS + row * SIDE + column) } else { 0 };
        NonZeroU64::new(set).map(Self)
    }

    /// The row and column of its peg.
    #[must_use]
    pub fn location(self) -> Location {
        Location::of_peg((self.index() % PEGS) as u32)
    }

    /// The level, 0 at the bottom.
    #[must_use]
    pub fn level(self) -> usize {
        self.index() / PEGS
    }

    /// The cell above; `None` at the top.
    #[inline]
    #[must_use]
    pub fn above(self) -> Option<Self> {
        NonZeroU64::new(self.set() << PEGS).map(Self)
    }

    /// Whether the cell is in this set.
    #[inline]
    #[must_use]
    pub fn is_in(self, cells: u64) -> bool {
        self.set() & cells != 0
    }

    #[inline]
    fn set(self) -> u64 {
        self.0.get()
    }

    #[inline]
    fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The lines through this cell.
    #[inline]
    fn lines(self) -> &'static [u64; MOST_THROUGH] {
        // No cell is beyond 63; saying so once more saves a check in the innermost loop.
        &THROUGH[self.index() % CELLS]
    }
}

/// The beads on the pegs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Board {
    white: u64,
    black: u64,
}

impl Board {
    /// The cells that hold this colour, as a set: bit level × 16 + row × 4 + column.
    #[inline]
    #[must_use]
    pub fn beads(self, colour: Colour) -> u64 {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The cells that hold a bead.
    #[inline]
    #[must_use]
    pub fn taken(self) -> u64 {
        self.white | self.black
    }

    /// The pegs that take another bead, as a set: bit row × 4 + column.
    #[inline]
    #[must_use]
    pub fn open_pegs(self) -> u16 {
        // A peg is full when its top cell is taken.
        (!self.taken() >> (CELLS - PEGS)) as u16
    }

    /// The bead in a cell.
    #[inline]
    #[must_use]
    pub fn bead(self, cell: Cell) -> Option<Colour> {
        [Colour::White, Colour::Black].into_iter().find(|&colour| cell.is_in(self.beads(colour)))
    }

    /// How many beads the peg of this number holds: row × 4 + column.
    #[inline]
    pub(super) fn height(self, peg: u32) -> u8 {
        (self.taken() & PEG << peg).count_ones() as u8
    }

    /// Where a bead dropped at this location comes to rest, or the rule that forbids it.
    #[inline]
    pub fn landing(self, location: Location) -> Result<Cell, Breach> {
        let peg = location.peg().ok_or_else(|| off_the_board(location))?;
        let taken = self.taken();
        let resting = !taken & (taken << PEGS | BOTTOM);
        NonZeroU64::new(resting & PEG << peg).map(Cell).ok_or(Breach::PegFull)
    }

    /// This board with one more bead, in a free cell that [`Board::landing`] gave.
    #[inline]
    #[must_use]
    pub fn with(self, colour: Colour, cell: Cell) -> Self {
        debug_assert!(!cell.is_in(self.taken()));
        match colour {
            Colour::White => Self { white: self.white | cell.set(), ..self },
            Colour::Black => Self { black: self.black | cell.set(), ..self },
        }
    }

    /// Whether a bead of this colour in this cell completes four in a line.
    #[inline]
    #[must_use]
    pub fn wins(self, colour: Colour, cell: Cell) -> bool {
        let own = self.beads(colour) | cell.set();
        // Seven comparisons without a branch are quicker than stopping at the first hit, which is rare.
        cell.lines().iter().fold(false, |won, &line| won | (own & line == line))
    }

    /// How many lines through this cell hold no bead of the other colour.
    #[inline]
    #[must_use]
    pub fn open_lines(self, colour: Colour, cell: Cell) -> usize {
        let theirs = self.beads(colour.other());
        cell.lines().iter().filter(|&&line| line != u64::MAX && line & theirs == 0).count()
    }

    /// The cells of all lines that this colour has completed.
    #[must_use]
    pub fn completed(self, colour: Colour) -> u64 {
        let own = self.beads(colour);
        LINES.iter().filter(|&line| own & line == *line).fold(0, |all, line| all | line)
    }

    /// Whether a line holds both colours, so that nobody can complete it.
    #[inline]
    pub(super) fn blocks(self, line: u64) -> bool {
        self.white & line != 0 && self.black & line != 0
    }
}

fn off_the_board(location: Location) -> Breach {
    if location == Location::NULL { Breach::Null } else { Breach::OffTheBoard }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(level: usize, row: usize, column: usize) -> Cell {
        Cell::at(level, row, column).unwrap()
    }

    fn all_cells() -> impl Iterator<Item = Cell> {
        (0..CELLS).filter_map(|index| Cell::at(index / 16, index / 4 % 4, index % 4))
    }

    #[test]
    fn a_bead_comes_to_rest_on_the_one_below() {
        let mut board = Board::default();
        for level in 0..4 {
            assert_eq!(board.height(7), level as u8);
            let landing = board.landing(Location::new(1, 3)).unwrap();
            assert_eq!(landing, cell(level, 1, 3));
            board = board.with(Colour::Black, landing);
        }
        assert_eq!(board.landing(Location::new(1, 3)), Err(Breach::PegFull));
        assert_eq!(board.open_pegs(), !(1 << 7));
        assert_eq!(board.landing(Location::new(1, 2)), Ok(cell(0, 1, 2)));
    }

    #[test]
    fn a_location_off_the_board_has_no_landing() {
        for location in [(-1, 0), (0, 4), (4, 0), (0, -1), (i8::MIN, i8::MAX)] {
            let location = Location::new(location.0, location.1);
            assert_eq!(Board::default().landing(location), Err(Breach::OffTheBoard), "{location:?}");
        }
        assert_eq!(Board::default().landing(Location::NULL), Err(Breach::Null));
    }

    #[test]
    fn each_of_the_76_lines_wins_with_its_last_bead_whichever_that_is() {
        for line in LINES {
            for last in all_cells().filter(|last| last.is_in(line)) {
                let three = Board { white: line & !last.set(), black: 0 };
                assert!(three.wins(Colour::White, last), "{line:#x}");
                assert!(!three.wins(Colour::Black, last), "{line:#x}");
                let two = Board { white: three.white & (three.white - 1), black: 0 };
                assert!(!two.wins(Colour::White, last), "{line:#x}");
            }
        }
    }

    #[test]
    fn a_corner_has_seven_open_lines_until_the_other_colour_comes_in() {
        let board = Board::default();
        let corner = cell(0, 0, 0);
        assert_eq!(board.open_lines(Colour::White, corner), 7);
        assert_eq!(board.open_lines(Colour::White, cell(0, 0, 1)), 4);
        let board = board.with(Colour::Black, cell(0, 0, 3));
        assert_eq!(board.open_lines(Colour::White, corner), 6);
        assert_eq!(board.open_lines(Colour::Black, corner), 7);
    }

    #[test]
    fn completed_lines_are_marked_and_nothing_else() {
        let row: u64 = 0b1111 << 20;
        let board = Board { white: row | 1, black: 0 };
        assert_eq!(board.completed(Colour::White), row);
        assert_eq!(board.completed(Colour::Black), 0);
    }

    #[test]
    fn a_cell_knows_its_level_and_the_cell_above() {
        assert_eq!(cell(0, 2, 1).above(), Some(cell(1, 2, 1)));
        assert_eq!((cell(3, 2, 1).level(), cell(3, 2, 1).above()), (3, None));
        assert_eq!(cell(3, 2, 1).location(), Location::new(2, 1));
        assert_eq!(Cell::at(0, 4, 0), None);
    }

    #[test]
    fn a_cell_tells_whose_bead_it_holds() {
        let board = Board::default().with(Colour::White, cell(0, 0, 0)).with(Colour::Black, cell(1, 0, 0));
        let column = [0, 1, 2].map(|level| board.bead(cell(level, 0, 0)));
        assert_eq!(column, [Some(Colour::White), Some(Colour::Black), None]);
    }
}
