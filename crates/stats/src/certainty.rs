//! How sure an order is: the comparison of all pairs at once.
//!
//! Whoever looks at a table compares everyone with everyone, so the chance of 5 % is for any false difference
//! at all, not for each pair. Pairs that are told apart bound the ranks and part the groups.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use croupier_games::{About, Better};

use crate::estimate::{Estimate, unseen};
use crate::evidence::Evidence;
use crate::letters::letters;
use crate::quantiles::student;
use crate::simultaneous::miss_per_pair;
use crate::standings::StandingsLine;

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
pub(crate) fn certainty(about: &About, evidence: &Evidence, lines: &[StandingsLine]) -> Vec<Certainty> {
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
    let ranks = verdicts.ranks(about.ranking[0].better);
    for (place, ((&at, group), ranks)) in compared.iter().zip(groups).zip(ranks).enumerate() {
        said[at].ranks = Some(ranks);
        said[at].group = group;
        if place > 0 {
            let above = lines[compared[place - 1]].entrant;
            said[at].above = evidence.difference(lines[at].entrant, above);
        }
    }
    said
}

/// Which pairs are told apart, when all pairs are looked at. Nothing is kept per pair: a field may have
/// thousands.
pub(crate) struct Verdicts<'a> {
    evidence: &'a Evidence,
    limits: Vec<Bounding>,
}

/// What an entrant brings to its comparisons.
struct Bounding {
    entrant: usize,
    mean: f64,
    /// How many standard errors a difference must have.
    quantile: f64,
    /// How far a difference must reach where all samples were alike.
    unseen: f64,
}

impl<'a> Verdicts<'a> {
    pub(crate) fn new(evidence: &'a Evidence, entrants: &[usize]) -> Self {
        let miss = miss_per_pair(evidence, entrants);
        // Most entrants have as many samples as others, and a quantile is slow.
        let mut known: HashMap<u64, f64> = HashMap::new();
        let limits = entrants.iter().map(|&entrant| {
            let samples = evidence.samples(entrant);
            let quantile = *known.entry(samples).or_insert_with(|| student(miss / 2.0, samples as f64 - 1.0));
            let unseen = unseen(miss, samples) * evidence.widest_difference();
            Bounding { entrant, mean: evidence.plain(entrant).unwrap_or(0.0), quantile, unseen }
        });
        Self { evidence, limits: limits.collect() }
    }

    pub(crate) fn told_apart(&self, one: usize, other: usize) -> bool {
        self.sign(one, other) != Ordering::Equal
    }

    /// Which of two means is the larger; equal where they are not told apart.
    fn sign(&self, one: usize, other: usize) -> Ordering {
        let (one, other) = (&self.limits[one], &self.limits[other]);
        // The one with fewer samples sets the larger limit.
        let reach = match self.evidence.variance_between(one.entrant, other.entrant) {
            0.0 => one.unseen.max(other.unseen),
            variance => one.quantile.max(other.quantile) * variance.sqrt(),
        };
        let difference = one.mean - other.mean;
        if difference.abs() <= reach { Ordering::Equal } else { difference.total_cmp(&0.0) }
    }

    /// The ranks left for each of them.
    fn ranks(&self, better: Better) -> Vec<RangeInclusive<usize>> {
        let count = self.limits.len();
        let mut ranks: Vec<(usize, usize)> = vec![(1, count); count];
        for one in 0..count {
            for other in 0..one {
                let (winner, loser) = match (self.sign(one, other), better) {
                    (Ordering::Equal, _) => continue,
                    (Ordering::Greater, Better::High) | (Ordering::Less, Better::Low) => (one, other),
                    (Ordering::Greater, Better::Low) | (Ordering::Less, Better::High) => (other, one),
                };
                ranks[loser].0 += 1;
                ranks[winner].1 -= 1;
            }
        }
        ranks.into_iter().map(|(first, last)| first..=last).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement_tests::evidence;

    /// Entrant 0 makes about 10, entrants 1 and 2 about 20, entrant 3 about 30.
    fn four() -> Evidence {
        let made = |deal: u64| {
            let noise = |at: u64| ((deal * 7 + at * 5) % 11) as f64 / 11.0;
            vec![(0, 10.0 + noise(0)), (1, 20.0 + noise(1)), (2, 20.0 + noise(2)), (3, 30.0 + noise(3))]
        };
        evidence(4, (0..40).map(|deal| (deal, made(deal))))
    }

    #[test]
    fn ranks_count_those_who_are_surely_better_and_surely_worse() {
        let evidence = four();
        let verdicts = Verdicts::new(&evidence, &[0, 1, 2, 3]);
        assert_eq!(verdicts.ranks(Better::Low), [1..=1, 2..=3, 2..=3, 4..=4]);
        assert_eq!(verdicts.ranks(Better::High), [4..=4, 2..=3, 2..=3, 1..=1]);
    }

    #[test]
    fn a_perfect_score_of_few_games_tells_nobody_apart_and_one_of_many_does() {
        let won = |games: u64| evidence(2, (0..games).map(|deal| (deal, vec![(0, 1.0), (1, 0.0)])));
        for (games, told) in [(2, false), (5, false), (20, true)] {
            let evidence = won(games);
            assert_eq!(Verdicts::new(&evidence, &[0, 1]).told_apart(0, 1), told, "{games} games");
        }
    }

    #[test]
    fn a_field_too_large_for_pairs_is_still_ranked_and_grouped() {
        // Two hundred make about 10, and as many about 20.
        let made = |deal: u64| {
            let (one, other) = ((deal % 200) as usize, (deal * 7 % 200) as usize + 200);
            vec![(one, 10.0 + (deal % 13) as f64 / 13.0), (other, 20.0 + (deal % 17) as f64 / 17.0)]
        };
        let evidence = evidence(400, (0..8000).map(|deal| (deal, made(deal))));
        assert!(!evidence.is_paired());
        let verdicts = Verdicts::new(&evidence, &(0..400).collect::<Vec<_>>());
        let ranks = verdicts.ranks(Better::Low);
        assert!(ranks[..200].iter().all(|ranks| *ranks.end() <= 200), "{ranks:?}");
        assert!(ranks[200..].iter().all(|ranks| *ranks.start() > 200), "{ranks:?}");
    }
}
