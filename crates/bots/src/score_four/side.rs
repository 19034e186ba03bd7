//! One side's beads and what they make of the 76 lines.
//!
//! Lines are counted all at once: for each number of beads there is a set of the lines that hold as many or
//! more, and a bead moves the lines through its cell up by one with a few operations on sets, without looking
//! at any of them. Only a line with a third bead, which is rare, is looked at: its last cell wins.

use croupier_games::score_four::{CELLS, LINE_COUNT, LINES};

/// All lines.
const ALL: u128 = (1 << LINE_COUNT) - 1;

/// The lines through each cell: bit *n* is line *n*.
static CROSSING: [u128; CELLS] = crossing();

const fn crossing() -> [u128; CELLS] {
    let mut crossing = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < LINE_COUNT {
            if LINES[line] >> cell & 1 == 1 {
                crossing[cell] |= 1 << line;
            }
            line += 1;
        }
        cell += 1;
    }
    crossing
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// Its beads, a set of cells.
    pub(super) beads: u64,
    /// The free cells that complete a line of it.
    pub(super) wins: u64,
    /// The lines with one bead of it or more.
    pub(super) ones: u128,
    /// The lines with two or more.
    pub(super) twos: u128,
    /// The lines with three.
    pub(super) threes: u128,
}

impl Side {
    /// The side with these beads, against these of the other side.
    pub(super) fn new(beads: u64, others: u64) -> Self {
        let mut side = Self { beads, wins: 0, ones: 0, twos: 0, threes: 0 };
        for (line, &cells) in LINES.iter().enumerate() {
            let held = (cells & beads).count_ones();
            let sets = [&mut side.ones, &mut side.twos, &mut side.threes];
            for (set, least) in sets.into_iter().zip(1..) {
                *set |= u128::from(held >= least) << line;
            }
            if held == 3 && cells & others == 0 {
                side.wins |= cells & !beads;
            }
        }
        side
    }

    /// This side with one more bead, against the other side.
    #[inline]
    pub(super) fn with(&self, cell: u64, other: &Self) -> Self {
        let lines = CROSSING[cell.trailing_zeros() as usize % CELLS];
        let beads = self.beads | cell;
        let (ones, twos, threes) =
            (self.ones | lines, self.twos | self.ones & lines, self.threes | self.twos & lines);
        let mut wins = self.wins & !cell;
        for line in each_of(threes & !self.threes & !other.ones) {
            wins |= line & !beads;
        }
        Self { beads, wins, ones, twos, threes }
    }

    /// This side when the other one has taken a cell.
    #[inline]
    pub(super) fn without(&self, cell: u64) -> Self {
        Self { wins: self.wins & !cell, ..*self }
    }

    /// The lines with exactly two beads of this side and none of the other.
    #[inline]
    pub(super) fn pairs(&self, other: &Self) -> u128 {
        self.twos & !self.threes & !other.ones
    }

    /// The lines with exactly one bead of this side and none of the other.
    #[inline]
    pub(super) fn singles(&self, other: &Self) -> u128 {
        self.ones & !self.twos & !other.ones
    }

    /// Whether the other side has a bead in every line.
    #[inline]
    pub(super) fn is_shut_out_by(&self, other: &Self) -> bool {
        other.ones == ALL
    }
}

/// The cells of each of these lines.
#[inline]
pub(super) fn each_of(mut lines: u128) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        if lines == 0 {
            return None;
        }
        let line = lines.trailing_zeros() as usize;
        lines &= lines - 1;
        // A set of lines has no member beyond the last; saying so once more saves a check.
        Some(LINES[line.min(LINE_COUNT - 1)])
    })
}
