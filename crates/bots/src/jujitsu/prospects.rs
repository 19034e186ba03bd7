//! What a round is worth once two bids are made, where too much of it is left to be solved: an estimate.
//!
//! The *i*-th card of one hand is held against the *j*-th of the other, and the sign of that against what is
//! to be won: the prize of that rank, the lot, the whole pile. What each such pair counts depends on how far
//! apart the ranks are, on how high they are and on how many cards are held; those worths were fitted level
//! by level, from rests that were solved exactly up to the first turn of rounds of thirteen cards. It knows
//! neither who plays nor how the match stands.

use super::endgame::{Rest, sign};
use super::matrix::MOST;
use super::worths::{FEWEST, WORTHS};

/// Ranks that are equal, one apart, and further apart.
pub(super) const BANDS: usize = 3;
/// Powers of how high the ranks are.
pub(super) const POWERS: usize = 3;
/// The prize of the rank, the lot, the pile.
pub(super) const KINDS: usize = 3;
/// Worths of one level.
pub(super) const COUNTED: usize = BANDS * POWERS * KINDS;

/// What pairs of ranks count for, in all positions with the same lot, pile and number of cards.
#[derive(Debug, Clone)]
pub(super) struct Prospects {
    held: usize,
    /// The points to come; nobody is worth more.
    most: f64,
    pairs: [[f64; MOST]; MOST],
}

impl Prospects {
    /// For hands of so many cards, with such a lot and pile; `None` where nothing was fitted.
    pub(super) fn new(rest: &Rest, held: usize) -> Option<Self> {
        let worths = WORTHS.get(held.checked_sub(FEWEST)?)?;
        let mut pairs = [[0.0; MOST]; MOST];
        let prizes = Prizes::new(rest, held);
        for (i, line) in pairs.iter_mut().enumerate().take(held) {
            for (j, place) in line.iter_mut().enumerate().take(held) {
                let mut counts = [0.0; COUNTED];
                prizes.count(i, j, 1.0, &mut counts);
                *place = counts.iter().zip(worths).map(|(count, worth)| count * worth).sum();
            }
        }
        Some(Self { held, most: f64::from(rest.to_come()), pairs })
    }

    /// What these hands, each with so many cards, are worth to the own side.
    #[inline]
    pub(super) fn of(&self, own: u64, theirs: u64) -> f64 {
        if own == theirs {
            return 0.0;
        }
        let (mut sum, mut rest) = (0.0, own);
        for line in self.pairs.iter().take(self.held) {
            let card = rest & rest.wrapping_neg();
            rest &= rest.wrapping_sub(1);
            let (below, equal) =
                ((theirs & (card.wrapping_sub(1))).count_ones() as usize, theirs & card != 0);
            let from = below + usize::from(equal);
            sum += line[..below].iter().sum::<f64>() - line[from..self.held].iter().sum::<f64>();
        }
        sum.clamp(-self.most, self.most)
    }
}

/// What there is to be won, by rank.
struct Prizes {
    held: usize,
    /// Pile and lot, the lowest first.
    sorted: [f64; MOST],
    lot: f64,
    pile: f64,
}

impl Prizes {
    fn new(rest: &Rest, held: usize) -> Self {
        let (mut sorted, mut count, mut pile) = ([0.0; MOST], 0, rest.pile);
        while pile != 0 && count < MOST {
            sorted[count] = f64::from(pile.trailing_zeros());
            pile &= pile - 1;
            count += 1;
        }
        let sum = sorted[..count].iter().sum();
        let lot = f64::from(rest.lot);
        if count < MOST {
            sorted[count] = lot;
            count += 1;
        }
        sorted[..count].sort_by(f64::total_cmp);
        Self { held: held.min(MOST), sorted, lot, pile: sum }
    }

    /// Adds what a pair of ranks counts, with this sign.
    fn count(&self, i: usize, j: usize, sign: f64, counts: &mut [f64; COUNTED]) {
        let high = (i + j + 2) as f64 / (2 * self.held) as f64;
        let prize = (self.sorted[(i + j) / 2] + self.sorted[(i + j).div_ceil(2)]) / 2.0;
        let mut weight = sign / self.held as f64;
        let band = i.abs_diff(j).min(BANDS - 1);
        for power in 0..POWERS {
            let at = (band * POWERS + power) * KINDS;
            counts[at] += weight * prize;
            counts[at + 1] += weight * self.lot;
            counts[at + 2] += weight * self.pile;
            weight *= high;
        }
    }
}

/// What is counted in a position, to be fitted.
pub(super) fn counted(rest: &Rest) -> [f64; COUNTED] {
    let held = rest.own.count_ones() as usize;
    let prizes = Prizes::new(rest, held);
    let mut counts = [0.0; COUNTED];
    let mut own = rest.own;
    for i in 0..held.min(MOST) {
        let card = own & own.wrapping_neg();
        own &= own - 1;
        let mut theirs = rest.theirs;
        for j in 0..held.min(MOST) {
            let other = theirs & theirs.wrapping_neg();
            theirs &= theirs - 1;
            prizes.count(i, j, sign(card, other), &mut counts);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_the_sum_of_what_is_counted_and_turns_with_the_table() {
        let rest = Rest { own: 0b1_0110_1110, theirs: 0b1_1011_0110, lot: 4, next: 0, pile: 0b10_1110_0010 };
        let worths = &WORTHS[6 - FEWEST];
        let sum: f64 = counted(&rest).iter().zip(worths).map(|(count, worth)| count * worth).sum();
        let prospects = Prospects::new(&rest, 6).unwrap();
        let (one, other) = (prospects.of(rest.own, rest.theirs), prospects.of(rest.theirs, rest.own));
        assert!((one - sum).abs() < 1e-9 && (one + other).abs() < 1e-9, "{one} {other} {sum}");
        assert!(one != 0.0 && prospects.of(rest.own, rest.own) == 0.0);
    }

    #[test]
    fn nobody_is_worth_more_than_there_is_to_be_won() {
        let rest = Rest { own: 0b111_1100_0000, theirs: 0b11_1110, lot: 1, next: 0, pile: 0b1111 << 10 };
        let worth = Prospects::new(&rest, 5).unwrap().of(rest.own, rest.theirs);
        assert!(worth > 0.9 * f64::from(rest.to_come()) && worth <= f64::from(rest.to_come()), "{worth}");
    }

    #[test]
    fn hands_that_were_not_fitted_have_no_estimate() {
        let rest = Rest { own: 0b1110, theirs: 0b1110, lot: 1, next: 0, pile: 0b110 };
        assert!(Prospects::new(&rest, 4).is_none() && Prospects::new(&rest, 13).is_none());
    }
}
