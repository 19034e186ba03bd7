//! A deal of two between tricks, in the one form that all deals like it share.
//!
//! Cards that were played are gone from their suits and the others close up, so that only who holds the
//! lowest, the second lowest and so on is left. It is seen from the side of whoever leads. Deals of the same
//! form are worth the same, whatever the real ranks and seats are.

use crate::hearts::card_bits::{Cards, HEARTS, LOWEST, or_all};
use crate::hearts::search_position::{ALL_POINTS, SearchPosition};

/// Where she is once the queen of spades is gone.
const NOWHERE: u8 = 15;

/// Who has taken every point so far, and may shoot the moon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hearts) struct Moon {
    pub(in crate::hearts) leader: bool,
    pub(in crate::hearts) other: bool,
}

/// A deal of two before a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::hearts) struct Canon {
    /// The leader's cards, closed up.
    pub(in crate::hearts) lead: Cards,
    /// The other's, closed up likewise.
    pub(in crate::hearts) other: Cards,
    /// The place of the queen among the spades.
    queen: u8,
    /// Whether hearts may be led.
    pub(in crate::hearts) broken: bool,
    pub(in crate::hearts) moon: Moon,
}

/// What a trick came to.
#[derive(Debug, Clone, Copy)]
pub(in crate::hearts) struct Taken {
    /// What is left, seen from who took it.
    pub(in crate::hearts) after: Canon,
    pub(in crate::hearts) by_leader: bool,
    pub(in crate::hearts) cost: i32,
}

impl Canon {
    /// The form of a deal; it must stand between tricks, behind the first.
    pub(in crate::hearts) fn of(deal: &SearchPosition<2>) -> Self {
        let leader = deal.mover();
        let [own, others] = [deal.points[leader], deal.points[1 - leader]];
        let (mut canon, gone) = (Self::open(deal, leader), !deal.hands[0] & !deal.hands[1]);
        // From the highest place down, so that closing one gap moves no other.
        for place in (0..64).rev().filter(|place| place & 15 < 13) {
            if gone >> place & 1 == 1 {
                canon.close(1 << place);
            }
        }
        canon.moon = Moon { leader: others == 0, other: own == 0 };
        canon
    }

    /// The hands as they are, not closed up yet.
    fn open(deal: &SearchPosition<2>, leader: usize) -> Self {
        let queen = deal.queen.trailing_zeros().min(u32::from(NOWHERE)) as u8;
        let moon = Moon { leader: false, other: false };
        Self { lead: deal.hands[leader], other: deal.hands[1 - leader], queen, broken: deal.broken, moon }
    }

    /// The same deal for playing on; cards have the ranks of their places.
    pub(in crate::hearts) fn position(&self) -> SearchPosition<2> {
        let rest = self.rest() as u8;
        let taken = ALL_POINTS - rest;
        // Only who may shoot the moon has to be known: what was taken counts no more.
        let points = match self.moon {
            Moon { leader: true, other: false } => [taken, 0],
            Moon { leader: false, other: true } => [0, taken],
            _ => [taken / 2, taken - taken / 2],
        };
        SearchPosition::between([self.lead, self.other], points, self.queen_card(), self.broken)
    }

    /// The queen of spades; empty when she is gone.
    #[inline]
    pub(in crate::hearts) fn queen_card(&self) -> Cards {
        if self.queen == NOWHERE { 0 } else { 1 << self.queen }
    }

    /// One number for all of it; no two forms share one.
    #[inline]
    pub(in crate::hearts) fn key(&self) -> u64 {
        let bits = u64::from(self.queen) << 14 & 0xc000
            | u64::from(self.queen >> 2) << 30
            | u64::from(self.broken) << 46
            | u64::from(self.moon.leader) << 47
            | u64::from(self.moon.other) << 62;
        // Above each suit stands a bit, so that its length is told.
        (self.lead | ((self.lead | self.other) + LOWEST)) ^ bits
    }

    /// The points that nobody has taken yet.
    #[inline]
    pub(in crate::hearts) fn rest(&self) -> i32 {
        let hearts = (!((self.lead | self.other) >> 48)).trailing_zeros() as i32;
        hearts + if self.queen == NOWHERE { 0 } else { 13 }
    }

    /// How many tricks are left.
    pub(in crate::hearts) fn tricks(&self) -> u32 {
        self.lead.count_ones()
    }

    /// The leads that differ.
    #[inline]
    pub(in crate::hearts) fn leads(&self) -> Cards {
        let legal = if self.broken { self.lead } else { or_all(self.lead & !HEARTS, self.lead) };
        self.runs(legal)
    }

    /// The answers to a lead that differ.
    #[inline]
    pub(in crate::hearts) fn answers(&self, suit: Cards) -> Cards {
        self.runs(or_all(self.other & suit, self.other))
    }

    /// The lowest of each run of neighbours; the queen stands alone.
    #[inline]
    pub(in crate::hearts) fn runs(&self, cards: Cards) -> Cards {
        let queen = self.queen_card();
        (cards & !((cards & !queen) << 1)) | (cards & queen)
    }

    /// Plays a trick.
    #[inline]
    pub(in crate::hearts) fn play(&self, lead: Cards, suit: Cards, answer: Cards) -> Taken {
        let by_leader = answer & suit == 0 || answer < lead;
        let both = lead | answer;
        let hearts = i32::from(lead & HEARTS != 0) + i32::from(answer & HEARTS != 0);
        let cost = hearts + if both & self.queen_card() == 0 { 0 } else { 13 };
        let mut after = *self;
        after.lead ^= lead;
        after.other ^= answer;
        // The higher one first, so that the other keeps its place.
        let (high, low) = if lead > answer { (lead, answer) } else { (answer, lead) };
        after.close(high);
        after.close(low);
        after.broken |= hearts > 0;
        if cost > 0 {
            after.moon.leader &= by_leader;
            after.moon.other &= !by_leader;
        }
        if !by_leader {
            (after.lead, after.other) = (after.other, after.lead);
            (after.moon.leader, after.moon.other) = (after.moon.other, after.moon.leader);
        }
        Taken { after, by_leader, cost }
    }

    /// Closes the gap that a card left in its suit.
    #[inline]
    fn close(&mut self, card: Cards) {
        let place = card.trailing_zeros();
        let above = (0xffff << (place & 48)) & (u64::MAX << place);
        self.lead = (self.lead & !above) | ((self.lead & above) >> 1 & above);
        self.other = (self.other & !above) | ((self.other & above) >> 1 & above);
        if place < 16 && self.queen != NOWHERE {
            match (place as u8).cmp(&self.queen) {
                std::cmp::Ordering::Less => self.queen -= 1,
                std::cmp::Ordering::Equal => self.queen = NOWHERE,
                std::cmp::Ordering::Greater => {}
            }
        }
    }
}
