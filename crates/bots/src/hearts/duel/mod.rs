//! The search at a table of two, where every card is known: alpha-beta over canonical deals, deeper trick by
//! trick until the budget is spent or the deal is solved.
//!
//! A value is what the other's score will grow by from here, less what the leader's will: the moon included.
//! In a deal of two both together always score 26, so who is best in this is best for every score of the
//! game. It knows no game beyond the deal.

pub(super) mod canon;
mod memo;
mod order;

use super::card_bits::{Cards, HEARTS, suit_of};
use super::playout_player;
use crate::budget::Spending;

use canon::{Canon, Taken};
use memo::{Bound, Entry, Memo};

/// What no value reaches.
const BEYOND: i32 = 100;
/// Between two looks at the clock so many steps are made.
const STRIDE: u64 = 128;
/// What it costs in steps to play a deal out.
const PLAYING_OUT: u64 = 6;

/// A search with its memory.
#[derive(Debug, Default)]
pub(super) struct Duel {
    memo: Memo,
    spending: Option<Spending>,
    /// All steps up to the last look at the clock, and those since.
    steps: u64,
    unspent: u64,
    stopped: bool,
}

/// A card of the root and its worth.
#[derive(Debug, Clone, Copy, Default)]
struct Choice {
    card: Cards,
    value: i32,
}

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// The best card, in its canonical place.
    pub(super) card: Cards,
    /// Its worth for who plays it.
    pub(super) value: i32,
    /// How many tricks deep it looked.
    pub(super) depth: u32,
}

/// Whose card is searched for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Root {
    /// The leader's.
    Lead,
    /// The other's answer to this lead.
    Answer(Cards),
}

impl Duel {
    /// One for searches of so many steps.
    pub(super) fn for_steps(steps: u64) -> Self {
        Self { memo: Memo::for_steps(steps), ..Self::default() }
    }

    /// The best of these cards, all legal, as far as the budget shows it.
    pub(super) fn best(&mut self, canon: &Canon, root: Root, cards: Cards, spending: Spending) -> Found {
        self.memo.forget();
        (self.spending, self.unspent, self.stopped) = (Some(spending), 0, false);
        let (mut choices, count) = listed(canon, root, cards);
        let choices = &mut choices[..count];
        let mut found = Found { card: choices[0].card, value: 0, depth: 0 };
        for depth in 1..=canon.tricks() {
            let done = self.pass(canon, root, choices, depth);
            // What a broken-off pass has found counts, since it began with the best of the pass before.
            let tried = &mut choices[..done];
            tried.sort_by_key(|choice| -choice.value);
            if let Some(first) = tried.first() {
                found = Found { card: first.card, value: first.value, depth };
            }
            if self.stopped {
                break;
            }
        }
        found
    }

    /// Whether the last search went to the end of the deal.
    pub(super) fn has_solved(&self) -> bool {
        !self.stopped
    }

    /// How many steps it has taken so far, over all its cards.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Looks at the choices so many tricks deep; how many were done before the budget was spent.
    fn pass(&mut self, canon: &Canon, root: Root, choices: &mut [Choice], depth: u32) -> usize {
        let mut alpha = -BEYOND;
        for (done, choice) in choices.iter_mut().enumerate() {
            let value = self.root_value(canon, root, choice.card, depth, alpha, BEYOND);
            if self.stopped {
                return done;
            }
            // One that only fails to be better is kept behind by a point, whatever its bound.
            choice.value = if value > alpha { value } else { value.min(alpha - 1) };
            alpha = alpha.max(value);
        }
        choices.len()
    }

    /// What a card of the root is worth for who plays it.
    fn root_value(
        &mut self,
        canon: &Canon,
        root: Root,
        card: Cards,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        match root {
            Root::Lead => self.lead_value(canon, card, depth, alpha, beta),
            Root::Answer(lead) => {
                let taken = canon.play(lead, suit_of(lead), card);
                -self.taken_value(&taken, depth, -beta, -alpha)
            }
        }
    }

    /// What a deal is worth for its leader, within the window.
    fn value(&mut self, canon: &Canon, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        let (low, high) = bounds(canon);
        if low == high || low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        (alpha, beta) = (alpha.max(low - 1), beta.min(high + 1));
        if depth == 0 {
            self.step(PLAYING_OUT);
            return played_out(canon);
        }
        self.step(1);
        if self.stopped {
            return 0;
        }
        let key = canon.key();
        let known = self.memo.find(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        self.expand(canon, depth, (alpha, beta), key, known.map(|entry| 1 << entry.best))
    }

    /// Tries every lead, and keeps what was found.
    fn expand(
        &mut self,
        canon: &Canon,
        depth: u32,
        (alpha, beta): (i32, i32),
        key: u64,
        hint: Option<Cards>,
    ) -> i32 {
        let (mut best, mut card, mut floor) = (-BEYOND, 0, alpha);
        let mut leads = order::leads(canon, hint.unwrap_or(0));
        while let Some(lead) = leads.next_best() {
            let value = self.lead_value(canon, lead, depth, floor, beta);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, card) = (value, lead);
            }
            floor = floor.max(best);
            if floor >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best <= alpha => Bound::Upper,
            _ if best >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let place = (card.trailing_zeros() & 63) as u8;
        self.memo.keep(key, Entry { value: best as i8, depth: depth as u8, bound, best: place });
        best
    }

    /// What a lead is worth for the leader: the other answers as badly for it as can be.
    fn lead_value(&mut self, canon: &Canon, lead: Cards, depth: u32, alpha: i32, beta: i32) -> i32 {
        let suit = suit_of(lead);
        let (mut worst, mut ceiling) = (BEYOND, beta);
        let mut answers = order::answers(canon, lead, suit);
        while let Some(answer) = answers.next_best() {
            let taken = canon.play(lead, suit, answer);
            let value = self.taken_value(&taken, depth, alpha, ceiling);
            worst = worst.min(value);
            ceiling = ceiling.min(worst);
            if worst <= alpha || self.stopped {
                break;
            }
        }
        worst
    }

    /// What a finished trick and all after it are worth for who led it.
    #[inline]
    fn taken_value(&mut self, taken: &Taken, depth: u32, alpha: i32, beta: i32) -> i32 {
        let Taken { after, by_leader, cost } = taken;
        if *by_leader {
            self.value(after, depth - 1, alpha + cost, beta + cost) - cost
        } else {
            cost - self.value(after, depth - 1, cost - beta, cost - alpha)
        }
    }

    #[inline]
    fn step(&mut self, steps: u64) {
        self.unspent += steps;
        if self.unspent >= STRIDE {
            let spent = std::mem::take(&mut self.unspent);
            self.steps += spent;
            self.stopped |= !self.spending.as_mut().is_some_and(|spending| spending.go_on(spent));
        }
    }
}

/// Between what a value must lie.
#[inline]
fn bounds(canon: &Canon) -> (i32, i32) {
    let rest = canon.rest();
    // A moon turns all 26 points round: those taken so far count double.
    let shot = 52 - rest;
    let low = if canon.moon.other { -shot } else { -rest };
    let high = if canon.moon.leader { shot } else { rest };
    // With no points left the moon is shot or it is not.
    match rest {
        0 if canon.moon.leader => (shot, shot),
        0 if canon.moon.other => (-shot, -shot),
        _ => (low, high),
    }
}

/// What a deal is worth for its leader when careful players end it.
fn played_out(canon: &Canon) -> i32 {
    let before = canon.position();
    let mut deal = before;
    playout_player::play_out(&mut deal);
    let grown = |seat: usize| i32::from(deal.added()[seat]) - i32::from(before.points[seat]);
    grown(1) - grown(0)
}

/// The cards of the root in the order of a first look.
fn listed(canon: &Canon, root: Root, cards: Cards) -> ([Choice; 26], usize) {
    let mut order = match root {
        Root::Lead => order::leads(canon, 0),
        Root::Answer(lead) => order::answers(canon, lead, suit_of(lead)),
    };
    let (mut choices, mut count) = ([Choice::default(); 26], 0);
    while let Some(card) = order.next_best() {
        if cards & card != 0 {
            choices[count] = Choice { card, value: 0 };
            count += 1;
        }
    }
    (choices, count)
}

/// The cards that the root may choose from, with the rule of the first trick: no points go into it.
pub(super) fn root_cards(canon: &Canon, root: Root, first: bool) -> Cards {
    match root {
        Root::Lead => canon.leads(),
        Root::Answer(lead) => {
            let answers = canon.answers(suit_of(lead));
            let clean = answers & !HEARTS & !canon.queen_card();
            if first && clean != 0 { clean } else { answers }
        }
    }
}
