//! Games in which nobody knows more than another, played by all as well as they can.
//!
//! What is hidden is hidden from all, so a position is the set of worlds that fit what all see. Whoever moves
//! takes what is best for themselves on average over those worlds; of equal moves the first. Between two who
//! win what the other loses, that is the value of the game.

use std::collections::HashMap;

use croupier_games::{Game, Scores, Seat};

use super::{Goal, parts, seen_by_all};

/// A solver, with what it has worked out so far.
#[derive(Debug)]
pub struct Open<G: Game, O> {
    goal: O,
    known: HashMap<Vec<u8>, Scores>,
    kind: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game, O: Goal<G>> Open<G, O> {
    /// Nothing is known yet.
    pub fn new(goal: O) -> Self {
        Self { goal, known: HashMap::new(), kind: std::marker::PhantomData }
    }

    /// What everyone makes of it; all worlds look the same to everyone, and there is at least one.
    pub fn value(&mut self, worlds: &[G]) -> Scores {
        let seats = worlds[0].scores().len();
        if self.goal.is_over(&worlds[0]) {
            let mean = |seat| worlds.iter().map(|world| self.goal.worth(world, seat)).sum::<f64>();
            return Seat::all(seats).map(|seat| mean(seat) / worlds.len() as f64).collect();
        }
        let key = seen_by_all(&worlds[0]);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let value = self.best(worlds).unwrap_or_else(|| worlds[0].scores());
        self.known.insert(key, value.clone());
        value
    }

    /// What each legal move is worth to whoever moves.
    pub fn moves(&mut self, worlds: &[G]) -> Vec<(G::Move, f64)> {
        let mover = worlds[0].turn().next().map_or(0, Seat::index);
        self.tried(worlds).into_iter().map(|(mv, value)| (mv, value[mover])).collect()
    }

    /// What everyone makes of the mover's best move.
    fn best(&mut self, worlds: &[G]) -> Option<Scores> {
        let mover = worlds[0].turn().next()?;
        let (mut moves, mut best): (_, Option<Scores>) = (Vec::new(), None);
        worlds[0].legal(mover, &mut moves);
        for mv in moves {
            let next = self.after(worlds, mover, mv);
            if best.as_ref().is_none_or(|best| next[mover.index()] > best[mover.index()]) {
                let enough = next[mover.index()] >= self.goal.most();
                best = Some(next);
                if enough {
                    break;
                }
            }
        }
        best
    }

    /// What everyone makes of each legal move.
    fn tried(&mut self, worlds: &[G]) -> Vec<(G::Move, Scores)> {
        let Some(mover) = worlds[0].turn().next() else { return Vec::new() };
        let mut moves = Vec::new();
        worlds[0].legal(mover, &mut moves);
        moves.into_iter().map(|mv| (mv, self.after(worlds, mover, mv))).collect()
    }

    /// The mean over all that may come to light after a move.
    fn after(&mut self, worlds: &[G], mover: Seat, mv: G::Move) -> Scores {
        let played = worlds.iter().filter_map(|world| {
            let mut world = world.clone();
            world.play(mover, mv).is_ok().then_some(world)
        });
        let mut sum: Scores = worlds[0].scores().iter().map(|_| 0.0).collect();
        for part in parts(played, seen_by_all) {
            let share = part.len() as f64 / worlds.len() as f64;
            for (sum, value) in sum.iter_mut().zip(self.value(&part)) {
                *sum += share * value;
            }
        }
        sum
    }
}
