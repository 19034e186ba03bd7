//! Bots for the tests of the check itself: they play any legal move, each wrong or slow in one way, on a
//! clock that they move on themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use croupier_games::{Chance, Game, Seed, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::run::{Amount, Report, Setting, check};
use crate::subject::Subject;

/// What a double does in place of any legal move: another one, or it fails; told the luck of its game and how
/// often it was asked in it before.
pub(crate) type Deviation<G> =
    fn(<G as Game>::View<'_>, Seed, u32) -> Option<Result<<G as Game>::Move, &'static str>>;

/// How a double behaves.
pub(crate) struct DoubleBehaviour<G: Game> {
    /// Where it does something else.
    pub(crate) deviates: Deviation<G>,
    /// How long it thinks about a move.
    pub(crate) thinks: Duration,
    /// Whether it asks to be reminded of something, and so is never put into the middle of a game.
    pub(crate) remembers: bool,
}

// Derived, they would ask the game to be a value that is copied, too.
impl<G: Game> Copy for DoubleBehaviour<G> {}

impl<G: Game> Clone for DoubleBehaviour<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> DoubleBehaviour<G> {
    /// Sound, and quick.
    pub(crate) fn sound() -> Self {
        Self { deviates: |_, _, _| None, thinks: Duration::ZERO, remembers: false }
    }
}

struct Double<G: Game> {
    behaviour: DoubleBehaviour<G>,
    clock: Arc<AtomicU64>,
    luck: Seed,
    turns: u32,
    answer: Option<Result<Answer<G::Move>, &'static str>>,
}

impl<G: Game> Player<G> for Double<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.clock.fetch_add(self.behaviour.thinks.as_micros() as u64, Ordering::Relaxed);
        let plain = || Ok(ask.view.any(&mut Chance::new(self.luck.child(u64::from(self.turns)))));
        let mv = (self.behaviour.deviates)(ask.view, self.luck, self.turns).unwrap_or_else(plain);
        let memory = self.behaviour.remembers.then(|| format!("turn {}", self.turns).into());
        self.answer = Some(mv.map(|mv| Answer { number: ask.number, mv, memory }));
        self.turns += 1;
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let answer = self.answer.take().unwrap_or(Err("was not asked"));
        answer.map_err(|why| Box::new(Fault::new(FaultKind::Crashed, why)))
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        if let Notice::Start { seed, .. } = notice {
            (self.luck, self.turns) = (*seed, 0);
        }
        Ok(())
    }
}

/// The check of a double.
pub(crate) fn checked<G: Game>(behaviour: DoubleBehaviour<G>, amount: Amount, seed: u64) -> Report {
    let clock = Arc::new(AtomicU64::new(0));
    let subject = Subject::<G>::new("double", |_| {
        let clock = Arc::clone(&clock);
        Ok(Box::new(Double { behaviour, clock, luck: Seed::plain(0), turns: 0, answer: None }))
    });
    let begun = Instant::now();
    let setting = Setting {
        options: &G::Options::default(),
        amount,
        seed: Seed::plain(seed),
        out: None,
        per_move: Duration::from_secs(1),
        stop: &AtomicBool::new(false),
        now: &|| begun + Duration::from_micros(clock.load(Ordering::Relaxed)),
    };
    check(&subject, &setting, &mut |_| {}).unwrap()
}

/// The stages of a report as lines, for a test that fails.
pub(crate) fn told(report: &Report) -> String {
    let line = |stage: &crate::Stage| {
        let what = stage.verdict.failing().map_or("", |failing| failing.what.as_str());
        format!("{} {}: {} {what} ({:?})\n", stage.verdict.word(), stage.name, stage.detail, stage.took)
    };
    report.stages.iter().map(line).collect()
}
