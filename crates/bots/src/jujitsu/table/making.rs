//! A table that is being made: layer by layer, from rounds that are nearly over up to the first turn.
//!
//! Threads share the patterns of a layer; what each value is does not depend on them. Work can stop after any
//! pattern, and go on later from the layers that were kept. It knows neither files nor what a value means.

use std::sync::Mutex;

use super::super::matrix::Matrix;
use super::make::{Job, fill};
use super::shape::Shape;
use super::{BadTable, SolvedRound, check};

/// How far the work is: patterns done, and patterns in all; false stops it.
pub type Watch<'a> = &'a mut (dyn FnMut(u64, u64) -> bool + Send);

/// The worth of all positions with so many cards in each hand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layer {
    /// The values in their order; those that are not worked out yet are 0.
    pub values: Vec<f64>,
    /// How many patterns of hands are not worked out yet: the first ones.
    pub left: u64,
}

/// A table of which some layers may be made.
#[derive(Debug)]
pub struct Making {
    shape: Shape,
    /// By the cards in a hand, from none on; only the last one may have patterns left.
    layers: Vec<Layer>,
}

/// What threads take their work from, and who watches.
struct Desk<'v, 'w> {
    jobs: Vec<Job<'v>>,
    watch: Watch<'w>,
    done: u64,
    all: u64,
    goes_on: bool,
}

impl<'v> Desk<'v, '_> {
    /// The next pattern, unless all are taken or the work is stopped. What is taken is always done.
    fn next(&mut self) -> Option<Job<'v>> {
        self.goes_on = self.goes_on && !self.jobs.is_empty() && (self.watch)(self.done, self.all);
        if !self.goes_on {
            return None;
        }
        self.done += 1;
        self.jobs.pop()
    }
}

impl Making {
    /// Begins the table of rounds of so many cards.
    pub fn new(cards: u8) -> Result<Self, BadTable> {
        check(cards)?;
        Ok(Self { shape: Shape::new(cards), layers: vec![Layer::default()] })
    }

    /// The layer that comes next and is not begun, by the cards in each hand; `None` if there is none, or if
    /// one is begun.
    #[must_use]
    pub fn wanted(&self) -> Option<usize> {
        let held = self.layers.len();
        (self.is_whole_so_far() && held <= usize::from(self.shape.cards())).then_some(held)
    }

    /// Goes on from the next layer as it was kept, whole or begun; false, and nothing is changed, if it does
    /// not fit.
    pub fn take_up(&mut self, layer: Layer) -> bool {
        let fits = self.wanted().is_some_and(|held| {
            layer.values.len() == self.shape.level(held).size && layer.left <= self.patterns_of(held)
        });
        if fits {
            self.layers.push(layer);
        }
        fits
    }

    /// Works on the layer that is begun, or else on the next one, until it is whole or `watch` says stop; how
    /// it stands then, and by how many cards in each hand. `None` if the table is whole.
    pub fn work(&mut self, threads: usize, watch: Watch<'_>) -> Option<(usize, &Layer)> {
        if let Some(held) = self.wanted() {
            let values = vec![0.0; self.shape.level(held).size];
            self.layers.push(Layer { values, left: self.patterns_of(held) });
        } else if self.is_whole_so_far() {
            return None;
        }
        let (done, all) = self.patterns();
        let held = self.layers.len() - 1;
        let shape = &self.shape;
        let (layer, below) = self.layers.split_last_mut()?;
        let below = below.last().map_or(&[][..], |below| &below.values);
        let mut jobs = jobs(shape, held, &mut layer.values);
        jobs.truncate(layer.left as usize);
        let desk = Mutex::new(Desk { jobs, watch, done, all, goes_on: true });
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut matrix = Matrix::empty();
                    while let Some(job) = desk.lock().ok().and_then(|mut desk| desk.next()) {
                        fill(shape, held, below, job, &mut matrix);
                    }
                });
            }
        });
        layer.left = desk.into_inner().ok()?.jobs.len() as u64;
        Some((held, layer))
    }

    /// Patterns of hands that are worked out, and those of the whole table.
    #[must_use]
    pub fn patterns(&self) -> (u64, u64) {
        let all = |held: usize| (1..=held).map(|held| self.patterns_of(held)).sum::<u64>();
        let left = self.layers.last().map_or(0, |layer| layer.left);
        (all(self.layers.len() - 1) - left, all(usize::from(self.shape.cards())))
    }

    /// The table; `None` unless it is whole.
    #[must_use]
    pub fn table(self) -> Option<SolvedRound> {
        let (done, all) = self.patterns();
        let levels = self.layers.into_iter().map(|layer| layer.values).collect();
        (done == all).then_some(SolvedRound { shape: self.shape, levels })
    }

    fn is_whole_so_far(&self) -> bool {
        self.layers.last().is_none_or(|layer| layer.left == 0)
    }

    fn patterns_of(&self, held: usize) -> u64 {
        self.shape.level(held).groups.iter().map(|group| group.patterns.len() as u64).sum()
    }
}

/// The table of a round; `None` if whoever watches says stop.
pub(super) fn whole(mut making: Making, threads: usize, watch: Watch<'_>) -> Option<SolvedRound> {
    while making.work(threads, watch)?.1.left == 0 {
        if making.wanted().is_none() {
            return making.table();
        }
    }
    None
}

/// All patterns of a layer, each with the place of its values.
fn jobs<'v>(shape: &Shape, held: usize, values: &'v mut [f64]) -> Vec<Job<'v>> {
    let mut rest = values;
    let mut jobs = Vec::new();
    for (alone, group) in shape.level(held).groups.iter().enumerate() {
        for &(own, theirs) in &group.patterns {
            let (block, after) = rest.split_at_mut(group.block);
            rest = after;
            jobs.push(Job { own, theirs, alone, values: block });
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: u8 = 6;

    fn made_at_once() -> Vec<f64> {
        whole(Making::new(CARDS).unwrap(), 1, &mut |_, _| true).unwrap().values().collect()
    }

    #[test]
    fn work_that_is_stopped_after_any_pattern_goes_on_to_the_same_table() {
        let all = Making::new(CARDS).unwrap().patterns().1;
        for stop_at in (1..all).step_by(23) {
            let mut making = Making::new(CARDS).unwrap();
            let mut kept = Vec::new();
            while let Some((_, layer)) = making.work(2, &mut |done, _| done < stop_at) {
                kept.push(layer.clone());
                if layer.left > 0 || making.patterns().0 == stop_at {
                    break;
                }
            }
            assert_eq!(making.patterns(), (stop_at, all));
            let mut again = Making::new(CARDS).unwrap();
            assert!(kept.into_iter().all(|layer| again.take_up(layer)));
            let mut first = None;
            let table = whole(again, 2, &mut |done, _| {
                first.get_or_insert(done);
                true
            });
            assert_eq!(first, Some(stop_at), "nothing is worked out twice");
            assert!(table.unwrap().values().eq(made_at_once()), "stopped at {stop_at}");
        }
    }

    #[test]
    fn a_layer_of_another_table_is_not_taken_up() {
        let mut other = Making::new(CARDS + 1).unwrap();
        let (_, layer) = other.work(1, &mut |_, _| true).unwrap();
        let mut making = Making::new(CARDS).unwrap();
        assert!(!making.take_up(layer.clone()));
        let (_, own) = making.work(1, &mut |_, _| true).unwrap();
        let own = own.clone();
        let mut fresh = Making::new(CARDS).unwrap();
        assert!(!fresh.take_up(Layer { left: 1_000, ..own.clone() }), "more left than there are");
        assert!(fresh.take_up(own.clone()) && !fresh.take_up(own), "it is no second layer");
        assert_eq!(fresh.wanted(), Some(2));
    }

    #[test]
    fn a_table_that_is_not_whole_is_none() {
        let mut making = Making::new(CARDS).unwrap();
        making.work(1, &mut |_, _| true).unwrap();
        assert!(making.table().is_none());
    }
}
