//! A game of two who win what the other loses, written out as a tree: every move in every world.
//!
//! What a seat knows when it moves is its view, so positions that look the same to it share one
//! [`Knowledge`], and it plays the same in all of them. Moves at the same time are moves one after the other,
//! the first of which the second does not see. A view that shows its own past, or a game whose past does not
//! matter, is what makes answers exact.

use std::collections::HashMap;

use croupier_games::{Game, Seat, View};

use super::Goal;

/// A game written out.
#[derive(Debug)]
pub struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    /// The places that each node leads to, one after the other.
    pub(super) children: Vec<u32>,
    /// All that can be known when a move is owed.
    pub known: Vec<Knowledge<M>>,
    /// The worlds, all of them as likely as another.
    pub(super) roots: Vec<u32>,
}

/// What a seat knows when it owes a move.
#[derive(Debug)]
pub struct Knowledge<M> {
    /// Who moves.
    pub seat: Seat,
    /// The moves there are.
    pub moves: Vec<M>,
    /// Where the chances of its moves begin in a list of all.
    pub(super) first: usize,
    /// The places in the tree that look like this.
    pub(super) places: Vec<u32>,
    /// The view, as bytes.
    pub view: Vec<u8>,
}

/// A place in the tree.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node {
    /// The end, and what it is worth to seat 0.
    End(f64),
    /// A move is owed by whoever knows this; its children begin here.
    Choice { known: u32, children: u32 },
}

impl<M: Copy> Tree<M> {
    /// All that can happen in these worlds, of which there is at least one.
    pub fn new<G: Game<Move = M>>(worlds: &[G], goal: &impl Goal<G>) -> Self {
        let tree = Self { nodes: Vec::new(), children: Vec::new(), known: Vec::new(), roots: Vec::new() };
        let mut growing = Growing { tree, places: HashMap::new(), choices: 0 };
        for world in worlds {
            let root = growing.grow(world, goal);
            growing.tree.roots.push(root);
        }
        growing.tree
    }

    /// How many chances a strategy has.
    pub(super) fn choices(&self) -> usize {
        self.known.last().map_or(0, |last| last.first + last.moves.len())
    }

    /// Where a choice leads, move by move.
    pub(super) fn children(&self, known: u32, children: u32) -> &[u32] {
        let count = self.known[known as usize].moves.len();
        &self.children[children as usize..children as usize + count]
    }
}

struct Growing<M> {
    tree: Tree<M>,
    places: HashMap<Vec<u8>, u32>,
    choices: usize,
}

impl<M: Copy> Growing<M> {
    /// The place of a position, with all that comes after it.
    fn grow<G: Game<Move = M>>(&mut self, game: &G, goal: &impl Goal<G>) -> u32 {
        let mover = if goal.is_over(game) { None } else { game.turn().next() };
        let Some(mover) = mover else {
            let [one, other] = [0, 1].map(|seat| goal.worth(game, Seat(seat)));
            return self.place(Node::End((one - other) / 2.0));
        };
        let known = self.known(game, mover);
        let moves = self.tree.known[known as usize].moves.clone();
        let children = self.tree.children.len() as u32;
        self.tree.children.resize(self.tree.children.len() + moves.len(), 0);
        let place = self.place(Node::Choice { known, children });
        self.tree.known[known as usize].places.push(place);
        for (at, mv) in moves.into_iter().enumerate() {
            let mut after = game.clone();
            // A legal move is played; were it not, the position would stay as it is for ever.
            if after.play(mover, mv).is_ok() {
                self.tree.children[children as usize + at] = self.grow(&after, goal);
            }
        }
        place
    }

    fn place(&mut self, node: Node) -> u32 {
        self.tree.nodes.push(node);
        (self.tree.nodes.len() - 1) as u32
    }

    fn known<G: Game<Move = M>>(&mut self, game: &G, seat: Seat) -> u32 {
        let mut view = vec![seat.0];
        game.view(seat).bytes(&mut view);
        if let Some(&known) = self.places.get(&view) {
            return known;
        }
        let known = self.tree.known.len() as u32;
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        let first = self.choices;
        self.choices += moves.len();
        self.places.insert(view.clone(), known);
        view.remove(0);
        self.tree.known.push(Knowledge { seat, moves, first, places: Vec::new(), view });
        known
    }
}
