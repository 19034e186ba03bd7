//! A player of the house whose every move is timed, for a calibration.
//!
//! The table leaves the clock alone where only the house plays: reading it costs more than a quick move. Here times are
//! what is asked for. Where a game has neither luck nor hidden cards, two players would play one game over and over; so
//! a clocked player may begin with drawn moves, the same for both games of a mirrored deal. Times never change a move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_games::{Chance, Game, View};
use croupier_record::{Answer, Ask, Notice, Player};
use croupier_stats::Durations;
use serde::{Deserialize, Serialize};

use crate::crew::Faulty;

/// The child of a player's luck that drawn moves grow from; the player itself uses the low ones.
const OPENING: u64 = 1 << 40;

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

    /// The microseconds that this share of the moves stays within, rounded up by no more than a sixteenth; 0 where
    /// there was no move.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u64 {
        self.steps.quantile(share).map_or(0, |micros| micros.min(self.longest))
    }
}

/// A player and its clock.
pub(crate) struct Clocked<G: Game> {
    player: Box<dyn Player<G>>,
    clock: Arc<MoveClock>,
    /// How many of its first moves are drawn.
    drawn: u8,
    left_to_draw: u8,
    chance: Chance,
    answer: Option<Answer<G::Move>>,
}

impl<G: Game> Clocked<G> {
    /// Times a player, after so many drawn moves.
    pub(crate) fn new(player: Box<dyn Player<G>>, clock: Arc<MoveClock>, drawn: u8) -> Self {
        let chance = Chance::new(croupier_games::Seed::plain(0));
        Self { player, clock, drawn, left_to_draw: drawn, chance, answer: None }
    }
}

impl<G: Game> Player<G> for Clocked<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Faulty<()> {
        if self.left_to_draw > 0 {
            self.left_to_draw -= 1;
            let mv = ask.view.any(&mut self.chance);
            self.answer = Some(Answer { number: ask.number, mv, memory: None });
            return Ok(());
        }
        let begun = Instant::now();
        let asked = self.player.ask(ask);
        // A mind of the house thinks while it is asked.
        self.clock.took(begun.elapsed());
        asked
    }

    fn reply(&mut self) -> Faulty<Answer<G::Move>> {
        match self.answer.take() {
            Some(drawn) => Ok(drawn),
            None => self.player.reply(),
        }
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Faulty<()> {
        if let Notice::Start { seed, .. } = notice {
            self.chance = Chance::new(seed.child(OPENING));
            self.left_to_draw = self.drawn;
        }
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
