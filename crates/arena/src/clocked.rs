//! A player of the house whose every move is timed, for a calibration.
//!
//! The table leaves the clock alone where only the house plays: reading it costs more than a quick move. Here
//! times are what is asked for. They never change a move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_games::Game;
use croupier_record::{Answer, Ask, Notice, Player};
use croupier_stats::Durations;
use serde::{Deserialize, Serialize};

use crate::crew::Faulty;

/// How long moves took, in bounded room: the clock of one entrant, shared by its instances on all threads.
#[derive(Debug, Default)]
pub struct MoveClock {
    times: Mutex<MoveTimes>,
    limit: Option<Duration>,
}

/// How long moves took.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoveTimes {
    /// How many there were.
    pub moves: u64,
    /// How many were within the limit of the clock; all of them where it has none.
    pub within: u64,
    /// The longest, in microseconds.
    pub longest: u64,
    /// All of them, about.
    steps: Durations,
}

impl MoveClock {
    /// A clock that goes on from these times, and counts moves within this limit.
    #[must_use]
    pub fn new(times: MoveTimes, limit: Option<Duration>) -> Self {
        Self { times: Mutex::new(times), limit }
    }

    /// What it has seen so far.
    #[must_use]
    pub fn times(&self) -> MoveTimes {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn took(&self, time: Duration) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.add(time, self.limit);
    }
}

impl MoveTimes {
    fn add(&mut self, time: Duration, limit: Option<Duration>) {
        let micros = time.as_micros() as u64;
        self.moves += 1;
        self.within += u64::from(limit.is_none_or(|limit| time <= limit));
        self.longest = self.longest.max(micros);
        self.steps.add(micros);
    }

    /// The share of moves that stayed within the limit; 1 where there was no move.
    #[must_use]
    pub fn kept(&self) -> f64 {
        if self.moves == 0 { 1.0 } else { self.within as f64 / self.moves as f64 }
    }

    /// The microseconds that this share of the moves stays within, rounded up by no more than a sixteenth; 0
    /// where there was no move.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u64 {
        self.steps.quantile(share).map_or(0, |micros| micros.min(self.longest))
    }
}

/// A player and its clock.
pub(crate) struct Clocked<G: Game> {
    player: Box<dyn Player<G>>,
    clock: Arc<MoveClock>,
}

impl<G: Game> Clocked<G> {
    /// Times a player.
    pub(crate) fn new(player: Box<dyn Player<G>>, clock: Arc<MoveClock>) -> Self {
        Self { player, clock }
    }
}

impl<G: Game> Player<G> for Clocked<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Faulty<()> {
        let begun = Instant::now();
        let asked = self.player.ask(ask);
        // A mind of the house thinks while it is asked.
        self.clock.took(begun.elapsed());
        asked
    }

    fn reply(&mut self) -> Faulty<Answer<G::Move>> {
        self.player.reply()
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Faulty<()> {
        self.player.notice(notice)
    }

    fn keeps_nothing(&self) -> bool {
        self.player.keeps_nothing()
    }

    fn follows(&self) -> bool {
        self.player.follows()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_kept_by_the_share_of_moves_within_the_limit() {
        let clock = MoveClock::new(MoveTimes::default(), Some(Duration::from_micros(1_200)));
        (0..999).for_each(|_| clock.took(Duration::from_micros(1_000)));
        clock.took(Duration::from_micros(5_000));
        let times = clock.times();
        assert_eq!((times.moves, times.within, times.longest), (1_000, 999, 5_000));
        assert!((times.kept() - 0.999).abs() < 1e-12);
        assert!(times.quantile(0.999) < 1_063 && times.quantile(1.0) == 5_000);
    }
}
