//! In which order cells are tried: what refuted before comes first.

use super::forcing::Forcing;
use super::position::Position;

/// The most cells that can be played.
const PEGS: usize = 16;
/// The cells in which seven lines cross: the corners of the cube and the cells around its centre.
pub(super) const RICH: u64 = 0x9009_0660_0660_9009;
/// What a cell is hoped to be worth that was best before, that forces, that keeps the other side from two
/// threats at once, or that refuted another bead at this depth.
const BEST_BEFORE: u32 = u32::MAX;
const FORCES: u32 = 1 << 28;
const KEEPS: u32 = 1 << 29;
const KILLS: u32 = 1 << 27;

/// What earlier positions say about cells.
#[derive(Debug)]
pub(super) struct Experience {
    /// How often a cell refuted what came before it, for either colour.
    history: [[u32; 64]; 2],
    /// The last two cells that refuted, for each number of beads.
    killers: [[u8; 2]; 65],
}

impl Default for Experience {
    fn default() -> Self {
        Self { history: [[0; 64]; 2], killers: [[u8::MAX; 2]; 65] }
    }
}

impl Experience {
    /// A cell has refuted what came before it.
    #[inline]
    pub(super) fn refuted(&mut self, beads: u32, cell: u8, depth: i32) {
        let known = &mut self.history[beads as usize % 2][usize::from(cell) % 64];
        // Below all the hopes above.
        *known = (*known + (depth * depth) as u32).min(KILLS / 2);
        let killers = &mut self.killers[beads as usize % 65];
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
    }
}

/// The cells of a position in the order in which they are tried.
#[derive(Debug)]
pub(super) struct Order {
    cells: [(u32, u8); PEGS],
    count: usize,
    next: usize,
}

impl Order {
    /// These cells, `first` before all others.
    #[inline]
    pub(super) fn new(position: &Position, cells: u64, first: u8, known: &Experience) -> Self {
        let playable = position.playable();
        let own = Forcing::of(&position.own, &position.theirs, playable);
        let theirs = Forcing::of(&position.theirs, &position.own, playable);
        let beads = position.count() as usize;
        let (history, killers) = (&known.history[beads % 2], &known.killers[beads % 65]);
        let mut order = Self { cells: [(0, 0); PEGS], count: 0, next: 0 };
        let mut rest = cells;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            let cell = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let is = |set: u64, hope: u32| if set & bit != 0 { hope } else { 0 };
            let mut hope = history[usize::from(cell) % 64] + is(own.once, FORCES) + is(theirs.twice, KEEPS);
            hope += is(theirs.once, 2) + is(RICH, 1);
            hope += if killers.contains(&cell) { KILLS } else { 0 };
            order.cells[order.count % PEGS] = (if cell == first { BEST_BEFORE } else { hope }, cell);
            order.count += 1;
        }
        order
    }

    /// The most hopeful of those that are left, and whether it is quiet: neither forces nor answers. Sorting
    /// all would be wasted where the first refutes.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(u8, bool)> {
        let left = self.cells.get_mut(self.next..self.count)?;
        let mut best = 0;
        for at in 1..left.len() {
            if left[at].0 > left[best].0 {
                best = at;
            }
        }
        let (hope, cell) = *left.get(best)?;
        left.swap(0, best);
        self.next += 1;
        Some((cell, hope < KILLS))
    }
}
