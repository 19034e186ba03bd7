//! The search: principal variation search with iterative deepening, in which forced beads cost no depth.
//!
//! Values are from the mover's side. A won position is worth [`WON`] less the number of beads until the end,
//! so that the quickest win and the slowest loss are taken; everything between is what positions look like.
//! Certain values are certain at any depth: they come from beads that were played out, never from looks. A
//! search remembers nothing of the one before, so that a move follows from the position alone.

use super::effort::Effort;
use super::forcing::pursued;
use super::looks::looks;
use super::memo::{Bound, Memo, Note};
use super::order::{Experience, Order};
use super::position::Position;
use super::values::{CERTAIN, WON, Window, key_of, settled, to_note};
use crate::budget::Spending;

/// There are no more beads than this.
const MOST_BEADS: i32 = 64;
/// So many forcing beads in a row are pursued, and so many in all from one position.
const PURSUED_DEEP: u32 = 12;
const PURSUED_WIDE: u32 = 24;

/// Whether wins by forcing beads are looked for where the search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zeal {
    /// They are not: the search is as deep as it says.
    Plain,
    /// They are.
    Pursuing,
}

/// A search and what it remembers.
#[derive(Debug)]
pub struct Search {
    memo: Memo,
    known: Experience,
    zeal: Zeal,
    effort: Effort,
    /// How many cells are free at the root.
    left: i32,
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The cell to play, a set of one.
    pub cell: u64,
    /// What it is worth to the mover.
    pub value: i32,
    /// How many beads were looked ahead, forced ones not counted.
    pub depth: i32,
    /// Positions looked at, those of pursuits included.
    pub nodes: u64,
}

impl Search {
    /// A search that remembers about so many positions.
    #[must_use]
    pub fn new(positions: usize, zeal: Zeal) -> Self {
        Self {
            memo: Memo::new(positions),
            known: Experience::default(),
            zeal,
            effort: Effort::default(),
            left: 0,
        }
    }

    /// The best cell of a position that is not over, within a budget and at most so many beads ahead.
    pub fn best(&mut self, position: &Position, spending: Spending, deepest: i32) -> Found {
        self.memo.clear();
        self.known = Experience::default();
        self.effort = Effort::new(spending);
        let cells = position.candidates();
        let mut found = Found { cell: cells & cells.wrapping_neg(), value: 0, depth: 0, nodes: 0 };
        if position.winning() != 0 {
            return Found { value: WON - 1, ..found };
        }
        self.left = MOST_BEADS - position.count() as i32;
        for depth in 1..=deepest.min(self.left) {
            self.root(position, cells, depth, &mut found);
            if self.effort.is_out() || found.value.abs() >= CERTAIN {
                break;
            }
        }
        found.nodes = self.effort.nodes();
        found
    }

    /// The best of these cells, looked at so deep, the one that was best before first. Where the budget ends,
    /// what was found better until then stands.
    fn root(&mut self, position: &Position, cells: u64, depth: i32, found: &mut Found) {
        let mut window = Window { alpha: -WON, beta: WON };
        let mut order = Order::new(position, cells, found.cell.trailing_zeros() as u8, &self.known);
        let mut is_first = true;
        while let Some((cell, _)) = order.next() {
            let after = position.after(1 << cell);
            let mut value = window.alpha + 1;
            if !is_first {
                value = -self.value(&after, depth - 1, 1, window.closed().turned());
            }
            if value > window.alpha {
                value = -self.value(&after, depth - 1, 1, window.turned());
            }
            if self.effort.is_out() {
                return;
            }
            if value > window.alpha {
                window.alpha = value;
                *found = Found { cell: 1 << cell, value, depth, ..*found };
            }
            is_first = false;
        }
    }

    /// The value of a position within a window; anything below or above may be said of it beyond.
    fn value(&mut self, position: &Position, depth: i32, ply: i32, window: Window) -> i32 {
        if !self.effort.goes_on() {
            return 0;
        }
        let playable = position.playable();
        if position.own.wins & playable != 0 {
            return WON - ply - 1;
        }
        let threatened = position.theirs.wins & playable;
        if threatened != 0 {
            if threatened & (threatened - 1) != 0 {
                return ply + 2 - WON;
            }
            // One answer only: it is looked at without being counted.
            return -self.value(&position.after(threatened), depth, ply + 1, window.turned());
        }
        if position.is_dead() {
            return 0;
        }
        let cells = position.safe();
        if cells == 0 {
            return ply + 2 - WON;
        }
        if depth <= 0 {
            return self.pursue(position, ply).unwrap_or_else(|| looks(position));
        }
        self.open(position, cells, depth, ply, window)
    }

    /// The value of a win by forcing beads, where there is one.
    #[inline]
    fn pursue(&mut self, position: &Position, ply: i32) -> Option<i32> {
        if self.zeal == Zeal::Plain {
            return None;
        }
        let mut steps = PURSUED_WIDE;
        let won = pursued(position, PURSUED_DEEP, &mut steps);
        self.effort.add(u64::from(PURSUED_WIDE - steps));
        won.map(|(beads, _)| WON - ply - beads)
    }

    /// The value of a position in which nothing is forced.
    fn open(&mut self, position: &Position, cells: u64, depth: i32, ply: i32, window: Window) -> i32 {
        let (key, glance) = key_of(position);
        let note = self.memo.recall(key);
        if let Some(value) = note.and_then(|note| settled(note, depth, ply, window)) {
            return value;
        }
        let beads = position.count();
        if note.is_none()
            && let Some(value) = self.pursue(position, ply)
        {
            return value;
        }
        let first = note.map_or(u8::MAX, |note| glance.undone(1 << (note.best % 64)).trailing_zeros() as u8);
        let mut order = Order::new(position, cells, first, &self.known);
        let (mut best, mut chosen, mut alpha) = (-WON, 0, window.alpha);
        let mut number = 0;
        while let Some((cell, is_quiet)) = order.next() {
            let after = position.after(1 << cell);
            let within = Window { alpha, beta: window.beta };
            let less = if is_quiet { self.reduction(number, depth, ply) } else { 0 };
            let value = self.tried(&after, depth - 1, less, ply + 1, within, number == 0);
            if self.effort.is_out() {
                return 0;
            }
            if value > best {
                (best, chosen) = (value, cell);
            }
            alpha = alpha.max(value);
            if alpha >= window.beta {
                self.known.refuted(beads, cell, depth);
                break;
            }
            number += 1;
        }
        let bound = match best {
            _ if best >= window.beta => Bound::AtLeast,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let best_cell = glance.of(1 << chosen).trailing_zeros() as u8;
        let note = Note { value: to_note(best, ply), depth: depth as i8, bound, best: best_cell };
        self.memo.note(key, note);
        best
    }

    /// The value of a bead: at first only whether it is better than what is known, and less deep where little
    /// is hoped.
    #[inline]
    fn tried(
        &mut self,
        after: &Position,
        depth: i32,
        less: i32,
        ply: i32,
        window: Window,
        is_first: bool,
    ) -> i32 {
        if !is_first {
            let mut value = -self.value(after, depth - less, ply, window.closed().turned());
            if less > 0 && value > window.alpha && !self.effort.is_out() {
                value = -self.value(after, depth, ply, window.closed().turned());
            }
            if self.effort.is_out() || value <= window.alpha || value >= window.beta {
                return value;
            }
        }
        -self.value(after, depth, ply, window.turned())
    }

    /// How much less deep a late cell is looked at; not at all where the search goes to the end of the game.
    #[inline]
    fn reduction(&self, number: i32, depth: i32, ply: i32) -> i32 {
        if depth < 3 || number < 2 || self.zeal == Zeal::Plain || depth + ply >= self.left {
            return 0;
        }
        1 + i32::from(number >= 6) + i32::from(number >= 10 && depth > 5)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::anywhere;
    use super::*;
    use crate::budget::Budget;
    use croupier_games::{Chance, Seed};

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
        let mut chance = Chance::new(Seed::plain(5));
        let mut search = Search::new(1 << 16, Zeal::Pursuing);
        let mut seen = [0; 3];
        for _ in 0..300 {
            let position = anywhere(52, &mut chance);
            let found = search.best(&position, Budget::Usual.start(u64::MAX), MOST_BEADS);
            let expected = outcome(&position);
            let certain = found.value.signum() * i32::from(found.value.abs() >= CERTAIN);
            assert_eq!(certain, expected, "{position:?}");
            assert_eq!(-outcome(&position.after(found.cell)), expected, "{position:?}");
            seen[(expected + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| times > 5), "{seen:?}");
    }

    #[test]
    fn a_search_does_not_depend_on_the_ones_before() {
        let mut chance = Chance::new(Seed::plain(6));
        let positions: Vec<Position> = (0..20).map(|number| anywhere(8 + number, &mut chance)).collect();
        let mut worn = Search::new(1 << 10, Zeal::Pursuing);
        for position in &positions {
            let mut fresh = Search::new(1 << 10, Zeal::Pursuing);
            let spending = || Budget::Usual.start(20_000);
            assert_eq!(worn.best(position, spending(), 64), fresh.best(position, spending(), 64));
        }
    }
}
