//! An equilibrium by counterfactual regrets: play, see what every other move would have brought, play those
//! more that are missed most; the average of all that was played cannot be beaten by much.
//!
//! This is the variant that forgets negative regrets at once and weighs later rounds more (Tammelin 2014),
//! with the two seats taking turns. How far the average is from perfect is not believed but measured, by
//! exact best answers.

use croupier_games::Seat;

use super::tree::{Node, Tree};

/// How both seats play: for everything that can be known, the chance of each move.
#[derive(Debug, Clone, PartialEq)]
pub struct Strategy {
    pub(super) chances: Vec<f64>,
}

impl<M: Copy> Tree<M> {
    /// Everyone plays every move as often as another.
    #[must_use]
    pub fn at_random(&self) -> Strategy {
        self.strategy(|_, _| 1.0)
    }

    /// A strategy from weights: of what is known, by its number, and of a move, by its number. Weights of no
    /// sum are taken as equal ones.
    #[must_use]
    pub fn strategy(&self, weight: impl Fn(usize, usize) -> f64) -> Strategy {
        let mut chances = Vec::with_capacity(self.choices());
        for (known, knowledge) in self.known.iter().enumerate() {
            chances.extend((0..knowledge.moves.len()).map(|mv| weight(known, mv)));
        }
        let mut strategy = Strategy { chances };
        self.normalise(&mut strategy.chances);
        strategy
    }

    /// Nearly an equilibrium, after so many rounds.
    #[must_use]
    pub fn equilibrium(&self, rounds: u32) -> Strategy {
        let choices = self.choices();
        let mut work = Work {
            tree: self,
            regrets: vec![0.0; choices],
            playing: self.at_random().chances,
            missed: vec![0.0; choices],
            average: vec![0.0; choices],
        };
        for round in 1..=rounds {
            for seat in [Seat(0), Seat(1)] {
                work.round(seat, f64::from(round));
            }
        }
        let mut strategy = Strategy { chances: work.average };
        self.normalise(&mut strategy.chances);
        strategy
    }

    /// Makes the weights of all moves of a choice sum to 1.
    fn normalise(&self, weights: &mut [f64]) {
        for knowledge in &self.known {
            let own = &mut weights[knowledge.first..knowledge.first + knowledge.moves.len()];
            let sum: f64 = own.iter().sum();
            let count = own.len() as f64;
            own.iter_mut().for_each(|weight| *weight = if sum > 0.0 { *weight / sum } else { 1.0 / count });
        }
    }
}

struct Work<'a, M> {
    tree: &'a Tree<M>,
    regrets: Vec<f64>,
    playing: Vec<f64>,
    /// What the moves of this round missed.
    missed: Vec<f64>,
    average: Vec<f64>,
}

impl<M: Copy> Work<'_, M> {
    /// One seat learns from what the other plays.
    fn round(&mut self, seat: Seat, weight: f64) {
        self.missed.fill(0.0);
        let share = 1.0 / self.tree.roots.len() as f64;
        for &root in &self.tree.roots {
            self.walk(root, seat, weight, 1.0, share);
        }
        for knowledge in self.tree.known.iter().filter(|known| known.seat == seat) {
            for at in knowledge.first..knowledge.first + knowledge.moves.len() {
                self.regrets[at] = (self.regrets[at] + self.missed[at]).max(0.0);
            }
        }
        self.playing.copy_from_slice(&self.regrets);
        self.tree.normalise(&mut self.playing);
    }

    /// What a place is worth to the seat that learns; `own` and `others` are the chances that they and
    /// everything else come here.
    fn walk(&mut self, place: u32, seat: Seat, weight: f64, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        let (known, children) = match tree.nodes[place as usize] {
            Node::End(worth) => return if seat.0 == 0 { worth } else { -worth },
            Node::Choice { known, children } => (known, children),
        };
        let knowledge = &tree.known[known as usize];
        let mut value = 0.0;
        for (at, &child) in (knowledge.first..).zip(tree.children(known, children)) {
            let chance = self.playing[at];
            if knowledge.seat == seat {
                let brought = self.walk(child, seat, weight, own * chance, others);
                value += chance * brought;
                self.missed[at] += others * brought;
                self.average[at] += weight * own * chance;
            } else {
                value += chance * self.walk(child, seat, weight, own, others * chance);
            }
        }
        if knowledge.seat == seat {
            for at in knowledge.first..knowledge.first + knowledge.moves.len() {
                self.missed[at] -= others * value;
            }
        }
        value
    }
}
