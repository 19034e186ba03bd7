//! A search for any game with luck or hidden cards: every move is tried in many worlds that fit the view, and
//! each is played to its end by a quick policy.
//!
//! All moves are tried in the same worlds, so that luck falls on all alike, and moves that are clearly behind
//! are dropped. It knows no game: worlds come from [`Game::imagine`], and what is good from the game's own
//! ranking.

use croupier_games::{Better, Chance, Game, Seat, View};

use crate::budget::{Budget, Spending};
use crate::choose::Choose;
use crate::race::{RaceSettings, Trial, compare};

const RACE: RaceSettings = RaceSettings { first_worlds: 12.0, clearly: 2.6 };

/// Tries moves in imagined worlds, with this policy for everyone after them.
#[derive(Debug)]
pub struct Rollouts<G: Game, P> {
    policy: P,
    legal: Vec<G::Move>,
    trials: Vec<Trial<G::Move>>,
}

impl<G: Game, P: Default> Default for Rollouts<G, P> {
    fn default() -> Self {
        Self { policy: P::default(), legal: Vec::new(), trials: Vec::new() }
    }
}

impl<G: Game, P: Choose<G>> Rollouts<G, P> {
    /// The best of all legal moves, as far as the budget shows it.
    pub fn best(&mut self, view: G::View<'_>, spending: Spending, chance: &mut Chance) -> G::Move {
        let mut legal = std::mem::take(&mut self.legal);
        view.legal(&mut legal);
        let best = self.best_of(&legal, view, spending, chance);
        self.legal = legal;
        best
    }

    /// The best of these moves, of which there must be one; all of them legal.
    pub fn best_of(
        &mut self,
        moves: &[G::Move],
        view: G::View<'_>,
        mut spending: Spending,
        chance: &mut Chance,
    ) -> G::Move {
        self.trials.clear();
        self.trials.extend(moves.iter().copied().map(Trial::of));
        let mut worlds = 0.0;
        while self.trials.len() > 1 && (worlds == 0.0 || spending.go_on(self.trials.len() as u64)) {
            let world = G::imagine(view, chance);
            for trial in &mut self.trials {
                trial.made(played_out(&world, view.seat(), trial.mv, &mut self.policy, chance));
            }
            worlds += 1.0;
            compare(&mut self.trials, worlds, RACE);
        }
        self.trials[0].mv
    }
}

/// What a seat makes of a world in which it plays this move and everyone goes on by the policy; more is
/// better.
fn played_out<G: Game>(
    world: &G,
    seat: Seat,
    mv: G::Move,
    policy: &mut impl Choose<G>,
    chance: &mut Chance,
) -> f64 {
    let mut game = world.clone();
    if game.play(seat, mv).is_err() {
        return f64::NEG_INFINITY;
    }
    while let Some(mover) = game.turn().next() {
        let mv = policy.choose(game.view(mover), chance);
        if game.play(mover, mv).is_err() {
            game.refuse(mover, Some(mv));
        }
    }
    let rank = G::ABOUT.ranking[0];
    let figure = game.figures(seat)[rank.figure].unwrap_or(0.0);
    match rank.better {
        Better::Low => -figure,
        Better::High => figure,
    }
}

/// A player that always rolls out so many games at most.
#[derive(Debug)]
pub struct RollingOut<G: Game, P, const GAMES: u64>(Rollouts<G, P>);

impl<G: Game, P: Default, const GAMES: u64> Default for RollingOut<G, P, GAMES> {
    fn default() -> Self {
        Self(Rollouts::default())
    }
}

impl<G: Game, P: Choose<G>, const GAMES: u64> Choose<G> for RollingOut<G, P, GAMES> {
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move {
        self.0.best(view, Budget::Steps(GAMES).start(GAMES), chance)
    }
}

/// A player that rolls out as many games as its budget allows, by itself so many.
#[derive(Debug)]
pub struct Budgeted<G: Game, P, const USUAL: u64> {
    rollouts: Rollouts<G, P>,
    budget: Budget,
}

impl<G: Game, P: Default, const USUAL: u64> From<Budget> for Budgeted<G, P, USUAL> {
    fn from(budget: Budget) -> Self {
        Self { rollouts: Rollouts::default(), budget }
    }
}

impl<G: Game, P: Choose<G>, const USUAL: u64> Choose<G> for Budgeted<G, P, USUAL> {
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move {
        self.rollouts.best(view, self.budget.start(USUAL), chance)
    }
}
