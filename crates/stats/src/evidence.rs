//! What the sums by deal say: means, differences, and how sure they are.
//!
//! A mean is a ratio, the sum of a figure over the seats taken, and both vary from deal to deal. Its residual
//! in a deal is `s − mean · n`; products of residuals summed over deals give the covariance of two means (the
//! sandwich that a regression on entrants gives with errors clustered by deal). Knows no ranking.

use croupier_record::EntrantId;

use crate::clusters::Clusters;
use crate::estimate::Estimate;

/// Variances below this part of the raw squares are rounding, not luck.
const ROUNDING: f64 = 1e-12;

/// The means of the main figure with their covariance.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Seats taken and mean, of whoever played.
    means: Vec<Option<(f64, f64)>>,
    clusters: Clusters,
}

impl Evidence {
    pub(crate) fn new(means: Vec<Option<(f64, f64)>>, settled: Clusters) -> Self {
        Self { means, clusters: settled }
    }

    /// Whether pairs that share deals are compared within them. In very large fields they are not: their
    /// means are then treated as independent, which makes intervals of differences wider than they need be
    /// where deals are shared.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.clusters.has_pairs()
    }

    /// An entrant's mean; `None` where it played no game.
    #[must_use]
    pub fn mean(&self, entrant: EntrantId) -> Option<Estimate> {
        let at = entrant.index();
        let (_, mean) = self.means[at]?;
        let samples = self.samples(at);
        let estimate = match self.variance(at) {
            0.0 => Estimate::alike(mean, self.widest_difference() / 2.0, samples),
            variance => Estimate::new(mean, variance.sqrt(), samples),
        };
        Some(estimate.within(self.clusters.range()))
    }

    /// One entrant's mean minus another's; `None` where either played no game.
    #[must_use]
    pub fn difference(&self, one: EntrantId, other: EntrantId) -> Option<Estimate> {
        let (one, other) = (one.index(), other.index());
        let mean = self.means[one]?.1 - self.means[other]?.1;
        let samples = self.samples(one).min(self.samples(other));
        Some(match self.variance_between(one, other) {
            0.0 => Estimate::alike(mean, self.widest_difference(), samples),
            variance => Estimate::new(mean, variance.sqrt(), samples),
        })
    }

    /// How far a difference of two could move if all was different from what was seen.
    pub(crate) fn widest_difference(&self) -> f64 {
        let (lowest, highest) = self.clusters.range();
        2.0 * (highest - lowest).max(0.0)
    }

    /// An entrant's mean alone.
    pub(crate) fn plain(&self, entrant: usize) -> Option<f64> {
        self.means[entrant].map(|(_, mean)| mean)
    }

    pub(crate) fn samples(&self, entrant: usize) -> u64 {
        self.clusters.deals_of(entrant)
    }

    /// The variance of a mean.
    fn variance(&self, entrant: usize) -> f64 {
        self.covariance(entrant, entrant)
    }

    /// The variance of the difference of two means; exactly 0 where it is nothing but rounding.
    pub(crate) fn variance_between(&self, one: usize, other: usize) -> f64 {
        let apart = self.variance(one) + self.variance(other);
        let variance = apart - 2.0 * self.covariance(one, other);
        if variance <= apart * ROUNDING { 0.0 } else { variance }
    }

    /// The covariance of two means, corrected for few deals by n / (n − 1) of each.
    pub(crate) fn covariance(&self, one: usize, other: usize) -> f64 {
        let (Some((one_seats, one_mean)), Some((other_seats, other_mean))) =
            (self.means[one], self.means[other])
        else {
            return 0.0;
        };
        let Some(sums) = self.clusters.products(one, other) else { return 0.0 };
        let residuals = sums.ss - other_mean * sums.sn - one_mean * sums.ns + one_mean * other_mean * sums.nn;
        if one == other && residuals <= sums.ss * ROUNDING {
            return 0.0;
        }
        residuals / (one_seats * other_seats) * self.correction(one) * self.correction(other)
    }

    fn correction(&self, entrant: usize) -> f64 {
        match self.samples(entrant) {
            0 | 1 => 1.0,
            deals => (deals as f64 / (deals - 1) as f64).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement_tests::evidence;

    #[test]
    fn an_interval_does_not_leave_what_is_possible_and_its_reach_is_the_longer_side() {
        // Two games of forty won: the plain interval would begin below 0.
        let won = |deal: u64| f64::from(u8::from(deal.is_multiple_of(20)));
        let evidence = evidence(2, (0..40).map(|deal| (deal, vec![(0, won(deal)), (1, 1.0 - won(deal))])));
        let mean = evidence.mean(EntrantId(0)).unwrap();
        assert!(mean.low == 0.0 && mean.high < 0.2 && mean.high - mean.mean == mean.reach(), "{mean:?}");
    }

    #[test]
    fn one_deal_is_no_sample_whatever_the_number_of_games() {
        let evidence = evidence(2, (0..9).map(|game| (7, vec![(0, game as f64), (1, 1.0)])));
        let mean = evidence.mean(EntrantId(0)).unwrap();
        assert_eq!((mean.mean, mean.samples, mean.standard_error), (4.0, 1, f64::INFINITY));
        assert!(mean.allows(1e9));
    }
}
