//! The values of a pattern of hands, worked out from those with a card less.

use super::super::matrix::{MOST, Matrix};
use super::look_up;
use super::shape::{LevelIndex, Lie, Shape};

/// A pattern whose values are wanted, and where they go.
pub(super) struct Job<'v> {
    pub(super) own: u16,
    pub(super) theirs: u16,
    /// How many cards only one side has.
    pub(super) alone: usize,
    pub(super) values: &'v mut [f64],
}

/// Two bids: who wins with them, and how the hands lie after them.
#[derive(Clone, Copy)]
struct Pair {
    sign: f64,
    lie: Lie,
}

/// A turn whose bids are weighed: the victory card that comes next, and those after it.
#[derive(Clone, Copy)]
struct WeighedTurn<'s> {
    shape: &'s Shape,
    below: &'s [f64],
    held: usize,
    next: u32,
    pile: u16,
}

/// The values of a pattern, pile by pile and lot by lot.
pub(super) fn fill(shape: &Shape, held: usize, below: &[f64], job: Job<'_>, matrix: &mut Matrix) {
    let pairs = pairs(shape, job.own, job.theirs);
    let mut rest = job.values;
    for &pile in &shape.level(held).piles {
        let sums = shape.sums(held, job.alone, pile);
        let (values, after) = rest.split_at_mut(sums.count_ones() as usize);
        rest = after;
        if pile == 0 {
            // The last card: the own one is the higher one, and takes the lot.
            values.iter_mut().zip(bits(sums)).for_each(|(value, lot)| *value = f64::from(lot));
            continue;
        }
        for next in (0..16).filter(|next| pile >> next & 1 == 1) {
            let turn = WeighedTurn { shape, below, held, next: next + 1, pile: pile & !(1 << next) };
            turn.add(&pairs, sums, values, matrix);
        }
        values.iter_mut().for_each(|value| *value /= f64::from(pile.count_ones()));
    }
}

impl WeighedTurn<'_> {
    /// Adds what the turn is worth with each of these lots.
    fn add(&self, pairs: &[[Pair; MOST]; MOST], sums: u128, values: &mut [f64], matrix: &mut Matrix) {
        let held = self.held;
        // Whoever wins the lot, what comes after depends only on the next card.
        let mut after = [[0.0; MOST]; MOST];
        for (line, pairs) in after.iter_mut().zip(pairs).take(held) {
            for (place, pair) in line.iter_mut().zip(pairs).take(held) {
                if pair.sign != 0.0 {
                    *place = self.left(pair.lie, self.next);
                }
            }
        }
        for (value, lot) in values.iter_mut().zip(bits(sums)) {
            matrix.fill(held, held, |row, column| {
                let pair = &pairs[row][column];
                if pair.sign == 0.0 {
                    self.left(pair.lie, self.next + lot)
                } else {
                    pair.sign * f64::from(lot) + after[row][column]
                }
            });
            *value += matrix.value();
        }
    }

    /// What is left of the round after the bids.
    #[inline]
    fn left(&self, lie: Lie, lot: u32) -> f64 {
        match self.shape.place(self.held - 1, lie, lot, self.pile) {
            Some(LevelIndex::At { place, turned }) => look_up(self.below, place, turned),
            Some(LevelIndex::Even) | None => 0.0,
        }
    }
}

fn pairs(shape: &Shape, own: u16, theirs: u16) -> [[Pair; MOST]; MOST] {
    let nothing = Pair { sign: 0.0, lie: shape.lie(0, 0) };
    let mut pairs = [[nothing; MOST]; MOST];
    for (line, row) in pairs.iter_mut().zip(bits(own.into())) {
        for (place, column) in line.iter_mut().zip(bits(theirs.into())) {
            let sign = f64::from(i8::from(row > column) - i8::from(row < column));
            *place = Pair { sign, lie: shape.lie(own & !(1 << row), theirs & !(1 << column)) };
        }
    }
    pairs
}

/// The positions of the set bits, the lowest first.
fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}
