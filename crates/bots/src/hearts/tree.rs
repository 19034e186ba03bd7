//! A tree of what may be played in public, grown over many deals that fit: one tree for all of them, so that a card has
//! one worth wherever the others' cards lie.
//!
//! Everyone in it plays for their own chances. It has a fixed number of nodes, taken from memory once.

use croupier_games::Chance;

use super::lanes::{Cards, first, last, suit_of};
use super::lean::Lean;
use super::prospects::Prospects;
use super::quick;
use super::race::{Race, Runner};
use super::worlds::Worlds;
use crate::budget::Spending;

/// The most nodes; behind them deals are only played out.
const NODES: usize = 1 << 17;
/// How much is tried that looks worse, in units of how widely results lie apart.
const CURIOSITY: f32 = 0.7;
/// Another card gets a node once those above were there so often, times the square of those that have one.
const WIDENING: u32 = 16;
/// Between two looks at the clock so many deals are played.
const STRIDE: u64 = 8;
/// No node.
const NONE: u32 = u32::MAX;

/// A card played after those above it.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// What it made for who played it, summed up.
    sum: f32,
    visits: u32,
    child: u32,
    sibling: u32,
    card: u8,
}

/// The tree.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// How widely results lie apart for the seat that thinks.
    spread: Spread,
}

#[derive(Debug, Clone, Copy, Default)]
struct Spread {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn width(&self) -> f32 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares / self.count.max(1.0) - mean * mean).max(1e-6).sqrt()
    }
}

/// The way down the tree in one deal.
struct Path {
    nodes: [(u32, u8); 52],
    length: usize,
}

impl Tree {
    /// The best card of the seat to move, as far as the budget shows it; `table` has its view with any hands.
    pub(super) fn best(
        &mut self,
        table: &Lean<4>,
        worlds: &Worlds,
        prospects: &Prospects,
        mut spending: Spending,
        chance: &mut Chance,
    ) -> Cards {
        self.nodes.clear();
        self.nodes.reserve(NODES);
        self.nodes.push(Node { sum: 0.0, visits: 0, child: NONE, sibling: NONE, card: 0 });
        self.spread = Spread::default();
        let me = table.mover();
        let mut race = Race::default();
        let mut cards = table.distinct(table.legal());
        while cards != 0 {
            let card = first(cards);
            race.enter(self.add(0, card), card);
            cards ^= card;
        }
        let mut unspent = 0;
        while race.count > 1 {
            let hands = worlds.draw(chance);
            for at in 0..race.count {
                let mut deal = Lean { hands, ..*table };
                race.runners[at].last = self.grow(&mut deal, me, race.runners[at], prospects);
            }
            unspent += race.count as u64;
            race.compare();
            if unspent >= STRIDE && !spending.go_on(std::mem::take(&mut unspent)) {
                break;
            }
        }
        race.runners[0].card
    }

    /// Plays a card of the root, goes down to the edge, plays the deal out and takes home what it made.
    fn grow(&mut self, deal: &mut Lean<4>, me: usize, runner: Runner, prospects: &Prospects) -> f32 {
        deal.play(runner.card);
        let path = self.descend(runner.node, deal);
        quick::play_out(deal);
        let shares = prospects.shares(deal.added());
        self.spread.add(shares[me]);
        self.nodes[runner.node as usize].visits += 1;
        for &(node, mover) in &path.nodes[..path.length] {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += shares[usize::from(mover)];
        }
        shares[me]
    }

    fn descend(&mut self, mut at: u32, deal: &mut Lean<4>) -> Path {
        let mut path = Path { nodes: [(0, 0); 52], length: 0 };
        let curiosity = CURIOSITY * self.spread.width();
        while !deal.is_over() {
            let moves = deal.distinct(deal.legal());
            let (known, mut missing) = self.choose(at, moves, curiosity);
            if missing != 0 && known != NONE {
                missing = self.widened(at, deal, moves, missing);
            }
            let next = if missing == 0 { known } else { self.add(at, expanded(deal, moves, missing)) };
            if next == NONE {
                break;
            }
            path.nodes[path.length] = (next, deal.to_move);
            path.length += 1;
            deal.play(1 << self.nodes[next as usize].card);
            if missing != 0 {
                break;
            }
            at = next;
        }
        path
    }

    /// The most promising child among these cards, and the cards that have none.
    fn choose(&self, at: u32, moves: Cards, curiosity: f32) -> (u32, Cards) {
        let parent = &self.nodes[at as usize];
        let explore = curiosity * (parent.visits.max(1) as f32).ln().sqrt();
        let (mut best, mut most, mut missing) = (NONE, f32::NEG_INFINITY, moves);
        let mut child = parent.child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let card = 1 << node.card;
            if moves & card != 0 {
                missing ^= card;
                let visits = node.visits.max(1) as f32;
                let promise = node.sum / visits + explore / visits.sqrt();
                if promise > most {
                    (best, most) = (child, promise);
                }
            }
            child = node.sibling;
        }
        (best, missing)
    }

    /// Which of the cards without a child may have one now: a careful player's at once, others the later the more there are.
    fn widened(&self, at: u32, deal: &Lean<4>, moves: Cards, missing: Cards) -> Cards {
        let stands = stand_in(deal, moves);
        if missing & stands != 0 {
            return stands;
        }
        let tried = moves.count_ones() - missing.count_ones();
        if self.nodes[at as usize].visits < WIDENING * tried * tried { 0 } else { missing }
    }

    fn add(&mut self, parent: u32, card: Cards) -> u32 {
        if self.nodes.len() >= NODES {
            return NONE;
        }
        let new = self.nodes.len() as u32;
        let sibling = self.nodes[parent as usize].child;
        self.nodes.push(Node {
            sum: 0.0,
            visits: 0,
            child: NONE,
            sibling,
            card: card.trailing_zeros() as u8,
        });
        self.nodes[parent as usize].child = new;
        new
    }
}

/// The card to try next of those that were not tried: what a careful player plays, else the lowest.
fn expanded(deal: &Lean<4>, moves: Cards, missing: Cards) -> Cards {
    let stands = stand_in(deal, moves);
    if missing & stands != 0 { stands } else { first(missing) }
}

/// What stands for the card that a careful player plays: of neighbours the lowest stands for all.
fn stand_in(deal: &Lean<4>, moves: Cards) -> Cards {
    let quick = quick::choose(deal);
    let same = moves & suit_of(quick) & (quick | (quick - 1));
    if same == 0 { first(moves) } else { last(same) }
}
