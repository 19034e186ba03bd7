//! Games to learn from what a position is worth: careful players who now and then play anything, so that
//! positions come up that careful players alone would not get into.
//!
//! It says what a position looks like and what came of it; `examples/fit-last-card.rs` makes weights of that.

use croupier_games::last_card::{LastCard, SEATS};
use croupier_games::{Chance, Game, Seat, Seed};

use super::careful::choose;
use super::plays::each_thinkable;
use super::position::{Play, Position, Stands};
use super::value::inputs;
pub use super::value::{INPUTS, SUMS};
use super::worlds::Worlds;

/// One play in so many is any.
const ANY: usize = 12;
/// A position in so many is a lesson, for every seat.
const APART: u16 = 3;

/// What a seat's position looked like, and the points that the seat ended with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// The position, as `value.rs` sees it.
    pub inputs: [f32; INPUTS],
    /// What came of it.
    pub points: f32,
}

/// Plays a game and adds its lessons.
///
/// ```
/// use croupier_bots::last_card::lessons::lessons;
/// let mut all = Vec::new();
/// lessons(croupier_games::Seed::plain(1), &mut all);
/// assert!(all.iter().all(|lesson| (0.0..200.0).contains(&lesson.points)));
/// ```
pub fn lessons(seed: Seed, all: &mut Vec<Lesson>) {
    let Ok(game) = LastCard::deal(SEATS, &Default::default(), seed) else { return };
    let mut chance = Chance::new(seed.child(1));
    let mut luck = Chance::new(seed.child(2));
    let worlds = Worlds::of(&game.view(Seat(0)));
    let mut world = worlds.place();
    worlds.deal(&mut world, &mut chance);
    let mut position = world.position;
    let mut drawing = world.drawing(&mut chance);
    let begun = all.len();
    while position.stands == Stands::Open {
        if position.turns % APART == APART - 1 {
            all.extend((0..SEATS).map(|seat| Lesson { inputs: inputs(&position, seat), points: 0.0 }));
        }
        let play = if luck.one_in(ANY) { any(&position, &mut luck) } else { choose(&position) };
        position.play(play, &mut drawing);
    }
    for (number, lesson) in all[begun..].iter_mut().enumerate() {
        lesson.points = position.points(number % SEATS) as f32;
    }
}

/// Any play that is worth a thought.
fn any(position: &Position, luck: &mut Chance) -> Play {
    let (mut chosen, mut count) = (Play::PASS, 0);
    each_thinkable(position, |play| {
        count += 1;
        if luck.one_in(count) {
            chosen = play;
        }
    });
    chosen
}
