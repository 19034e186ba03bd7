//! All positions that fit a view, each once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use croupier_games::{Chance, Game, Seat, Seed};

use super::{Goal, seen_by_all};

/// The search ends when so many draws for each world that was found have brought no other.
const WITHOUT_A_NEW_ONE: usize = 4;

/// The worlds that fit a view, each once, in the order in which they were drawn; `None` where there are more
/// than `most`.
///
/// Two worlds are the same where they look the same to everyone at every turn of a few whole play-outs, and
/// end alike: so this is for games in which play-outs show all that was hidden. Worlds are drawn until
/// nothing new comes; all of them count alike.
pub fn worlds<G: Game>(
    view: G::View<'_>,
    goal: &impl Goal<G>,
    most: usize,
    chance: &mut Chance,
) -> Option<Vec<G>> {
    let (mut found, mut known, mut in_vain) = (Vec::new(), HashSet::new(), 0);
    while in_vain < 30 + WITHOUT_A_NEW_ONE * found.len() {
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

/// A way to play a world out.
#[derive(Debug, Clone, Copy)]
enum Playout {
    First,
    Last,
    Drawn,
}

/// What everyone sees on the way to the end and makes of it, where all play in each of these ways.
fn played_out<G: Game>(world: &G, goal: &impl Goal<G>) -> u64 {
    let mut story = DefaultHasher::new();
    for way in [Playout::First, Playout::Last, Playout::Drawn] {
        tell(world.clone(), goal, way, &mut story);
    }
    story.finish()
}

fn tell<G: Game>(mut game: G, goal: &impl Goal<G>, way: Playout, story: &mut DefaultHasher) {
    let (mut moves, mut chance) = (Vec::new(), Chance::new(Seed::plain(0)));
    // What lies behind the end may be dealt anew, and counts no more.
    while !goal.is_over(&game) {
        seen_by_all(&game).hash(story);
        let Some(seat) = game.turn().next() else { break };
        game.legal(seat, &mut moves);
        let at = match way {
            Playout::First => 0,
            Playout::Last => moves.len().saturating_sub(1),
            Playout::Drawn => chance.below(moves.len()),
        };
        if moves.get(at).is_none_or(|&mv| game.play(seat, mv).is_err()) {
            break;
        }
    }
    for seat in Seat::all(game.scores().len()) {
        goal.worth(&game, seat).to_bits().hash(story);
    }
}
