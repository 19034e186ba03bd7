//! The rest of a round, solved: what it is worth when both play their best, and how to play it.
//!
//! Hands matter only by how they lie between each other, the lot only by its sum. What has been worked out is
//! kept, so that the turns of a round, and rounds that come to the same, are solved once. A round is worth
//! its points; who has more in the match is not looked at here.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::matrix::{MOST, Matrix, Solution};

/// So many values are kept at most; then all are forgotten.
const MOST_KEPT: usize = 1 << 20;

/// What is left of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Rest {
    /// The own hand: bit *n* for card *n*.
    pub(super) own: u64,
    /// The other hand.
    pub(super) theirs: u64,
    /// The sum of the lot.
    pub(super) lot: u32,
    /// The victory card that comes next, 0 for none.
    pub(super) next: u8,
    /// Those after it.
    pub(super) pile: u64,
}

/// Values that have been worked out.
#[derive(Debug, Default)]
pub(super) struct Endgames {
    known: HashMap<Rest, f64, BuildHasherDefault<Mixer>>,
}

impl Endgames {
    /// How the own side plays, card by card from the lowest, and the matrix it plays in.
    pub(super) fn play(&mut self, rest: &Rest) -> (Matrix, Solution) {
        if self.known.len() > MOST_KEPT {
            self.known.clear();
        }
        let matrix = self.matrix(rest);
        let solution = matrix.solve();
        (matrix, solution)
    }

    /// What the rest is worth to the own side.
    pub(super) fn value(&mut self, rest: &Rest) -> f64 {
        if rest.own & (rest.own - 1) == 0 {
            return f64::from(rest.lot) * sign(rest.own, rest.theirs);
        }
        let (rest, turned) = rest.canonical();
        // Whoever holds the same cards as the other stands even.
        if rest.own == rest.theirs {
            return 0.0;
        }
        let value = match self.known.get(&rest) {
            Some(&value) => value,
            None => {
                let value = self.matrix(&rest).value();
                self.known.insert(rest, value);
                value
            }
        };
        if turned { -value } else { value }
    }

    /// What every pair of bids is worth.
    fn matrix(&mut self, rest: &Rest) -> Matrix {
        let (own, theirs) = (cards(rest.own), cards(rest.theirs));
        Matrix::new(own.1, theirs.1, |row, column| self.after(rest, own.0[row], theirs.0[column]))
    }

    /// What the round is worth once these two cards are bid.
    fn after(&mut self, rest: &Rest, own: u64, theirs: u64) -> f64 {
        let won = f64::from(rest.lot) * sign(own, theirs);
        let Some(left) = rest.after(own, theirs) else { return won };
        let (mut sum, mut draws) = (0.0, 0);
        left.each_shown(|shown| {
            sum += self.value(shown);
            draws += 1;
        });
        won + sum / f64::from(draws)
    }
}

impl Rest {
    /// What is left once these two cards are bid, before the next victory card but one is shown; `None` after
    /// the last.
    #[inline]
    pub(super) fn after(&self, own: u64, theirs: u64) -> Option<Self> {
        if self.next == 0 {
            return None;
        }
        let lot = u32::from(self.next) + if own == theirs { self.lot } else { 0 };
        Some(Self { own: self.own & !own, theirs: self.theirs & !theirs, lot, next: 0, pile: self.pile })
    }

    /// Every way in which the next card may be shown, each as likely as any other.
    #[inline]
    pub(super) fn each_shown(&self, mut see: impl FnMut(&Self)) {
        if self.pile == 0 {
            return see(self);
        }
        let mut rest = self.pile;
        while rest != 0 {
            let drawn = rest & rest.wrapping_neg();
            rest &= rest - 1;
            see(&Self { next: drawn.trailing_zeros() as u8, pile: self.pile & !drawn, ..*self });
        }
    }

    /// The points that are still to be won.
    pub(super) fn to_come(self) -> u32 {
        let (mut sum, mut rest) = (self.lot + u32::from(self.next), self.pile);
        while rest != 0 {
            sum += rest.trailing_zeros();
            rest &= rest - 1;
        }
        sum
    }

    /// The same rest with the cards renumbered without gaps, and the sides turned where that comes first.
    pub(super) fn canonical(&self) -> (Self, bool) {
        let (mut own, mut theirs, mut bit) = (0, 0, 1);
        let mut used = self.own | self.theirs;
        while used != 0 {
            let card = used & used.wrapping_neg();
            used &= used - 1;
            own |= if self.own & card != 0 { bit } else { 0 };
            theirs |= if self.theirs & card != 0 { bit } else { 0 };
            bit <<= 1;
        }
        let turned = own < theirs;
        let (own, theirs) = if turned { (theirs, own) } else { (own, theirs) };
        (Self { own, theirs, ..*self }, turned)
    }
}

/// The cards of a hand, each as a set of one, the lowest first.
pub(super) fn cards(hand: u64) -> ([u64; MOST], usize) {
    let (mut list, mut count, mut rest) = ([0; MOST], 0, hand);
    while rest != 0 && count < MOST {
        list[count] = rest & rest.wrapping_neg();
        rest &= rest - 1;
        count += 1;
    }
    (list, count)
}

/// Who wins with these two cards.
#[inline]
pub(super) fn sign(own: u64, theirs: u64) -> f64 {
    match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Less => -1.0,
    }
}

/// A quick hash for keys that are numbers.
#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &[u8]) -> u64 {
        cards.iter().fold(0, |hand, &card| hand | 1 << card)
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-7
    }

    #[test]
    fn the_last_card_takes_the_lot_or_nobody_does() {
        let mut endgames = Endgames::default();
        let rest =
            |own, theirs| Rest { own: hand(&[own]), theirs: hand(&[theirs]), lot: 7, next: 0, pile: 0 };
        assert_eq!([rest(5, 3), rest(3, 5), rest(4, 4)].map(|rest| endgames.value(&rest)), [7.0, -7.0, 0.0]);
    }

    #[test]
    fn same_cards_are_even_and_turning_the_table_turns_the_sign() {
        let mut endgames = Endgames::default();
        let even =
            Rest { own: hand(&[1, 2, 3]), theirs: hand(&[1, 2, 3]), lot: 2, next: 1, pile: hand(&[3]) };
        assert!(near(endgames.value(&even), 0.0));
        let one = Rest { own: hand(&[2, 5, 6]), theirs: hand(&[1, 4, 6]), lot: 4, next: 6, pile: hand(&[2]) };
        let other = Rest { own: one.theirs, theirs: one.own, ..one };
        let (one, other) = (endgames.value(&one), endgames.value(&other));
        assert!(one > 0.5 && near(one, -other), "{one} {other}");
    }

    #[test]
    fn two_cards_each_are_worked_out_by_hand() {
        // Own 1 and 4 against 2 and 3, a lot of 1, then 3. Bidding 4 now wins 1 and then loses 3, whatever
        // they bid; bidding 1 now loses 1 and then wins 3. So 1 is bid now, and the rest is worth 2.
        let rest = Rest { own: hand(&[1, 4]), theirs: hand(&[2, 3]), lot: 1, next: 3, pile: 0 };
        let mut endgames = Endgames::default();
        let (_, solution) = endgames.play(&rest);
        assert!(near(solution.value, 2.0) && near(solution.rows[0], 1.0), "{solution:?}");
    }

    /// The value without renumbering, turning or remembering.
    fn plainly(rest: &Rest) -> f64 {
        let (own, theirs) = (cards(rest.own), cards(rest.theirs));
        let after = |one: u64, other: u64| -> f64 {
            let won = f64::from(rest.lot) * sign(one, other);
            if rest.next == 0 {
                return won;
            }
            let lot = u32::from(rest.next) + if one == other { rest.lot } else { 0 };
            let left =
                Rest { own: rest.own & !one, theirs: rest.theirs & !other, lot, next: 0, pile: rest.pile };
            let draws: Vec<u8> = (0..64).filter(|&card| rest.pile >> card & 1 == 1).collect();
            if draws.is_empty() {
                return won + plainly(&left);
            }
            let values =
                draws.iter().map(|&next| plainly(&Rest { next, pile: rest.pile & !(1 << next), ..left }));
            won + values.sum::<f64>() / draws.len() as f64
        };
        Matrix::new(own.1, theirs.1, |row, column| after(own.0[row], theirs.0[column])).solve().value
    }

    #[test]
    fn short_cuts_change_no_value() {
        let mut endgames = Endgames::default();
        for (own, theirs, lot, next, pile) in [
            (&[1, 4, 6][..], &[2, 4, 5][..], 3, 6, &[2][..]),
            (&[1, 2, 6, 7], &[3, 4, 5, 7], 9, 1, &[5, 7]),
            (&[2, 3, 8, 9], &[2, 3, 7, 9], 4, 9, &[1, 6]),
        ] {
            let rest = Rest { own: hand(own), theirs: hand(theirs), lot, next, pile: hand(pile) };
            let (quick, slow) = (endgames.value(&rest), plainly(&rest));
            assert!(near(quick, slow), "{rest:?}: {quick} {slow}");
        }
    }
}
