//! The eight ways to turn and mirror the board: what is alike in them is remembered once.
//!
//! A cube has 48 symmetries, but beads fall: only those that leave up and down alone are left.

/// A way to look at the board: turned, mirrored or as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glance(u8);

impl Glance {
    /// As it is.
    pub const PLAIN: Self = Self(0);

    /// All eight.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// These cells, looked at so.
    #[inline]
    #[must_use]
    pub fn of(self, mut cells: u64) -> u64 {
        if self.0 & 1 != 0 {
            cells = mirrored(cells);
        }
        if self.0 & 2 != 0 {
            cells = upside_down(cells);
        }
        if self.0 & 4 != 0 {
            cells = transposed(cells);
        }
        cells
    }

    /// The cells of which these are a glance.
    #[inline]
    #[must_use]
    pub fn undone(self, mut cells: u64) -> u64 {
        if self.0 & 4 != 0 {
            cells = transposed(cells);
        }
        Self(self.0 & 3).of(cells)
    }
}

/// The beads of two sides, looked at in the one way of eight that gives the lowest numbers, and that way.
#[must_use]
pub fn folded(own: u64, theirs: u64) -> ([u64; 2], Glance) {
    let mut best = ([own, theirs], Glance::PLAIN);
    for glance in Glance::all().skip(1) {
        let beads = [glance.of(own), glance.of(theirs)];
        if beads < best.0 {
            best = (beads, glance);
        }
    }
    best
}

/// Columns in reverse, on all levels at once.
#[inline]
fn mirrored(cells: u64) -> u64 {
    let pairs = (cells & 0x5555_5555_5555_5555) << 1 | cells >> 1 & 0x5555_5555_5555_5555;
    (pairs & 0x3333_3333_3333_3333) << 2 | pairs >> 2 & 0x3333_3333_3333_3333
}

/// Rows in reverse.
#[inline]
fn upside_down(cells: u64) -> u64 {
    let pairs = (cells & 0x0f0f_0f0f_0f0f_0f0f) << 4 | cells >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    (pairs & 0x00ff_00ff_00ff_00ff) << 8 | pairs >> 8 & 0x00ff_00ff_00ff_00ff
}

/// Rows as columns.
#[inline]
fn transposed(cells: u64) -> u64 {
    let swap = |cells: u64, mask: u64, shift: u32| {
        let differing = (cells ^ cells >> shift) & mask;
        cells ^ differing ^ differing << shift
    };
    // Blocks of two by two across the diagonal, then cells within blocks.
    swap(swap(cells, 0x00cc_00cc_00cc_00cc, 6), 0x0a0a_0a0a_0a0a_0a0a, 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::score_four::LINES;
    use std::collections::BTreeSet;

    #[test]
    fn every_glance_keeps_lines_lines_and_levels_levels() {
        let lines: BTreeSet<u64> = LINES.into_iter().collect();
        let corner = 1 | 1 << 6;
        for glance in Glance::all() {
            assert!(LINES.iter().all(|&line| lines.contains(&glance.of(line))), "{glance:?}");
            assert!((0..4).all(|level| glance.of(0xffff << (16 * level)) == 0xffff << (16 * level)));
            assert!((0..64).all(|cell| glance.undone(glance.of(1 << cell)) == 1 << cell), "{glance:?}");
        }
        let different: BTreeSet<u64> = Glance::all().map(|glance| glance.of(corner)).collect();
        assert_eq!(different.len(), 8);
    }

    #[test]
    fn all_glances_of_a_position_fold_to_the_same() {
        let (own, theirs) = (0x0000_0010_0203_8421, 0x0000_0001_0100_0142);
        let (expected, _) = folded(own, theirs);
        for glance in Glance::all() {
            let (beads, back) = folded(glance.of(own), glance.of(theirs));
            assert_eq!(beads, expected);
            assert_eq!(back.undone(beads[0]), glance.of(own));
        }
    }
}
