//! The positions that follow from one, in the order in which the solver tries them.

use super::looks::looks;
use super::position::Position;

/// The most cells that can be played.
const PEGS: usize = 16;

/// The positions after each cell, those first that look worst to their mover.
pub(super) struct Children {
    list: [(i32, u8, Position); PEGS],
    count: usize,
    next: usize,
}

impl Children {
    /// The positions after these cells; `first` is tried before all others.
    pub(super) fn new(position: &Position, cells: u64, first: Option<u8>) -> Self {
        let mut children = Self { list: [(0, 0, *position); PEGS], count: 0, next: 0 };
        let mut rest = cells;
        while rest != 0 {
            let cell = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let child = position.after(1 << cell);
            let hope = if first == Some(cell) { i32::MIN } else { looks(&child) };
            children.list[children.count % PEGS] = (hope, cell, child);
            children.count += 1;
        }
        children
    }

    /// All of them, with their cells, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Position, u8)> {
        self.list[..self.count].iter().map(|(_, cell, child)| (child, *cell))
    }

    /// The next one, with its cell.
    pub(super) fn next(&mut self) -> Option<(Position, u8)> {
        let left = self.list.get_mut(self.next..self.count)?;
        let best = (0..left.len()).min_by_key(|&at| left[at].0)?;
        left.swap(0, best);
        self.next += 1;
        Some((left[0].2, left[0].1))
    }
}
