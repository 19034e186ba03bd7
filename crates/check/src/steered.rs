//! An opponent that seeks rare positions. It sees its seat's view like everyone, and plays as if all it cannot see were
//! drawn by luck.

use croupier_games::{Chance, Game, Seed, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::rare::Steer;

/// A player that is steered.
pub(crate) struct Steered<G: Game> {
    steer: Steer<G>,
    chance: Chance,
    answer: Option<(u32, G::Move)>,
}

impl<G: Game> Steered<G> {
    /// Plays like this.
    pub(crate) fn new(steer: Steer<G>) -> Self {
        Self { steer, chance: Chance::new(Seed::plain(0)), answer: None }
    }
}

impl<G: Game> Player<G> for Steered<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        let world = G::imagine(ask.view, &mut self.chance);
        // What is legal follows from the view, so it is legal at the table too.
        self.answer = Some((ask.number, (self.steer)(&world, ask.view.seat(), &mut self.chance)));
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
