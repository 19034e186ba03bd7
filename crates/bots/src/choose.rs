//! A mind that chooses at once, and the seat it is put into.

use croupier_games::{Chance, Game, Seed, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

/// A player that needs only the view and some luck.
pub trait Choose<G: Game>: Send {
    /// The move it plays in this view.
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move;

    /// A game begins: whatever was kept in mind of the last one is forgotten.
    fn begin(&mut self) {}
}

/// Any legal move: an opponent for every game, and the measure of all others.
#[derive(Debug, Default)]
pub struct Random;

impl<G: Game> Choose<G> for Random {
    #[inline]
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move {
        view.any(chance)
    }
}

/// A mind at a table: its luck starts anew with every game, so it knows nothing across games.
#[derive(Debug)]
pub struct Housed<G: Game, C> {
    mind: C,
    chance: Chance,
    answer: Option<(u32, G::Move)>,
}

impl<G: Game, C> Housed<G, C> {
    /// Puts a mind into a seat.
    pub fn new(mind: C) -> Self {
        Self { mind, chance: Chance::new(Seed::plain(0)), answer: None }
    }
}

impl<G: Game, C: Choose<G>> Player<G> for Housed<G, C> {
    #[inline]
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.answer = Some((ask.number, self.mind.choose(ask.view, &mut self.chance)));
        Ok(())
    }

    #[inline]
    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        match self.answer.take() {
            Some((number, mv)) => Ok(Answer { number, mv, memory: None }),
            None => Err(Box::new(Fault::new(FaultKind::Unreadable, "was not asked"))),
        }
    }

    #[inline]
    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        Ok(Answer { number: ask.number, mv: self.mind.choose(ask.view, &mut self.chance), memory: None })
    }

    fn is_mind(&self) -> bool {
        true
    }

    #[inline]
    fn choose(&mut self, view: G::View<'_>) -> Option<G::Move> {
        Some(self.mind.choose(view, &mut self.chance))
    }

    fn keeps_nothing(&self) -> bool {
        true
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        if let Notice::Start { seed, .. } = notice {
            self.chance = Chance::new(*seed);
            self.mind.begin();
        }
        Ok(())
    }
}
