//! A position as a search sees it: whose turn it is does not matter, only who moves and who waits.
//!
//! It knows the cells in which each side would complete a line. They are kept up bead by bead, so that a win, a forced
//! move and a bead that must not be played are each one mask away.

use croupier_games::score_four::{CELLS, LINES, THROUGH};

/// One level up.
const UP: u32 = 16;
/// The bottom level.
const BOTTOM: u64 = 0xffff;
/// The second and the fourth level: whoever answers on the peg that was just played always gets them.
const EVEN_LEVELS: u64 = 0xffff_0000_ffff_0000;
/// What an open line with one, two or three beads is worth.
const WORTH: [i32; 4] = [0, 1, 5, 14];
/// What a cell is worth that completes a line, on a level that comes to its owner by itself, and on another.
const READY: i32 = 40;
const UNREADY: i32 = 14;

/// The board from the side of whoever is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    /// The mover's beads.
    own: u64,
    /// The beads of the other side.
    theirs: u64,
    /// Free cells that complete a line for the mover.
    own_wins: u64,
    /// Free cells that complete a line for the other side.
    their_wins: u64,
    /// What the mover's open lines are worth more than the other side's.
    balance: i32,
}

impl Position {
    /// The position of these beads.
    pub(super) fn new(own: u64, theirs: u64) -> Self {
        let mut position = Self { own, theirs, own_wins: 0, their_wins: 0, balance: 0 };
        for line in LINES {
            let (ours, others) = (line & own, line & theirs);
            if others == 0 {
                position.balance += WORTH[ours.count_ones() as usize % 4];
            }
            if ours == 0 {
                position.balance -= WORTH[others.count_ones() as usize % 4];
            }
            if others == 0 && ours.count_ones() == 3 {
                position.own_wins |= line & !own;
            }
            if ours == 0 && others.count_ones() == 3 {
                position.their_wins |= line & !theirs;
            }
        }
        position
    }

    /// How many beads lie.
    pub(super) fn count(&self) -> u32 {
        (self.own | self.theirs).count_ones()
    }

    /// The cells in which a bead can come to rest.
    #[inline]
    pub(super) fn playable(&self) -> u64 {
        let taken = self.own | self.theirs;
        !taken & (taken << UP | BOTTOM)
    }

    /// Those of them that win at once.
    #[inline]
    pub(super) fn winning(&self) -> u64 {
        self.own_wins & self.playable()
    }

    /// Those in which the other side would win, were it to move.
    #[inline]
    pub(super) fn threatened(&self) -> u64 {
        self.their_wins & self.playable()
    }

    /// Those that do not lift the other side into a win.
    #[inline]
    pub(super) fn safe(&self) -> u64 {
        self.playable() & !(self.their_wins >> UP)
    }

    /// The position after a bead of the mover in this cell, a set of one; the other side is to move.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> Self {
        let own = self.own | cell;
        let (mut wins, mut balance) = (self.own_wins, self.balance);
        for &line in &THROUGH[cell.trailing_zeros() as usize % CELLS] {
            // Four lines cross in most cells, seven in the others.
            if line == u64::MAX {
                break;
            }
            let (ours, others) = (line & own, line & self.theirs);
            if others == 0 {
                let beads = ours.count_ones() as usize;
                balance += WORTH[beads & 3] - WORTH[(beads - 1) & 3];
                wins |= if beads == 3 { line & !own } else { 0 };
            } else if ours == cell {
                // The line was open to the other side until now.
                balance += WORTH[others.count_ones() as usize & 3];
            }
        }
        Self {
            own: self.theirs,
            theirs: own,
            own_wins: self.their_wins & !cell,
            their_wins: wins & !cell,
            balance: -balance,
        }
    }

    /// What the position looks like to the mover when nobody looks further.
    #[inline]
    pub(super) fn looks(&self) -> i32 {
        // White has played an even number of beads when it is to move; the even levels are black's by themselves.
        let odd_is_own = self.count().is_multiple_of(2);
        let (own_ready, their_ready) =
            if odd_is_own { (!EVEN_LEVELS, EVEN_LEVELS) } else { (EVEN_LEVELS, !EVEN_LEVELS) };
        self.balance + worth_of(self.own_wins, own_ready) - worth_of(self.their_wins, their_ready)
    }

    /// A number for the position, well mixed; different positions rarely share one.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let mixed = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.theirs.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }
}

#[inline]
fn worth_of(wins: u64, ready: u64) -> i32 {
    (wins & ready).count_ones() as i32 * READY + (wins & !ready).count_ones() as i32 * UNREADY
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Chance, Seed};

    #[test]
    fn what_is_kept_up_bead_by_bead_is_what_is_counted_anew() {
        let mut chance = Chance::new(Seed(7));
        for _ in 0..200 {
            let mut position = Position::new(0, 0);
            while position.playable() != 0 && position.winning() == 0 {
                let mut cells = position.playable();
                for _ in 0..chance.below(cells.count_ones() as usize) {
                    cells &= cells - 1;
                }
                position = position.after(cells & cells.wrapping_neg());
                assert_eq!(position, Position::new(position.own, position.theirs));
            }
        }
    }
}
