//! Whether a tournament has told its bots apart: every two neighbours in the standings, or shown that they are alike.

use croupier_games::About;
use croupier_record::EntrantId;

use crate::matched::Matched;
use crate::standings::ranked;
use crate::tally::Tally;

/// The chance that anything said to be decided is wrong, over all pairs and all looks together.
pub const MISS: f64 = 0.05;

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Neighbours, the better first, that are neither told apart nor shown to be within the tolerance.
    pub open: Vec<(EntrantId, EntrantId)>,
}

impl Decision {
    /// Whether nothing is left to decide.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.open.is_empty()
    }
}

/// What the games so far decide; `bots` is the number of bots without their copies, and copies of one bot are never
/// told apart. Which two are neighbours is found out on the way, so the chance to be wrong is shared by all pairs.
#[must_use]
pub fn decision(about: &About, tally: &Tally, matched: &Matched, bots: usize, tolerance: f64) -> Decision {
    let miss = MISS / (bots * bots.saturating_sub(1) / 2).max(1) as f64;
    let playing: Vec<EntrantId> = ranked(about, tally)
        .iter()
        .filter(|line| line.tally.disqualified.is_none() && line.tally.games > 0)
        .map(|line| line.entrant)
        .collect();
    let is_open = |&(better, worse): &(EntrantId, EntrantId)| {
        let bounds = matched.between(better, worse).bounds(miss);
        // Where the matched games say the opposite of the standings, nothing is decided.
        let copies = better.index() % bots == worse.index() % bots;
        let alike = tolerance > 0.0 && bounds.is_within(tolerance);
        !(copies || alike || bounds.is_above())
    };
    let neighbours = playing.windows(2).map(|two| (two[0], two[1]));
    Decision { open: neighbours.filter(is_open).collect() }
}
