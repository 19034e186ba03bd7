//! The search: principal variation search with iterative deepening, in which forced beads cost no depth.
//!
//! Values are from the mover's side. A won position is worth [`WON`] less the number of beads until the end, so that the
//! quickest win and the slowest loss are taken; everything between is what positions look like.

use super::memo::{Bound, Memo};
use super::position::Position;
use crate::budget::Spending;

/// A win in no beads at all.
pub(super) const WON: i32 = 10_000;
/// Beyond this, a value is a certain win.
pub(super) const CERTAIN: i32 = WON - 100;
/// The clock is looked at once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 256;
/// There are no more beads than this.
const MOST_BEADS: i32 = 64;

/// A search and what it remembers.
#[derive(Debug, Default)]
pub(super) struct Search {
    memo: Memo,
    /// How often a cell refuted what came before it, for whoever moves and whoever waits.
    history: Vec<[u32; 64]>,
    nodes: u64,
    spending: Option<Spending>,
    out: bool,
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// The cell to play, a set of one.
    pub(super) cell: u64,
    /// What it is worth to the mover.
    pub(super) value: i32,
    /// How many beads were looked ahead, forced ones not counted.
    pub(super) depth: i32,
    /// Positions looked at.
    pub(super) nodes: u64,
}

impl Search {
    /// Forgets what it has seen.
    pub(super) fn clear(&mut self) {
        self.memo.clear();
        self.history.clear();
    }

    /// The best cell of a position that is not over, within a budget and at most so many beads ahead.
    pub(super) fn best(&mut self, position: &Position, spending: Spending, deepest: i32) -> Found {
        self.history.resize(2, [0; 64]);
        (self.nodes, self.out, self.spending) = (0, false, Some(spending));
        let cells = candidates(position);
        let mut found = Found { cell: cells & cells.wrapping_neg(), value: 0, depth: 0, nodes: 0 };
        if position.winning() != 0 {
            return Found { value: WON - 1, ..found };
        }
        let left = MOST_BEADS - position.count() as i32;
        for depth in 1..=deepest.min(left) {
            let (cell, value) = self.root(position, cells, found.cell, depth);
            if self.out {
                break;
            }
            found = Found { cell, value, depth, ..found };
            if value.abs() >= CERTAIN {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    /// The best of these cells, looked at so deep, the one that was best before first.
    fn root(&mut self, position: &Position, cells: u64, first: u64, depth: i32) -> (u64, i32) {
        let (mut best, mut alpha) = (first, -WON);
        let mut rest = cells & !first;
        let mut cell = first;
        loop {
            let after = position.after(cell);
            let mut value =
                if cell == first { WON } else { -self.value(&after, depth - 1, 1, -alpha - 1, -alpha) };
            if value > alpha {
                value = -self.value(&after, depth - 1, 1, -WON, -alpha);
            }
            if self.out {
                return (best, alpha);
            }
            if value > alpha {
                (best, alpha) = (cell, value);
            }
            if rest == 0 {
                return (best, alpha);
            }
            cell = rest & rest.wrapping_neg();
            rest &= rest - 1;
        }
    }

    /// The value of a position between two bounds; anything below or above them may be said of it beyond them.
    fn value(&mut self, position: &Position, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if self.is_out() {
            return 0;
        }
        let playable = position.playable();
        if playable == 0 {
            return 0;
        }
        if position.winning() != 0 {
            return WON - ply - 1;
        }
        let threatened = position.threatened();
        if threatened != 0 {
            if threatened & (threatened - 1) != 0 {
                return ply + 2 - WON;
            }
            // One answer only: it is looked at without being counted.
            return -self.value(&position.after(threatened), depth, ply + 1, -beta, -alpha);
        }
        let cells = position.safe();
        if cells == 0 {
            return ply + 2 - WON;
        }
        if depth <= 0 {
            return position.looks();
        }
        self.open(position, cells, depth, ply, alpha, beta)
    }

    /// The value of a position in which nothing is forced.
    fn open(
        &mut self,
        position: &Position,
        cells: u64,
        depth: i32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let hash = position.hash();
        let mut first = u8::MAX;
        if let Some(note) = self.memo.recall(hash) {
            first = note.best;
            let value = from_note(note.value, ply);
            let enough = i32::from(note.depth) >= depth || value.abs() >= CERTAIN;
            let settles = match note.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
                Bound::Nothing => false,
            };
            if enough && settles {
                return value;
            }
        }
        let side = position.count() as usize % 2;
        let mut order = Order::new(cells, first, &self.history[side]);
        let (mut best, mut chosen, before) = (-WON, 0, alpha);
        let mut is_first = true;
        while let Some(cell) = order.next() {
            let after = position.after(1 << cell);
            let mut value =
                if is_first { beta } else { -self.value(&after, depth - 1, ply + 1, -alpha - 1, -alpha) };
            if is_first || (value > alpha && value < beta) {
                value = -self.value(&after, depth - 1, ply + 1, -beta, -alpha);
            }
            if self.out {
                return 0;
            }
            is_first = false;
            if value > best {
                (best, chosen) = (value, cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.history[side][usize::from(cell)] += (depth * depth) as u32;
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > before => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.memo.note(hash, to_note(best, ply), depth as i8, bound, chosen);
        best
    }

    #[inline]
    fn is_out(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.out |= self.spending.as_mut().is_some_and(|spending| !spending.go_on(NODES_BETWEEN_LOOKS));
        }
        self.out
    }
}

/// The cells worth a look: a win, else the answer to a threat, else those that give nothing away, else all.
pub(super) fn candidates(position: &Position) -> u64 {
    let sets = [position.winning(), position.threatened(), position.safe(), position.playable()];
    sets.into_iter().find(|&set| set != 0).unwrap_or(0)
}

/// Wins are remembered by their distance from the position, not from the root.
fn to_note(value: i32, ply: i32) -> i16 {
    let from_here = match value {
        _ if value >= CERTAIN => value + ply,
        _ if value <= -CERTAIN => value - ply,
        _ => value,
    };
    from_here as i16
}

fn from_note(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    match value {
        _ if value >= CERTAIN => value - ply,
        _ if value <= -CERTAIN => value + ply,
        _ => value,
    }
}

/// The cells of a position in the order in which they are tried.
struct Order {
    cells: [(u32, u8); 16],
    count: usize,
    next: usize,
}

impl Order {
    fn new(cells: u64, first: u8, history: &[u32; 64]) -> Self {
        let mut order = Self { cells: [(0, 0); 16], count: 0, next: 0 };
        let mut rest = cells;
        while rest != 0 {
            let cell = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let hope = if cell == first { u32::MAX } else { history[usize::from(cell) % 64] };
            order.cells[order.count % 16] = (hope, cell);
            order.count += 1;
        }
        order
    }

    /// The most hopeful of those that are left; sorting all would be wasted where the first refutes.
    fn next(&mut self) -> Option<u8> {
        let left = self.cells.get_mut(self.next..self.count)?;
        let best = left.iter().enumerate().max_by_key(|(at, (hope, _))| (*hope, std::cmp::Reverse(*at)))?.0;
        left.swap(0, best);
        self.next += 1;
        Some(left[0].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use croupier_games::{Chance, Seed};

    /// A position of so many beads in which nobody has won, by moves that are not blunders.
    fn anywhere(beads: u32, chance: &mut Chance) -> Position {
        loop {
            let mut position = Position::new(0, 0);
            while position.count() < beads {
                let cells = candidates(&position);
                if cells == 0 || position.winning() != 0 {
                    break;
                }
                let mut rest = cells;
                for _ in 0..chance.below(cells.count_ones() as usize) {
                    rest &= rest - 1;
                }
                position = position.after(rest & rest.wrapping_neg());
            }
            if position.count() == beads && position.winning() == 0 {
                return position;
            }
        }
    }

    /// The outcome with best play, by nothing but the rules: 1, 0 or -1 for the mover.
    fn outcome(position: &Position) -> i32 {
        if position.winning() != 0 {
            return 1;
        }
        let mut rest = position.playable();
        if rest == 0 {
            return 0;
        }
        let mut best = -1;
        while rest != 0 && best < 1 {
            let cell = rest & rest.wrapping_neg();
            rest &= rest - 1;
            best = best.max(-outcome(&position.after(cell)));
        }
        best
    }

    #[test]
    fn near_the_end_it_finds_what_trying_everything_finds() {
        let mut chance = Chance::new(Seed(5));
        let mut search = Search::default();
        let mut seen = [0; 3];
        for _ in 0..300 {
            let position = anywhere(52, &mut chance);
            let found = search.best(&position, Budget::Usual.start(u64::MAX), MOST_BEADS);
            let expected = outcome(&position);
            assert_eq!(
                found.value.signum() * i32::from(found.value.abs() >= CERTAIN),
                expected,
                "{position:?}"
            );
            let kept = if position.winning() != 0 { 1 } else { -outcome(&position.after(found.cell)) };
            assert_eq!(kept, expected, "{position:?}");
            seen[(expected + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
    }
}
