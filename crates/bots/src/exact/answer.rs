//! What strategies are worth, and the best answer to one.

use croupier_games::Seat;

use super::regrets::Strategy;
use super::tree::{Node, Tree};

impl<M: Copy> Tree<M> {
    /// What seat 0 makes of it on average where seat 0 plays the one and seat 1 the other.
    #[must_use]
    pub fn value(&self, one: &Strategy, other: &Strategy) -> f64 {
        let sum: f64 = self.roots.iter().map(|&root| self.value_of(root, one, other)).sum();
        sum / self.roots.len() as f64
    }

    /// The most that a seat can make on average against a strategy.
    #[must_use]
    pub fn best_answer(&self, seat: Seat, against: &Strategy) -> f64 {
        let mut answer = BestResponse::new(self, seat, against);
        let sum: f64 = self.roots.iter().map(|&root| answer.value_of(root)).sum();
        sum / self.roots.len() as f64
    }

    /// What a strategy loses to the best answers of both seats together, in each seat on average; 0 for an
    /// equilibrium.
    #[must_use]
    pub fn exploitability(&self, strategy: &Strategy) -> f64 {
        (self.best_answer(Seat(0), strategy) + self.best_answer(Seat(1), strategy)) / 2.0
    }

    /// For everything that a seat can know against a strategy: how often it comes to that if the seat tries
    /// for it, and what each move is then worth where it goes on as well as can be.
    #[must_use]
    pub fn moves_against(&self, seat: Seat, against: &Strategy) -> Vec<(usize, f64, Vec<f64>)> {
        let mut answer = BestResponse::new(self, seat, against);
        let own = (0..self.known.len()).filter(|&known| self.known[known].seat == seat);
        own.map(|known| {
            let reach: f64 = self.known[known].places.iter().map(|&place| answer.reach[place as usize]).sum();
            let worth = answer.moves_of(known as u32);
            (known, reach, worth.into_iter().map(|worth| worth / reach.max(f64::MIN_POSITIVE)).collect())
        })
        .collect()
    }

    fn value_of(&self, place: u32, one: &Strategy, other: &Strategy) -> f64 {
        let (known, children) = match self.nodes[place as usize] {
            Node::End(worth) => return worth,
            Node::Choice { known, children } => (known, children),
        };
        let knowledge = &self.known[known as usize];
        let plays = if knowledge.seat.0 == 0 { one } else { other };
        let each = (knowledge.first..).zip(self.children(known, children));
        each.map(|(at, &child)| plays.chances[at] * self.value_of(child, one, other)).sum()
    }
}

/// A seat that knows how the other plays.
struct BestResponse<'a, M> {
    tree: &'a Tree<M>,
    seat: Seat,
    against: &'a Strategy,
    /// How likely luck and the other seat lead to each place.
    reach: Vec<f64>,
    /// The best move of everything that the seat knows, once it is worked out.
    best: Vec<Option<usize>>,
}

impl<'a, M: Copy> BestResponse<'a, M> {
    fn new(tree: &'a Tree<M>, seat: Seat, against: &'a Strategy) -> Self {
        let best = vec![None; tree.known.len()];
        let mut answer = Self { tree, seat, against, reach: vec![0.0; tree.nodes.len()], best };
        for &root in &tree.roots {
            answer.reach(root, 1.0 / tree.roots.len() as f64);
        }
        answer
    }

    fn reach(&mut self, place: u32, chance: f64) {
        self.reach[place as usize] = chance;
        let Node::Choice { known, children } = self.tree.nodes[place as usize] else { return };
        let knowledge = &self.tree.known[known as usize];
        for (at, &child) in (knowledge.first..).zip(self.tree.children(known, children)) {
            let chosen = if knowledge.seat == self.seat { 1.0 } else { self.against.chances[at] };
            self.reach(child, chance * chosen);
        }
    }

    /// What a place is worth to the seat.
    fn value_of(&mut self, place: u32) -> f64 {
        let (known, children) = match self.tree.nodes[place as usize] {
            Node::End(worth) => return if self.seat.0 == 0 { worth } else { -worth },
            Node::Choice { known, children } => (known, children),
        };
        let knowledge = &self.tree.known[known as usize];
        if knowledge.seat == self.seat {
            let best = self.best_of(known);
            return self.value_of(self.tree.children(known, children)[best]);
        }
        let mut value = 0.0;
        for (at, &child) in (knowledge.first..).zip(self.tree.children(known, children)) {
            if self.against.chances[at] > 0.0 {
                value += self.against.chances[at] * self.value_of(child);
            }
        }
        value
    }

    /// The best move where this is known: the same wherever it looks like this.
    fn best_of(&mut self, known: u32) -> usize {
        if let Some(best) = self.best[known as usize] {
            return best;
        }
        let worth = self.moves_of(known);
        let better = |best: usize, next: usize| if worth[next] > worth[best] { next } else { best };
        let best = (0..worth.len()).reduce(better).unwrap_or(0);
        self.best[known as usize] = Some(best);
        best
    }

    /// What each move is worth where this is known, over all places that look like it, as likely as they
    /// come.
    fn moves_of(&mut self, known: u32) -> Vec<f64> {
        let tree = self.tree;
        let knowledge = &tree.known[known as usize];
        let mut worth = vec![0.0; knowledge.moves.len()];
        for &place in &knowledge.places {
            let Node::Choice { children, .. } = tree.nodes[place as usize] else { continue };
            let reach = self.reach[place as usize];
            for (worth, &child) in worth.iter_mut().zip(tree.children(known, children)) {
                *worth += reach * self.value_of(child);
            }
        }
        worth
    }
}
