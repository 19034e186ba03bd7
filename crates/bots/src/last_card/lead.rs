//! By how much one play is better than another, after some worlds in which both were tried.
//!
//! Before anything is seen a lead is taken to be about what was expected, and what is seen moves that belief
//! the more, the more worlds there were and the less they scattered: a mean of a few worlds is mostly luck.
//! It knows no game.

/// How far leads are from what was expected of them: the standard deviation, in points.
const USUAL: f64 = 0.2;
/// Now and then one is far off: one that is so many standard errors away is taken for such.
const SURE: f64 = 3.0;
/// Scatter that is taken to be there before any is seen, in squared points: some is rare and large.
const UNSEEN_SCATTER: f64 = 4.0;
/// A lead may be larger than is likely by so many standard deviations of what is believed.
const CLEARLY: f64 = 2.0;

/// What was seen in the worlds so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lead {
    expected: f64,
    worlds: f64,
    sum: f64,
    squares: f64,
}

impl Lead {
    /// Nothing seen yet, and so much expected.
    pub(super) fn expecting(expected: f64) -> Self {
        Self { expected, ..Self::default() }
    }

    /// It was so much better in one more world.
    #[inline]
    pub(super) fn add(&mut self, better: f64) {
        self.worlds += 1.0;
        self.sum += better;
        self.squares += better * better;
    }

    /// The lead that is to be expected.
    pub(super) fn likely(&self) -> f64 {
        self.believed().0
    }

    /// The largest lead that it may well be.
    pub(super) fn at_best(&self) -> f64 {
        let (likely, spread) = self.believed();
        likely + CLEARLY * spread
    }

    /// What is believed of the lead: its mean, and its standard deviation.
    fn believed(&self) -> (f64, f64) {
        if self.worlds == 0.0 {
            return (self.expected, USUAL);
        }
        let mean = self.sum / self.worlds;
        let scatter = ((self.squares + UNSEEN_SCATTER) / self.worlds - mean * mean).max(1e-6);
        let (error, away) = (scatter / self.worlds, mean - self.expected);
        let usual = (USUAL * USUAL).max(away * away - SURE * SURE * error);
        (self.expected + away * usual / (usual + error), (usual * error / (usual + error)).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many worlds, half of them so much better and half so much worse than a lead of one.
    fn after(worlds: u32, scatter: f64) -> Lead {
        let mut lead = Lead::default();
        (0..worlds).for_each(|world| lead.add(1.0 + if world % 2 == 0 { scatter } else { -scatter }));
        lead
    }

    #[test]
    fn a_few_worlds_that_scatter_say_little_and_many_say_all() {
        assert_eq!((Lead::default().likely(), Lead::expecting(-0.1).likely()), (0.0, -0.1));
        assert!(after(10, 5.0).likely() < 0.05);
        assert!((after(100_000, 5.0).likely() - 1.0).abs() < 0.01);
    }

    #[test]
    fn what_does_not_scatter_is_believed_sooner() {
        assert!(after(40, 1.0).likely() > 2.0 * after(40, 5.0).likely());
    }

    #[test]
    fn a_large_lead_is_believed_as_soon_as_it_is_sure() {
        assert!(after(100, 2.0).likely() > 0.6);
    }

    #[test]
    fn a_play_that_is_clearly_worse_cannot_lead_at_best() {
        let mut worse = Lead::default();
        assert!(worse.at_best() > 0.0);
        (0..40).for_each(|_| worse.add(-3.0));
        assert!(worse.at_best() < 0.0);
    }
}
