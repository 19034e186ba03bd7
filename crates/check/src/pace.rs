//! How fast a bot answers, and whether it leaves memories: taken on the way between the table and the bot.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use croupier_games::{Game, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, OwnTime, Player};

use crate::budget::{Budget, Call};

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
    /// What it used of its budget, where its clock is fuel.
    pub(crate) budget: Budget,
}

/// One bot's pace, over all its instances.
#[derive(Debug, Default, Clone)]
pub(crate) struct Stopwatch(Arc<Mutex<Pace>>);

impl Stopwatch {
    /// What was seen so far.
    pub(crate) fn read(&self) -> Pace {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Being late so far is not held against it.
    pub(crate) fn forgive(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).late = 0;
    }

    /// An answer came, or a fault in its place.
    fn note<M>(&self, begun: Instant, own: Option<OwnTime>, call: Call, answer: Result<&Answer<M>, &Fault>) {
        let mut pace = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pace.answers += 1;
        // Where fuel is the clock, that is what is judged.
        pace.slowest = pace.slowest.max(own.map_or_else(|| begun.elapsed(), OwnTime::time));
        match answer {
            Ok(answer) => pace.remembers |= answer.memory.is_some(),
            Err(fault) => pace.late += u32::from(fault.kind == FaultKind::Late),
        }
        if let Some(own) = own {
            pace.budget.add(call, own);
        }
    }

    /// It was told something.
    fn told(&self, own: Option<OwnTime>, call: Call) {
        if let Some(own) = own {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).budget.add(call, own);
        }
    }
}

/// A player whose answers are timed.
pub(crate) struct Paced<G: Game> {
    player: Box<dyn Player<G>>,
    watch: Stopwatch,
    asked: Instant,
    /// Whether it has been asked in this game.
    begun: bool,
    /// What it is asked for.
    call: Call,
    legal: Vec<G::Move>,
}

impl<G: Game> Paced<G> {
    /// Times this player.
    pub(crate) fn new(mut player: Box<dyn Player<G>>, watch: &Stopwatch) -> Self {
        // A check is played once: on a busy machine it waits until the bot's own limits decide.
        player.set_pace(croupier_record::Pace::Patient);
        let watch = watch.clone();
        Self { player, watch, asked: Instant::now(), begun: false, call: Call::First, legal: Vec::new() }
    }

    fn note(&self, answer: Result<&Answer<G::Move>, &Fault>) {
        self.watch.note(self.asked, self.player.own_time(), self.call, answer);
    }
}

impl<G: Game> Player<G> for Paced<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        ask.view.legal(&mut self.legal);
        self.call = Call::of_move(!std::mem::replace(&mut self.begun, true), self.legal.len());
        self.asked = Instant::now();
        let put = self.player.ask(ask);
        // A bot that is in this process may answer, or fail to, before it is asked for its reply.
        if let Err(fault) = &put {
            self.note(Err(fault));
        }
        put
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let answer = self.player.reply();
        self.note(answer.as_ref().map_err(|fault| &**fault));
        answer
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        let heard = self.player.notice(notice);
        match notice {
            Notice::Start { .. } => {
                self.begun = false;
                self.watch.told(self.player.own_time(), Call::Start);
            }
            Notice::Moved { .. } => {}
            Notice::End { .. } => self.watch.told(self.player.own_time(), Call::End),
        }
        heard
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

    fn set_pace(&mut self, pace: croupier_record::Pace) {
        self.player.set_pace(pace);
    }

    fn starved(&self) -> bool {
        self.player.starved()
    }
}

#[cfg(test)]
mod tests {
    use croupier_games::no_thanks::NoThanks;
    use croupier_record::Pace as Asked;

    use super::*;

    /// A bot that gets no processor, and keeps how it is asked.
    struct Starved(Arc<Mutex<Asked>>);

    impl Player<NoThanks> for Starved {
        fn ask(&mut self, _: Ask<'_, NoThanks>) -> Result<(), Box<Fault>> {
            Ok(())
        }

        fn reply(&mut self) -> Result<Answer<<NoThanks as Game>::Move>, Box<Fault>> {
            Err(Box::new(Fault::new(FaultKind::Late, "the machine is overloaded")))
        }

        fn notice(&mut self, _: &Notice<'_, NoThanks>) -> Result<(), Box<Fault>> {
            Ok(())
        }

        fn set_pace(&mut self, pace: Asked) {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pace;
        }

        fn starved(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_bot_that_the_machine_starved_is_known_to_be_starved_and_waited_for_patiently() {
        let asked = Arc::default();
        let player = Paced::new(Box::new(Starved(Arc::clone(&asked))), &Stopwatch::default());
        assert!(player.starved());
        assert_eq!(*asked.lock().unwrap_or_else(PoisonError::into_inner), Asked::Patient);
    }
}
