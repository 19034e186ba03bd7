//! Games to learn from what a position is worth: careful players who now and then play anything, so that positions come
//! up that careful players alone would not get into.
//!
//! It says what was counted in a position and what came of it; `examples/fit-last-card.rs` makes numbers of that.

use croupier_games::last_card::{LastCard, SEATS};
use croupier_games::{Chance, Game, Seat, Seed};

use super::careful::choose;
use super::plays::each_thinkable;
use super::position::{Play, Position, Stands};
pub use super::value::FEATURES;
use super::value::features;
use super::worlds::Worlds;

/// One play in so many is any.
const ANY: usize = 12;
/// A position in so many is a lesson, for one of the seats.
const APART: u16 = 5;

/// What was counted for a seat, each at its place below [`FEATURES`], and the points that the seat ended with.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Places and amounts.
    pub counted: Vec<(usize, f32)>,
    /// What came of it.
    pub points: f32,
}

/// Plays a game and adds its lessons.
///
/// ```
/// use croupier_bots::last_card::lessons::{FEATURES, lessons};
/// let mut all = Vec::new();
/// lessons(croupier_games::Seed(1), &mut all);
/// assert!(all.iter().flat_map(|lesson| &lesson.counted).all(|&(place, _)| place < FEATURES));
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
    let (begun, mut seats) = (all.len(), Vec::new());
    while position.stands == Stands::Open {
        if position.turns % APART == APART - 1 {
            let seat = luck.below(SEATS);
            let mut counted = Vec::new();
            features(&position, seat, |place, amount| counted.push((place, amount)));
            all.push(Lesson { counted, points: 0.0 });
            seats.push(seat);
        }
        let play = if luck.one_in(ANY) { any(&position, &mut luck) } else { choose(&position) };
        position.play(play, &mut drawing);
    }
    for (lesson, seat) in all[begun..].iter_mut().zip(seats) {
        lesson.points = position.points(seat) as f32;
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
