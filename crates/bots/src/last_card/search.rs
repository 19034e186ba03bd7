//! Tries plays in the same worlds, each played on by careful players, against the play of a careful player.
//!
//! That play is the measure: what another one made of a world is how much better it was in that same world.
//! Few worlds say little, so a lead counts as far as it is known (`lead.rs`), and what can hardly lead is
//! dropped. It knows neither views nor time: worlds and budget are given to it.

use croupier_games::Chance;

use super::careful::{choose, regret};
use super::lead::Lead;
use super::plays::each_thinkable;
use super::position::{Play, Stands};
use super::value::value;
use super::worlds::{World, Worlds};
use crate::budget::Spending;

/// A rollout goes on for so many turns before what comes of it is guessed.
const TURNS: u16 = 8;
/// In later worlds it goes on for so many: by then it is not luck that is in the way, but the guess.
const MORE_TURNS: u16 = 16;
/// How many worlds are not late.
const EARLY: u32 = 128;
/// What a careful player finds worse is expected to be worse: so many points for each unit of its judgement,
/// as long as there are not more than so many units.
const A_BURDEN: f64 = 0.0025;
const MOST_WORSE: i32 = 1000;
/// Plays are dropped after so many worlds at the earliest, and once in so many.
const BETWEEN_DROPS: u32 = 16;

/// The plays of a turn on trial; kept from move to move, so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Search {
    trials: Vec<(Play, Lead)>,
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
        each_thinkable(open, |play| {
            if (play.cards, play.last, play.suit) != (first.cards, first.last, first.suit) {
                let worse = f64::from(regret(open, play).min(MOST_WORSE)) * A_BURDEN;
                self.trials.push((play, Lead::expecting(-worse)));
            }
        });
        let mut world = worlds.place();
        let mut count = 0;
        while !self.trials.is_empty() && (count == 0 || spending.go_on(self.trials.len() as u64 + 1)) {
            worlds.deal(&mut world, chance);
            self.try_in(&world, first, if count < EARLY { TURNS } else { MORE_TURNS }, chance);
            count += 1;
            if count % BETWEEN_DROPS == 0 {
                self.drop_hopeless();
            }
        }
        // Of equals the first one.
        let ahead = self.trials.iter().map(|(play, lead)| (*play, lead.likely()));
        ahead.fold((first, 0.0), |best, next| if next.1 > best.1 { next } else { best }).0
    }

    /// Tries all plays in one more world.
    fn try_in(&mut self, world: &World, first: Play, turns: u16, chance: &mut Chance) {
        let measure = played_on(world, first, turns, chance);
        for (play, lead) in &mut self.trials {
            lead.add(measure - played_on(world, *play, turns, chance));
        }
        self.rollouts += self.trials.len() as u64 + 1;
    }

    /// Drops the plays that can hardly be better than the best.
    fn drop_hopeless(&mut self) {
        let best = self.trials.iter().map(|(_, lead)| lead.likely()).fold(0.0, f64::max);
        self.trials.retain(|(_, lead)| lead.at_best() >= best);
    }
}

/// The points that the seat to move can expect after a play in a world.
#[inline]
pub(super) fn played_on(world: &World, play: Play, turns: u16, chance: &mut Chance) -> f64 {
    let mut position = world.position;
    let me = usize::from(position.to_move);
    let until = position.turns.saturating_add(turns);
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
