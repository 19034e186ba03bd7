//! Tries plays in the same worlds, each played on by careful players, and drops what is clearly behind.
//!
//! It knows neither views nor time: worlds and budget are given to it.

use croupier_games::Chance;

use super::careful::choose;
use super::plays::each_thinkable;
use super::position::{Play, Stands};
use super::value::value;
use super::worlds::{World, Worlds};
use crate::budget::Spending;
use crate::race::{Patience, Trial, compare};

const PATIENCE: Patience = Patience { first_worlds: 16.0, clearly: 3.0 };

/// A rollout goes on for so many turns before what comes of it is guessed.
const TURNS: u16 = 12;
/// By how many standard errors another play has to be before the careful one: most that look better are lucky.
const BEYOND_LUCK: f64 = 1.0;

/// The plays of a turn on trial; kept from move to move, so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Search {
    trials: Vec<Trial<Tried>>,
    rollouts: u64,
}

impl Search {
    /// How many rollouts it has made in its life.
    pub(super) fn rollouts(&self) -> u64 {
        self.rollouts
    }

    /// The best play of the seat to move, as far as the budget shows it.
    pub(super) fn best(&mut self, worlds: &Worlds, mut spending: Spending, chance: &mut Chance) -> Play {
        let open = worlds.open();
        let first = choose(open);
        if first.cards == open.hand() && open.called[usize::from(open.to_move)] {
            return first;
        }
        self.trials.clear();
        self.trials.push(Trial::of(Tried::new(first, true)));
        each_thinkable(open, |play| {
            if (play.cards, play.last, play.suit) != (first.cards, first.last, first.suit) {
                self.trials.push(Trial::of(Tried::new(play, false)));
            }
        });
        let mut world = worlds.place();
        let mut count = 0.0;
        while self.trials.len() > 1 && (count == 0.0 || spending.go_on(self.trials.len() as u64)) {
            worlds.deal(&mut world, chance);
            for trial in &mut self.trials {
                trial.made(-played_on(&world, trial.mv.play, chance));
                self.rollouts += 1;
            }
            self.compare_with_careful();
            count += 1.0;
            compare(&mut self.trials, count, PATIENCE);
        }
        self.chosen(first)
    }

    /// Notes by how much each play did better than the careful one in the last world.
    fn compare_with_careful(&mut self) {
        let Some(careful) = self.trials.iter().find(|trial| trial.mv.is_careful).map(|trial| trial.last)
        else {
            return;
        };
        for trial in &mut self.trials {
            let better = trial.last - careful;
            trial.mv.better += better;
            trial.mv.squares += better * better;
        }
    }

    /// The leader, unless it may be luck that it is before the careful play.
    fn chosen(&self, careful: Play) -> Play {
        let leader = self.trials[0].mv;
        let in_doubt = self.trials.iter().any(|trial| trial.mv.is_careful)
            && leader.better < BEYOND_LUCK * leader.squares.sqrt();
        if in_doubt { careful } else { leader.play }
    }
}

/// A play on trial, and how it fared beside the careful one.
#[derive(Debug, Clone, Copy)]
struct Tried {
    play: Play,
    is_careful: bool,
    /// By how much it did better in the same worlds, and the squares of that.
    better: f64,
    squares: f64,
}

impl Tried {
    fn new(play: Play, is_careful: bool) -> Self {
        Self { play, is_careful, better: 0.0, squares: 0.0 }
    }
}

/// The points that the seat to move can expect after a play in a world.
#[inline]
fn played_on(world: &World, play: Play, chance: &mut Chance) -> f64 {
    let mut position = world.position;
    let me = usize::from(position.to_move);
    let until = position.turns.saturating_add(TURNS);
    let mut drawing = world.drawing(chance);
    position.play(play, &mut drawing);
    while position.stands == Stands::Open {
        if position.turns >= until {
            return f64::from(value(&position, me));
        }
        let play = choose(&position);
        position.play(play, &mut drawing);
    }
    f64::from(position.points(me))
}
