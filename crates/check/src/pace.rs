//! How fast a bot answers, and whether it leaves memories: taken on the way between the table and the bot.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_games::Game;
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, OwnTime, Player};

/// What was seen of a bot's answers.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Pace {
    /// How many there were.
    pub(crate) answers: u64,
    /// The longest wait for one.
    pub(crate) slowest: Duration,
    /// How many were late.
    pub(crate) late: u32,
    /// Whether it asks to be reminded of anything.
    pub(crate) remembers: bool,
}

/// One bot's pace, over all its instances.
#[derive(Debug, Default, Clone)]
pub(crate) struct Stopwatch(Arc<Mutex<Pace>>);

impl Stopwatch {
    /// What was seen so far.
    pub(crate) fn read(&self) -> Pace {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note<M>(&self, begun: Instant, answer: &Result<Answer<M>, Box<Fault>>) {
        let took = begun.elapsed();
        let mut pace = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pace.answers += 1;
        pace.slowest = pace.slowest.max(took);
        match answer {
            Ok(answer) => pace.remembers |= answer.memory.is_some(),
            Err(fault) => pace.late += u32::from(fault.kind == FaultKind::Late),
        }
    }
}

/// A player whose answers are timed.
pub(crate) struct Paced<G: Game> {
    player: Box<dyn Player<G>>,
    watch: Stopwatch,
    asked: Instant,
}

impl<G: Game> Paced<G> {
    /// Times this player.
    pub(crate) fn new(player: Box<dyn Player<G>>, watch: &Stopwatch) -> Self {
        Self { player, watch: watch.clone(), asked: Instant::now() }
    }
}

impl<G: Game> Player<G> for Paced<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.asked = Instant::now();
        self.player.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let answer = self.player.reply();
        self.watch.note(self.asked, &answer);
        answer
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        self.player.notice(notice)
    }

    fn follows(&self) -> bool {
        self.player.follows()
    }

    fn joins(&self) -> bool {
        self.player.joins()
    }

    fn own_time(&self) -> Option<OwnTime> {
        self.player.own_time()
    }
}
