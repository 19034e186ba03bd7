//! A race between moves: all are tried in the same worlds, the leader stands first, and who is clearly behind
//! is dropped.
//!
//! It knows no game and no clock; what a move made of a world is told to it.

/// When a move may be dropped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RaceSettings {
    /// Only after so many worlds.
    pub(crate) first_worlds: f64,
    /// When it is behind by so many standard errors of the difference.
    pub(crate) clearly: f64,
}

/// A move and how it fared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trial<M> {
    pub(crate) mv: M,
    /// What it made in the last world.
    pub(crate) last: f64,
    pub(crate) sum: f64,
    /// Sums of the difference to the leader's result in the same world, and of its square.
    behind: f64,
    behind_squared: f64,
}

impl<M> Trial<M> {
    /// A move that has not been tried.
    pub(crate) fn of(mv: M) -> Self {
        Self { mv, last: 0.0, sum: 0.0, behind: 0.0, behind_squared: 0.0 }
    }

    /// What it made of one more world.
    #[inline]
    pub(crate) fn made(&mut self, value: f64) {
        self.last = value;
        self.sum += value;
    }
}

/// Puts the leader first and drops who is clearly behind, after so many worlds.
pub(crate) fn compare<M: Copy>(trials: &mut Vec<Trial<M>>, worlds: f64, patience: RaceSettings) {
    let lead = (0..trials.len()).max_by(|&one, &other| {
        // Of equals the first one stays, so that the order of the moves and not of the trials decides.
        trials[one].sum.total_cmp(&trials[other].sum).then(other.cmp(&one))
    });
    trials.swap(0, lead.unwrap_or(0));
    let leader = trials[0];
    for trial in trials.iter_mut() {
        let behind = leader.last - trial.last;
        trial.behind += behind;
        trial.behind_squared += behind * behind;
    }
    if worlds < patience.first_worlds {
        return;
    }
    trials.retain(|trial| {
        let mean = (leader.sum - trial.sum) / worlds;
        let mean_behind = trial.behind / worlds;
        let variance = (trial.behind_squared / worlds - mean_behind * mean_behind).max(0.0);
        mean <= patience.clearly * (variance / worlds).sqrt() || trial.sum >= leader.sum
    });
}
