//! How sure an order is: the comparison of all pairs at once.
//!
//! Whoever looks at a table compares everyone with everyone, so the chance of 5 % is for any false difference at
//! all, not for each pair. Pairs that are told apart bound the ranks and part the groups.

use std::ops::RangeInclusive;

use croupier_games::{About, Better};

use crate::estimate::{Estimate, unseen};
use crate::evidence::Evidence;
use crate::letters::letters;
use crate::quantiles::student;
use crate::simultaneous::miss_per_pair;
use crate::standings::Line;

/// What is said of one line.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Certainty {
    pub(crate) mean: Option<Estimate>,
    pub(crate) above: Option<Estimate>,
    /// `None` for who is out of the comparison.
    pub(crate) ranks: Option<RangeInclusive<usize>>,
    pub(crate) group: String,
}

/// What is said of each line, in the order of the lines.
pub(crate) fn certainty(about: &About, evidence: &Evidence, lines: &[Line]) -> Vec<Certainty> {
    let mut said: Vec<Certainty> = lines
        .iter()
        .map(|line| Certainty { mean: evidence.mean(line.entrant), ..Certainty::default() })
        .collect();
    let is_compared = |at: &usize| {
        let samples = said[*at].mean.map_or(0, |mean| mean.samples);
        lines[*at].tally.disqualified.is_none() && samples > 1
    };
    let compared: Vec<usize> = (0..lines.len()).filter(is_compared).collect();
    let entrants: Vec<usize> = compared.iter().map(|&at| lines[at].entrant.index()).collect();
    let verdicts = Verdicts::new(evidence, &entrants);
    let groups = letters(compared.len(), |one, other| verdicts.told_apart(one, other));
    for (place, (&at, group)) in compared.iter().zip(groups).enumerate() {
        let ranks = verdicts.ranks(place, about.ranking[0].better);
        said[at].ranks = Some(ranks);
        said[at].group = group;
        if place > 0 {
            let above = lines[compared[place - 1]].entrant;
            said[at].above = evidence.difference(lines[at].entrant, above);
        }
    }
    said
}

/// Which pairs are told apart.
pub(crate) struct Verdicts {
    count: usize,
    /// For each pair the sign of the difference where it is told apart, or 0.
    signs: Vec<i8>,
}

impl Verdicts {
    pub(crate) fn new(evidence: &Evidence, entrants: &[usize]) -> Self {
        let count = entrants.len();
        let mut judge = Judge { evidence, miss: miss_per_pair(evidence, entrants), known: None };
        let mut signs = vec![0; count * count];
        for one in 0..count {
            for other in 0..one {
                let sign = judge.sign(entrants[one], entrants[other]);
                (signs[one * count + other], signs[other * count + one]) = (sign, -sign);
            }
        }
        Self { count, signs }
    }

    pub(crate) fn told_apart(&self, one: usize, other: usize) -> bool {
        self.signs[one * self.count + other] != 0
    }

    /// The ranks left for one of them.
    fn ranks(&self, one: usize, better: Better) -> RangeInclusive<usize> {
        let row = &self.signs[one * self.count..(one + 1) * self.count];
        let above = row.iter().filter(|&&sign| sign > 0).count();
        let below = row.iter().filter(|&&sign| sign < 0).count();
        match better {
            Better::Low => 1 + above..=self.count - below,
            Better::High => 1 + below..=self.count - above,
        }
    }
}

/// Says whether a pair is told apart, when all pairs are looked at.
struct Judge<'a> {
    evidence: &'a Evidence,
    /// The chance of a false difference that is left to each pair.
    miss: f64,
    /// The last quantile: most pairs have as many samples.
    known: Option<(u64, f64)>,
}

impl Judge<'_> {
    fn sign(&mut self, one: usize, other: usize) -> i8 {
        let (Some(one_mean), Some(other_mean)) = (self.evidence.plain(one), self.evidence.plain(other))
        else {
            return 0;
        };
        let difference = one_mean - other_mean;
        let samples = self.evidence.samples(one).min(self.evidence.samples(other));
        let reach = match self.evidence.variance_between(one, other) {
            0.0 => unseen(self.miss, samples) * self.evidence.widest_difference(),
            variance => self.quantile(samples) * variance.sqrt(),
        };
        if difference.abs() <= reach { 0 } else { difference.signum() as i8 }
    }

    fn quantile(&mut self, samples: u64) -> f64 {
        match self.known {
            Some((known, quantile)) if known == samples => quantile,
            _ => {
                let quantile = student(self.miss / 2.0, samples as f64 - 1.0);
                self.known = Some((samples, quantile));
                quantile
            }
        }
    }
}
