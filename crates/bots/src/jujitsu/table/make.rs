//! Works out a table, from rounds that are nearly over up to the first turn.
//!
//! Threads share the patterns of a level; what each value is does not depend on them.

use std::sync::Mutex;

use super::super::matrix::{MOST, Matrix};
use super::shape::{Lie, Place, Shape};
use super::{Table, look_up};

/// How far the work is: patterns done, and patterns in all; false stops it.
pub type Watch<'a> = &'a mut (dyn FnMut(u64, u64) -> bool + Send);

/// A pattern whose values are wanted, and where they go.
struct Job<'v> {
    own: u16,
    theirs: u16,
    alone: usize,
    values: &'v mut [f64],
}

/// Who watches, and what they have been told.
struct Watched<'w> {
    watch: Watch<'w>,
    done: u64,
    all: u64,
    goes_on: bool,
}

impl Watched<'_> {
    /// Another pattern is begun, unless the work is stopped.
    fn goes_on(&mut self) -> bool {
        self.goes_on = self.goes_on && (self.watch)(self.done, self.all);
        self.done += 1;
        self.goes_on
    }
}

/// The table of a round; `None` if whoever watches says stop.
pub(super) fn make(cards: u8, threads: usize, watch: Watch<'_>) -> Option<Table> {
    let shape = Shape::new(cards);
    let held = usize::from(cards);
    let groups = (1..=held).flat_map(|held| &shape.level(held).groups);
    let all = groups.map(|group| group.patterns.len() as u64).sum();
    let watched = Mutex::new(Watched { watch, done: 0, all, goes_on: true });
    let mut levels: Vec<Vec<f64>> = vec![Vec::new()];
    for level in 1..=held {
        let mut values = vec![0.0; shape.level(level).size];
        let below = levels.last().map_or(&[][..], Vec::as_slice);
        let jobs = Mutex::new(jobs(&shape, level, &mut values));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut matrix = Matrix::empty();
                    while let Some(job) = next(&jobs, &watched) {
                        fill(&shape, level, below, job, &mut matrix);
                    }
                });
            }
        });
        levels.push(values);
    }
    watched.into_inner().ok()?.goes_on.then_some(Table { shape, levels })
}

/// The next pattern of the level, unless all are taken or the work is stopped.
fn next<'v>(jobs: &Mutex<Vec<Job<'v>>>, watched: &Mutex<Watched<'_>>) -> Option<Job<'v>> {
    let job = jobs.lock().ok()?.pop()?;
    watched.lock().ok()?.goes_on().then_some(job)
}

fn jobs<'v>(shape: &Shape, level: usize, values: &'v mut [f64]) -> Vec<Job<'v>> {
    let mut rest = values;
    let mut jobs = Vec::new();
    for (alone, group) in shape.level(level).groups.iter().enumerate() {
        for &(own, theirs) in &group.patterns {
            let (block, after) = rest.split_at_mut(group.block);
            rest = after;
            jobs.push(Job { own, theirs, alone, values: block });
        }
    }
    jobs
}

/// Two bids: who wins with them, and how the hands lie after them.
#[derive(Clone, Copy)]
struct Pair {
    sign: f64,
    lie: Lie,
}

/// A turn whose bids are weighed: the victory card that comes next, and those after it.
#[derive(Clone, Copy)]
struct Turn<'s> {
    shape: &'s Shape,
    below: &'s [f64],
    held: usize,
    next: u32,
    pile: u16,
}

/// The values of a pattern, pile by pile and lot by lot.
fn fill(shape: &Shape, held: usize, below: &[f64], job: Job<'_>, matrix: &mut Matrix) {
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
            let turn = Turn { shape, below, held, next: next + 1, pile: pile & !(1 << next) };
            turn.add(&pairs, sums, values, matrix);
        }
        values.iter_mut().for_each(|value| *value /= f64::from(pile.count_ones()));
    }
}

impl Turn<'_> {
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
            Some(Place::At { place, turned }) => look_up(self.below, place, turned),
            Some(Place::Even) | None => 0.0,
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
