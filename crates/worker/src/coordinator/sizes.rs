//! How many games a job has: about a second of work, by what earlier ones took.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So long a job takes: the queue costs next to nothing then, and little is lost with a worker.
const AIM: Duration = Duration::from_secs(1);
/// Of the quickest players of the house, a job has no more games: all their luck goes with it.
const MOST_GAMES: u64 = 10_000;
/// Players of the house that never think long begin with so many.
const FIRST_OF_QUICK: u64 = 256;
/// How much of what is known a new time replaces.
const WEIGHT: f64 = 0.3;
/// Jobs grow by no more than this from one time to the next: the first ones have bots to start.
const MOST_GROWTH: f64 = 8.0;

/// What games took, lane by lane.
#[derive(Debug)]
pub(super) struct Sizes {
    /// The size of a job of which nothing is known yet.
    first: u64,
    lanes: Mutex<HashMap<u32, LaneTimes>>,
}

#[derive(Debug, Clone, Copy)]
struct LaneTimes {
    seconds_a_game: f64,
    /// The size of the last job.
    games: u64,
}

impl Sizes {
    /// Nothing is known so far; players that are quick begin with more games than others.
    pub(super) fn new(quick: bool) -> Self {
        Self { first: if quick { FIRST_OF_QUICK } else { 1 }, lanes: Mutex::default() }
    }

    /// So many games of a lane took so long.
    pub(super) fn took(&self, lane: u32, games: usize, took: Duration) {
        if games == 0 {
            return;
        }
        let now = took.as_secs_f64() / games as f64;
        let mut lanes = self.lock();
        let times = lanes.entry(lane).or_insert(LaneTimes { seconds_a_game: now, games: 1 });
        times.seconds_a_game += WEIGHT * (now - times.seconds_a_game);
        times.games = games as u64;
    }

    /// How many games the next job of a lane should have; one that nothing is known of has few.
    pub(super) fn next(&self, lane: u32) -> u64 {
        let Some(&LaneTimes { seconds_a_game, games }) = self.lock().get(&lane) else { return self.first };
        let wanted = AIM.as_secs_f64() / seconds_a_game.max(1e-9);
        wanted.min(games as f64 * MOST_GROWTH).clamp(1.0, MOST_GAMES as f64) as u64
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, LaneTimes>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_grow_to_about_a_second_of_work_and_no_further() {
        let sizes = Sizes::new(false);
        assert_eq!(sizes.next(0), 1);
        let mut seen = Vec::new();
        for _ in 0..8 {
            let games = sizes.next(0);
            seen.push(games);
            sizes.took(0, games as usize, Duration::from_millis(2) * games as u32);
        }
        assert_eq!(seen, [1, 8, 64, 500, 500, 500, 500, 500]);
        assert_eq!(sizes.next(1), 1, "another lane has other bots up");
    }

    #[test]
    fn slow_games_go_out_one_by_one_and_the_quickest_in_thousands() {
        let sizes = Sizes::new(true);
        assert_eq!(sizes.next(7), FIRST_OF_QUICK);
        sizes.took(0, 5, Duration::from_secs(50));
        assert_eq!(sizes.next(0), 1);
        for _ in 0..9 {
            sizes.took(1, sizes.next(1) as usize, Duration::from_micros(sizes.next(1)));
        }
        assert_eq!(sizes.next(1), MOST_GAMES);
    }
}
