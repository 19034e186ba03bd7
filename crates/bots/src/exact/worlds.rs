//! All positions that fit a view, each once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use croupier_games::{Chance, Game, Seat};

use super::{Goal, seen_by_all};

/// The search ends when so many draws for each world that was found have brought no other.
const PATIENCE: usize = 4;

/// The worlds that fit a view, each once, in the order in which they were drawn; `None` where there are more than `most`.
///
/// Two worlds are the same where they look the same to everyone at every turn of one whole play-out, and end alike: so this is for
/// games in which a play-out shows all that was hidden. Worlds are drawn until nothing new comes; all of them count
/// alike.
pub fn worlds<G: Game>(
    view: G::View<'_>,
    goal: &impl Goal<G>,
    most: usize,
    chance: &mut Chance,
) -> Option<Vec<G>> {
    let (mut found, mut known, mut in_vain) = (Vec::new(), HashSet::new(), 0);
    while in_vain < 30 + PATIENCE * found.len() {
        let world = G::imagine(view, chance);
        if known.insert(played_out(&world, goal)) {
            if found.len() == most {
                return None;
            }
            found.push(world);
            in_vain = 0;
        } else {
            in_vain += 1;
        }
    }
    Some(found)
}

/// What everyone sees on the way to the end, where everyone plays their first move.
fn played_out<G: Game>(world: &G, goal: &impl Goal<G>) -> u64 {
    let (mut game, mut moves, mut story) = (world.clone(), Vec::new(), DefaultHasher::new());
    // What lies behind the end may be dealt anew, and counts no more.
    while !goal.is_over(&game) {
        seen_by_all(&game).hash(&mut story);
        let Some(seat) = game.turn().next() else { break };
        game.legal(seat, &mut moves);
        let played = moves.first().is_some_and(|&mv| game.play(seat, mv).is_ok());
        if !played {
            break;
        }
    }
    for seat in Seat::all(game.scores().len()) {
        goal.worth(&game, seat).to_bits().hash(&mut story);
    }
    story.finish()
}
