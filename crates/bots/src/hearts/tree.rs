//! A tree of what may be played in public, grown over many deals that fit: one tree for all of them, so that
//! a card has one worth wherever the others' cards lie.
//!
//! Everyone in it plays for their own chances. It has a fixed number of nodes, taken from memory once.

use croupier_games::Chance;

use super::card_bits::{Cards, first, last, suit_of};
use super::last_tricks::{Solved, solve};
use super::playout_player;
use super::prospects::Prospects;
use super::race::{Race, Runner};
use super::search_position::SearchPosition;
use super::worlds::Worlds;
use crate::budget::Spending;

/// The most nodes; behind them deals are only played out.
const NODES: usize = 1 << 17;
/// How much is tried that looks worse, in units of how widely results lie apart.
const CURIOSITY: f32 = 0.7;
/// Another card gets a node once those above were there so often, times the square of those that have one.
const WIDENING: u32 = 16;
/// Between two looks at the clock so many deals are played.
pub(super) const STRIDE: u64 = 8;
/// With so many cards left, the one to be played among them, deals are solved.
pub(super) const SOLVED: u32 = 13;
/// Solving a deal costs a step for so many cards.
pub(super) const CARDS_A_STEP: u64 = 32;
/// Once so many times as many solved deals were drawn as there are, each was most likely among them.
const ALL_SEEN: u64 = 8;
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
    steps: u64,
}

/// What is asked: the best card at a table, in all deals that fit.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    /// The table as the seat to move sees it, with any hands that fit.
    pub(super) table: &'a SearchPosition<4>,
    pub(super) worlds: &'a Worlds,
    pub(super) prospects: &'a Prospects,
}

impl Asked<'_> {
    /// Whether so few cards are left that every deal is solved.
    fn is_late(&self) -> bool {
        self.table.hands.iter().map(|hand| hand.count_ones()).sum::<u32>() <= SOLVED
    }

    /// So many deals tell all there is to know, where each is solved.
    fn enough(&self) -> u64 {
        if self.is_late() { self.worlds.ways().saturating_mul(ALL_SEEN) } else { u64::MAX }
    }
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
    /// The best card of the seat to move, as far as the budget shows it.
    pub(super) fn best(&mut self, asked: &Asked<'_>, mut spending: Spending, chance: &mut Chance) -> Cards {
        self.nodes.clear();
        self.nodes.reserve(NODES);
        self.nodes.push(Node { sum: 0.0, visits: 0, child: NONE, sibling: NONE, card: 0 });
        self.spread = Spread::default();
        let mut race = self.line_up(asked.table);
        let (mut unspent, mut deals, mut is_spent) = (0, 0, false);
        while race.count > 1 && deals < asked.enough() {
            let hands = asked.worlds.draw(chance);
            for at in 0..race.count {
                let deal = SearchPosition { hands, ..*asked.table };
                let (made, steps) = self.tried(deal, race.runners[at], asked);
                race.runners[at].last = made;
                unspent += steps;
                // Asked after every card and not after every deal, since a deal that is solved takes long.
                is_spent |= unspent >= STRIDE && !self.goes_on(&mut spending, &mut unspent);
                if is_spent && deals > 0 {
                    return race.runners[0].card;
                }
            }
            deals += 1;
            race.compare();
            if is_spent {
                break;
            }
        }
        race.runners[0].card
    }

    /// Counts the steps since it was last asked; false when there are no more.
    fn goes_on(&mut self, spending: &mut Spending, unspent: &mut u64) -> bool {
        let steps = std::mem::take(unspent);
        self.steps += steps;
        spending.go_on(steps)
    }

    /// How many steps it has taken so far, over all its cards.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// All cards that differ, each with a node.
    fn line_up(&mut self, table: &SearchPosition<4>) -> Race {
        let mut race = Race::default();
        let mut cards = table.distinct(table.legal());
        while cards != 0 {
            let card = first(cards);
            race.enter(self.add(0, card), card);
            cards ^= card;
        }
        race
    }

    /// What a card of the root makes of a deal, and how many steps it took to find that.
    fn tried(&mut self, mut deal: SearchPosition<4>, runner: Runner, asked: &Asked<'_>) -> (f32, u64) {
        let me = asked.table.mover();
        deal.play(runner.card);
        if asked.is_late() {
            let Solved { shares, cards } = solve(&deal, asked.prospects);
            return (shares[me], 1 + cards / CARDS_A_STEP);
        }
        (self.grow(&mut deal, me, runner, asked.prospects), 1)
    }

    /// Goes down to the edge, plays the deal out and takes home what it made.
    fn grow(
        &mut self,
        deal: &mut SearchPosition<4>,
        me: usize,
        runner: Runner,
        prospects: &Prospects,
    ) -> f32 {
        let path = self.descend(runner.node, deal);
        playout_player::play_out(deal);
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

    fn descend(&mut self, mut at: u32, deal: &mut SearchPosition<4>) -> Path {
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

    /// Which of the cards without a child may have one now: a careful player's at once, others the later the
    /// more there are.
    fn widened(&self, at: u32, deal: &SearchPosition<4>, moves: Cards, missing: Cards) -> Cards {
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
fn expanded(deal: &SearchPosition<4>, moves: Cards, missing: Cards) -> Cards {
    let stands = stand_in(deal, moves);
    if missing & stands != 0 { stands } else { first(missing) }
}

/// What stands for the card that a careful player plays: of neighbours the lowest stands for all.
fn stand_in(deal: &SearchPosition<4>, moves: Cards) -> Cards {
    let quick = playout_player::choose(deal);
    let same = moves & suit_of(quick) & (quick | (quick - 1));
    if same == 0 { first(moves) } else { last(same) }
}
