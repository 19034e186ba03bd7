//! One tree search for every game: each walk through the tree imagines a world that fits the view, goes down
//! by what earlier walks found, tries one new move, and plays on by a quick policy.
//!
//! Nodes are what everyone has played since the root, whatever is hidden or drawn on the way: the same tree
//! is walked in ever other worlds, and a move counts as tried only in worlds that allowed it (Cowling, Powley
//! and Whitehouse 2012). Everyone plays for themselves, so any number of seats will do. Seats that move at
//! the same time choose without each other. It knows no game: worlds come from [`Game::imagine`], and what is
//! good from a [`Goal`].

mod nodes;

use croupier_games::{Chance, Game, MAX_SEATS, Seat, Seats, Turn, View};

use crate::budget::{Budget, Spending};
use crate::choose::Choose;
use crate::exact::{Goal, Ranking};
use nodes::{Edge, Nodes};

/// How much is made of moves that were seldom tried, where results lie between 0 and 1.
const CURIOSITY: f64 = 0.7;
/// A tree grows no further than this; walks go on in what there is.
const MOST_EDGES: usize = 1 << 20;
/// A walk that is so long goes in circles.
const LONGEST_WALK: usize = 5000;

/// A search, with the room it needs kept from move to move.
#[derive(Debug)]
pub struct TreeSearch<G: Game, P, O = Ranking> {
    policy: P,
    goal: O,
    nodes: Nodes<G::Move>,
    legal: Vec<G::Move>,
    /// The edges of this walk.
    walk: Vec<u32>,
    /// The least and the most that any walk brought anyone.
    least: f64,
    most: f64,
}

impl<G: Game, P: Default, O: Default> Default for TreeSearch<G, P, O> {
    fn default() -> Self {
        Self::new(P::default(), O::default())
    }
}

impl<G: Game, P, O> TreeSearch<G, P, O> {
    /// A search that plays on by this policy, for this goal.
    pub fn new(policy: P, goal: O) -> Self {
        let (nodes, legal, walk) = (Nodes::default(), Vec::new(), Vec::new());
        Self { policy, goal, nodes, legal, walk, least: f64::INFINITY, most: f64::NEG_INFINITY }
    }
}

impl<G: Game, P: Choose<G>, O: Goal<G>> TreeSearch<G, P, O> {
    /// The best move, as far as the budget shows it; a step is a walk. Where others move at the same time,
    /// moves are drawn as often as they were tried: a move that is always the same can be answered.
    pub fn best(&mut self, view: G::View<'_>, mut spending: Spending, chance: &mut Chance) -> G::Move {
        self.nodes.clear();
        (self.least, self.most) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut together = false;
        loop {
            let mut world = G::imagine(view, chance);
            together = together || owing(&world).any(|seat| seat != view.seat());
            self.walk(&mut world, chance);
            if !spending.go_on(1) {
                break;
            }
        }
        let own = || self.nodes.edges_of(nodes::ROOT).filter(|edge| edge.seat == view.seat());
        let walks: u32 = own().map(|edge| edge.visits).sum();
        if together {
            let mut left = chance.below(walks as usize) as u32;
            let drawn = own().find(|edge| {
                let here = left < edge.visits;
                left = left.saturating_sub(edge.visits);
                here
            });
            return drawn.map_or_else(|| view.any(chance), |edge| edge.mv);
        }
        // Of equals the first one stays.
        let best = own().reduce(|best, next| if next.visits > best.visits { next } else { best });
        best.map_or_else(|| view.any(chance), |edge| edge.mv)
    }

    /// One walk: down the tree, one step beyond it, to the end, and back.
    fn walk(&mut self, game: &mut G, chance: &mut Chance) {
        self.walk.clear();
        let mut node = nodes::ROOT;
        while !self.goal.is_over(game) && self.walk.len() < LONGEST_WALK {
            let Some((next, grown)) = self.turn(node, game, chance) else { break };
            node = next;
            if grown {
                break;
            }
        }
        self.play_on(game, chance);
        self.back(game);
    }

    /// Everyone who owes a move at this node plays one; where that leads, and whether the tree grew by it.
    /// `None` where nobody does.
    fn turn(&mut self, node: u32, game: &mut G, chance: &mut Chance) -> Option<(u32, bool)> {
        let mut grown = false;
        let (mut first, mut rest) = (None, 0);
        for seat in owing(game) {
            let (edge, new) = self.chosen(node, seat, game, chance)?;
            grown |= new;
            let mv = self.nodes.edge(edge).mv;
            if game.play(seat, mv).is_err() {
                return None;
            }
            self.walk.push(edge);
            match first {
                None => first = Some(edge),
                Some(_) => rest = rest * MOST_EDGES as u64 + u64::from(edge) + 1,
            }
        }
        let (child, new) = self.nodes.child(first?, rest);
        Some((child, grown || new))
    }

    /// A move that was never tried in this node, or the most promising one; and whether it is new.
    fn chosen(&mut self, node: u32, seat: Seat, game: &G, chance: &mut Chance) -> Option<(u32, bool)> {
        game.legal(seat, &mut self.legal);
        let (mut untried, mut seen) = (None, 0);
        let (mut best, mut highest) = (None, f64::NEG_INFINITY);
        let scale = if self.most > self.least { 1.0 / (self.most - self.least) } else { 0.0 };
        for &mv in &self.legal {
            let Some(at) = self.nodes.find(node, seat, mv) else {
                // Each as likely as another, in one pass.
                seen += 1;
                if chance.one_in(seen) {
                    untried = Some(mv);
                }
                continue;
            };
            let edge = self.nodes.edge_mut(at);
            edge.available += 1;
            let promise = promise(edge, self.least, scale);
            if promise > highest {
                (best, highest) = (Some(at), promise);
            }
        }
        match untried {
            Some(mv) if self.nodes.edges() < MOST_EDGES => Some((self.nodes.grow(node, seat, mv), true)),
            _ => best.map(|at| (at, false)),
        }
    }

    fn play_on(&mut self, game: &mut G, chance: &mut Chance) {
        let mut moves = 0;
        while !self.goal.is_over(game) && moves < LONGEST_WALK {
            let Some(seat) = game.turn().next() else { break };
            let mv = self.policy.choose(game.view(seat), chance);
            if game.play(seat, mv).is_err() {
                game.refuse(seat, Some(mv));
            }
            moves += 1;
        }
    }

    /// Tells all edges of the walk what it brought.
    fn back(&mut self, game: &G) {
        let mut brought = [0.0; MAX_SEATS];
        for (seat, brought) in Seat::all(game.scores().len()).zip(&mut brought) {
            *brought = self.goal.worth(game, seat);
            self.least = self.least.min(*brought);
            self.most = self.most.max(*brought);
        }
        for &at in &self.walk {
            let edge = self.nodes.edge_mut(at);
            edge.visits += 1;
            edge.sum += brought[edge.seat.index()];
        }
    }
}

/// Those who owe a move.
fn owing<G: Game>(game: &G) -> Seats {
    match game.turn() {
        Turn::Waiting(seats) => seats,
        Turn::Over => Seats::NONE,
    }
}

/// What a move promises: what it brought so far, between 0 and 1, and more the less is known of it.
#[inline]
fn promise<M>(edge: &Edge<M>, least: f64, scale: f64) -> f64 {
    if edge.visits == 0 {
        return f64::INFINITY;
    }
    let visits = f64::from(edge.visits);
    (edge.sum / visits - least) * scale + CURIOSITY * (f64::from(edge.available).ln() / visits).sqrt()
}

/// A player that walks through the tree as often as its budget allows, by itself so often.
#[derive(Debug)]
pub struct Walking<G: Game, P, const USUAL: u64> {
    search: TreeSearch<G, P>,
    budget: Budget,
}

impl<G: Game, P: Default, const USUAL: u64> From<Budget> for Walking<G, P, USUAL> {
    fn from(budget: Budget) -> Self {
        Self { search: TreeSearch::default(), budget }
    }
}

impl<G: Game, P: Choose<G>, const USUAL: u64> Choose<G> for Walking<G, P, USUAL> {
    fn choose(&mut self, view: G::View<'_>, chance: &mut Chance) -> G::Move {
        self.search.best(view, self.budget.start(USUAL), chance)
    }
}
