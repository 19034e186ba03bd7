//! The best that one seat can do against players whose ways are known, whoever knows what.
//!
//! The seat knows its view and how the others play, and no more: where two worlds look the same to it, it
//! plays the same in both. No player that sees only its view does better against these opponents.

use croupier_games::{Game, Seat, View};

use super::{Goal, parts};

/// What each legal move is worth to a seat that owes one, when it goes on as well as can be and everyone else
/// plays as `others` do, whose moves depend on their view alone. All worlds look the same to the seat, and
/// count alike.
pub fn best_answers<G: Game>(
    worlds: &[G],
    seat: Seat,
    goal: &impl Goal<G>,
    others: &mut impl FnMut(G::View<'_>) -> G::Move,
) -> Vec<(G::Move, f64)> {
    let mut moves = Vec::new();
    worlds[0].legal(seat, &mut moves);
    let count = worlds.len() as f64;
    moves.into_iter().map(|mv| (mv, after(worlds, seat, mv, goal, others) / count)).collect()
}

/// The sum over these worlds of what the seat makes of them once it has played this move.
fn after<G: Game>(
    worlds: &[G],
    seat: Seat,
    mv: G::Move,
    goal: &impl Goal<G>,
    others: &mut impl FnMut(G::View<'_>) -> G::Move,
) -> f64 {
    let (mut sum, mut waiting) = (0.0, Vec::new());
    for world in worlds {
        let mut world = world.clone();
        if world.play(seat, mv).is_err() {
            continue;
        }
        if play_on(&mut world, seat, goal, others) {
            waiting.push(world);
        } else {
            sum += goal.worth(&world, seat);
        }
    }
    for part in parts(waiting, |world| seen_by(world, seat)) {
        let mut moves = Vec::new();
        part[0].legal(seat, &mut moves);
        let best = moves.into_iter().map(|mv| after(&part, seat, mv, goal, others)).reduce(f64::max);
        sum += best.unwrap_or(0.0);
    }
    sum
}

/// Lets the others play until the seat owes a move; false where the game ends before.
fn play_on<G: Game>(
    world: &mut G,
    seat: Seat,
    goal: &impl Goal<G>,
    others: &mut impl FnMut(G::View<'_>) -> G::Move,
) -> bool {
    while !goal.is_over(world) {
        let turn = world.turn();
        if turn.awaits(seat) {
            return true;
        }
        let Some(other) = turn.next() else { return false };
        let mv = others(world.view(other));
        if world.play(other, mv).is_err() {
            return false;
        }
    }
    false
}

fn seen_by<G: Game>(game: &G, seat: Seat) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.view(seat).bytes(&mut bytes);
    bytes
}
