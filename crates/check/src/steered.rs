//! An opponent that seeks rare positions. It sees its seat's view like everyone, and plays as if all it
//! cannot see were drawn by luck; where a beginning is wanted, all opponents play it first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_games::{Chance, Game, Seed, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::rare::MovePolicy;

/// The moves that the opponents at a table play first, whoever of them is asked.
pub(crate) struct FirstMoves<G: Game>(Arc<Mutex<VecDeque<G::Move>>>);

impl<G: Game> FirstMoves<G> {
    /// Nothing to play first.
    pub(crate) fn none() -> Self {
        Self(Arc::default())
    }

    /// These moves come next.
    pub(crate) fn set(&self, moves: impl IntoIterator<Item = G::Move>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moves.into_iter().collect();
    }

    fn next(&self) -> Option<G::Move> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

/// A player that is steered.
pub(crate) struct Steered<G: Game> {
    script: FirstMoves<G>,
    policy: MovePolicy<G>,
    chance: Chance,
    answer: Option<(u32, G::Move)>,
}

impl<G: Game> Steered<G> {
    /// Plays the script, and like this after it.
    pub(crate) fn new(policy: MovePolicy<G>, script: &FirstMoves<G>) -> Self {
        let script = FirstMoves(Arc::clone(&script.0));
        Self { script, policy, chance: Chance::new(Seed::plain(0)), answer: None }
    }
}

impl<G: Game> Player<G> for Steered<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        let steered = || {
            let world = G::imagine(ask.view, &mut self.chance);
            // What is legal follows from the view, so it is legal at the table too.
            (self.policy)(&world, ask.view.seat(), &mut self.chance)
        };
        self.answer = Some((ask.number, self.script.next().unwrap_or_else(steered)));
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let (number, mv) =
            self.answer.take().ok_or_else(|| Box::new(Fault::new(FaultKind::Unreadable, "was not asked")))?;
        Ok(Answer { number, mv, memory: None })
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        if let Notice::Start { seed, .. } = notice {
            self.chance = Chance::new(*seed);
        }
        Ok(())
    }
}
