//! The rest of a match, solved where only one round is left: who has more points in the end is all that
//! counts.
//!
//! Like [`super::endgame`], but what is ahead matters: a match is worth 1 when it is won, -1 when it is lost.
//! Nothing is known here of points beyond that.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::endgame::{Mixer, Rest, cards, sign};
use super::matrix::{Matrix, Solution};

/// So many values are kept at most; then all are forgotten.
const MOST_KEPT: usize = 1 << 20;

/// Values that have been worked out.
#[derive(Debug, Default)]
pub(super) struct LastRound {
    known: HashMap<(Rest, i32), f64, BuildHasherDefault<Mixer>>,
}

/// Whether nobody can be caught up with any more: 1 if the own side has won, -1 if it has lost.
pub(super) fn decided(rest: &Rest, ahead: i32) -> Option<f64> {
    (ahead.unsigned_abs() > rest.to_come()).then_some(f64::from(ahead.signum()))
}

impl LastRound {
    /// The matrix of a turn, with so many points ahead, and how to play it.
    pub(super) fn play(&mut self, rest: &Rest, ahead: i32) -> (Matrix, Solution) {
        if self.known.len() > MOST_KEPT {
            self.known.clear();
        }
        let matrix = self.matrix(rest, ahead);
        let solution = matrix.solve();
        (matrix, solution)
    }

    fn value(&mut self, rest: &Rest, ahead: i32) -> f64 {
        if let Some(value) = decided(rest, ahead) {
            return value;
        }
        if rest.own & (rest.own - 1) == 0 {
            return f64::from((ahead + won(rest.lot, rest.own, rest.theirs)).signum());
        }
        let (rest, turned) = rest.canonical();
        let ahead = if turned { -ahead } else { ahead };
        if rest.own == rest.theirs && ahead == 0 {
            return 0.0;
        }
        let value = match self.known.get(&(rest, ahead)) {
            Some(&value) => value,
            None => {
                let value = self.matrix(&rest, ahead).value();
                self.known.insert((rest, ahead), value);
                value
            }
        };
        if turned { -value } else { value }
    }

    fn matrix(&mut self, rest: &Rest, ahead: i32) -> Matrix {
        let (own, theirs) = (cards(rest.own), cards(rest.theirs));
        Matrix::new(own.1, theirs.1, |row, column| self.after(rest, ahead, own.0[row], theirs.0[column]))
    }

    /// What the match is worth once these two cards are bid.
    fn after(&mut self, rest: &Rest, ahead: i32, own: u64, theirs: u64) -> f64 {
        let ahead = ahead + won(rest.lot, own, theirs);
        let Some(left) = rest.after(own, theirs) else { return f64::from(ahead.signum()) };
        if let Some(value) = decided(&left, ahead) {
            return value;
        }
        let (mut sum, mut draws) = (0.0, 0);
        left.each_shown(|shown| {
            sum += self.value(shown, ahead);
            draws += 1;
        });
        sum / f64::from(draws)
    }
}

/// The points that these two cards win.
fn won(lot: u32, own: u64, theirs: u64) -> i32 {
    lot as i32 * sign(own, theirs) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &[u8]) -> u64 {
        cards.iter().fold(0, |hand, &card| hand | 1 << card)
    }

    #[test]
    fn a_match_that_cannot_be_lost_any_more_is_won() {
        let rest = Rest { own: hand(&[1, 2]), theirs: hand(&[3, 4]), lot: 3, next: 4, pile: 0 };
        assert_eq!(decided(&rest, 8), Some(1.0));
        assert_eq!(decided(&rest, -8), Some(-1.0));
        assert_eq!(decided(&rest, 7), None);
        let (_, solution) = LastRound::default().play(&rest, 7);
        assert!(solution.value.abs() < 1e-9, "all that is to come goes to the other side: a draw");
    }

    #[test]
    fn who_is_behind_goes_for_the_lot_that_wins_and_not_for_the_points() {
        // Own 1 and 4 against 2 and 3, a lot of 1, then 3: for points 1 is bid now, which wins 3 and loses 1.
        // Three points behind, that ends behind and the other way too; two behind, it draws; one behind, it
        // wins.
        let rest = Rest { own: hand(&[1, 4]), theirs: hand(&[2, 3]), lot: 1, next: 3, pile: 0 };
        let values = [-3, -2, -1].map(|ahead| LastRound::default().play(&rest, ahead).1.value);
        assert_eq!(values, [-1.0, 0.0, 1.0]);
    }

    /// The value without renumbering, turning, remembering or seeing that it is decided.
    fn plainly(rest: &Rest, ahead: i32) -> f64 {
        let (own, theirs) = (cards(rest.own), cards(rest.theirs));
        let after = |one: u64, other: u64| -> f64 {
            let ahead = ahead + won(rest.lot, one, other);
            let Some(left) = rest.after(one, other) else { return f64::from(ahead.signum()) };
            let mut values = Vec::new();
            left.each_shown(|shown| values.push(plainly(shown, ahead)));
            values.iter().sum::<f64>() / values.len() as f64
        };
        Matrix::new(own.1, theirs.1, |row, column| after(own.0[row], theirs.0[column])).value()
    }

    #[test]
    fn short_cuts_change_no_value() {
        for (own, theirs, lot, next, pile) in [
            (&[1, 4, 6][..], &[2, 4, 5][..], 3, 6, &[2][..]),
            (&[1, 2, 6, 7], &[3, 4, 5, 7], 9, 1, &[5, 7]),
            (&[2, 3, 8, 9], &[2, 3, 7, 9], 4, 9, &[1, 6]),
        ] {
            let rest = Rest { own: hand(own), theirs: hand(theirs), lot, next, pile: hand(pile) };
            let mut last = LastRound::default();
            for ahead in -12..=12 {
                let (quick, slow) = (last.play(&rest, ahead).1.value, plainly(&rest, ahead));
                assert!((quick - slow).abs() < 1e-9, "{rest:?} {ahead}: {quick} {slow}");
            }
        }
    }
}
