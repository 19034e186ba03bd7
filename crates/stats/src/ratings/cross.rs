//! Pair by pair: how often one came in before the other, and whether the field goes round in circles.

use std::collections::{BTreeMap, VecDeque};

use croupier_record::EntrantId;

use super::placing::Placing;
use crate::estimate::{Estimate, unseen};
use crate::quantiles::{MISS, student};

/// How every pair that met did, clustered by deal. Games of one deal follow one another.
#[derive(Debug, Clone, Default)]
pub struct Cross {
    pairs: BTreeMap<(EntrantId, EntrantId), Sums>,
    deal: Option<u64>,
    /// Games and points of the pairs in the deal at hand.
    open: Vec<((EntrantId, EntrantId), f64, f64)>,
}

/// Sums over deals, from the side of the entrant with the lower number.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    deals: u64,
    games: f64,
    points: f64,
    games_squared: f64,
    points_squared: f64,
    points_games: f64,
}

/// How one entrant did against another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// Games in which both sat at the table.
    pub games: u64,
    /// The share of them in which the one came in before the other; a tie is half.
    pub share: Estimate,
}

impl Cross {
    /// Counts a game of a deal.
    pub fn add(&mut self, deal: u64, placing: &Placing) {
        if self.deal.is_some_and(|open| open != deal) {
            self.settle();
        }
        self.deal = Some(deal);
        for (at, &(one, one_place)) in placing.places.iter().enumerate() {
            for &(other, other_place) in &placing.places[at + 1..] {
                // The places are in order: the first of the two did not come in behind.
                let points = if one_place == other_place { 0.5 } else { 1.0 };
                let (pair, points) =
                    if one < other { ((one, other), points) } else { ((other, one), 1.0 - points) };
                match self.open.iter_mut().find(|(open, ..)| *open == pair) {
                    Some((_, games, sum)) => (*games, *sum) = (*games + 1.0, *sum + points),
                    None => self.open.push((pair, 1.0, points)),
                }
            }
        }
    }

    /// There are no more games.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.settle();
        self
    }

    /// How one did against another; `None` where they never met.
    #[must_use]
    pub fn meeting(&self, one: EntrantId, other: EntrantId) -> Option<Meeting> {
        let sums = self.pairs.get(&(one.min(other), one.max(other)))?;
        let share = sums.share();
        let turned =
            Estimate { mean: 1.0 - share.mean, low: 1.0 - share.high, high: 1.0 - share.low, ..share };
        Some(Meeting { games: sums.games as u64, share: if one < other { share } else { turned } })
    }

    /// A circle of entrants each of whom beats the next, the last one the first: the shortest there is among
    /// pairs told apart, all pairs looked at together. Where there is one, no single number per entrant can
    /// be true.
    #[must_use]
    pub fn circle(&self) -> Option<Vec<EntrantId>> {
        let miss = MISS / self.pairs.len().max(1) as f64;
        let mut beats: BTreeMap<EntrantId, Vec<EntrantId>> = BTreeMap::new();
        for (&(one, other), sums) in &self.pairs {
            match sums.verdict(miss) {
                1 => beats.entry(one).or_default().push(other),
                -1 => beats.entry(other).or_default().push(one),
                _ => {}
            }
        }
        let circles = beats.keys().filter_map(|&start| shortest_circle(&beats, start));
        circles.min_by_key(Vec::len)
    }

    fn settle(&mut self) {
        for (pair, games, points) in self.open.drain(..) {
            let sums = self.pairs.entry(pair).or_default();
            sums.deals += 1;
            sums.games += games;
            sums.points += points;
            sums.games_squared += games * games;
            sums.points_squared += points * points;
            sums.points_games += points * games;
        }
    }
}

impl Sums {
    fn share(&self) -> Estimate {
        let mean = self.points / self.games;
        let estimate = match self.variance() {
            0.0 => Estimate::alike(mean, 1.0, self.deals),
            variance => Estimate::new(mean, variance.sqrt(), self.deals),
        };
        estimate.within((0.0, 1.0))
    }

    fn variance(&self) -> f64 {
        let share = self.points / self.games;
        let residuals =
            self.points_squared - 2.0 * share * self.points_games + share * share * self.games_squared;
        if self.deals < 2 || residuals <= 1e-12 * self.games_squared {
            return 0.0;
        }
        residuals / (self.games * self.games) * self.deals as f64 / (self.deals - 1) as f64
    }

    /// 1 where the one is better, −1 where the other is, 0 where they are not told apart.
    fn verdict(&self, miss: f64) -> i8 {
        let lead = self.points / self.games - 0.5;
        let reach = match self.variance() {
            0.0 => unseen(miss, self.deals),
            variance => student(miss / 2.0, self.deals as f64 - 1.0) * variance.sqrt(),
        };
        if lead.abs() <= reach { 0 } else { lead.signum() as i8 }
    }
}

/// The shortest way from an entrant through those it beats, and those they beat, back to itself.
fn shortest_circle(beats: &BTreeMap<EntrantId, Vec<EntrantId>>, start: EntrantId) -> Option<Vec<EntrantId>> {
    let mut from: BTreeMap<EntrantId, EntrantId> = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(one) = next.pop_front() {
        for &other in beats.get(&one).into_iter().flatten() {
            if other == start {
                let mut way: Vec<_> = std::iter::successors(Some(one), |at| from.get(at).copied()).collect();
                way.reverse();
                return Some(way);
            }
            if let std::collections::btree_map::Entry::Vacant(unseen) = from.entry(other) {
                unseen.insert(one);
                next.push_back(other);
            }
        }
    }
    None
}
