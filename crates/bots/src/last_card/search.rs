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
const TURNS: u16 = 8;
/// How far ahead, in points over all worlds, the careful play starts: others have to show that they are better.
const HEAD_START: f64 = 10.0;

/// The plays of a turn on trial; kept from move to move, so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Search {
    trials: Vec<Trial<Play>>,
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
        self.trials.push(Trial::of(first));
        each_thinkable(open, |play| {
            if (play.cards, play.last, play.suit) != (first.cards, first.last, first.suit) {
                self.trials.push(Trial::of(play));
            }
        });
        self.trials[0].sum = HEAD_START;
        let mut world = worlds.place();
        let mut count = 0.0;
        while self.trials.len() > 1 && (count == 0.0 || spending.go_on(self.trials.len() as u64)) {
            worlds.deal(&mut world, chance);
            for trial in &mut self.trials {
                trial.made(-played_on(&world, trial.mv, chance));
                self.rollouts += 1;
            }
            count += 1.0;
            compare(&mut self.trials, count, PATIENCE);
        }
        self.trials[0].mv
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
