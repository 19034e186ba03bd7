//! What is counted for a seat, and what it costs.

use super::{ACE, FIVE, TWO};
use crate::about::{Figure, Figures};
use crate::cards::CardSet;

/// The nine figures, in the order of the original's list.
pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "pass moves", meaning: "moves without a card" },
    Figure { name: "cards played", meaning: "cards played in legal moves" },
    Figure { name: "illegal moves", meaning: "moves that broke a rule or did not come" },
    Figure { name: "times punished", meaning: "passes under a punishment, and illegal moves" },
    Figure {
        name: "punishment taken",
        meaning: "cards of twos and fives those passes and illegal moves cost",
    },
    Figure { name: "games won", meaning: "games ended with an empty hand and the call" },
    Figure { name: "points taken", meaning: "hand value and last card points together" },
    Figure { name: "hand value pts", meaning: "aces left count 5, twos and fives 2, others 1" },
    Figure { name: "last card pts", meaning: "one for every ten calls of last card" },
];
/// The index of `points taken`.
pub(super) const POINTS_TAKEN: usize = 6;

/// One seat's counts so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Moves without a card.
    pub passes: u16,
    /// Cards played in legal moves.
    pub cards_played: u16,
    /// Moves refused or missing.
    pub illegal: u16,
    /// Passes under a punishment, and illegal moves.
    pub times_punished: u16,
    /// Calls of last card, those of refused moves among them.
    pub calls: u16,
    /// What the punishments came to, 0 for an illegal move without one.
    pub punishment: u32,
}

impl Tally {
    /// Counts a punishment of so many cards as taken.
    pub(super) fn punish(&mut self, cards: u32) {
        self.times_punished += 1;
        self.punishment += cards;
    }

    /// One point for every ten calls: seven cost nothing, thirty cost three.
    #[must_use]
    pub fn last_card_points(&self) -> u32 {
        u32::from(self.calls) / 10
    }

    /// The figures of a seat with these counts, cards and wins.
    pub(super) fn figures(&self, hand: CardSet, won: u16) -> Figures {
        let hand_value = hand_value(hand);
        let points = hand_value + self.last_card_points();
        let punished = self.times_punished > 0;
        Figures::from([
            unless_zero(self.passes),
            unless_zero(self.cards_played),
            unless_zero(self.illegal),
            punished.then_some(f64::from(self.times_punished)),
            // An illegal move without a punishment records a punishment of no cards: 0, not "-".
            punished.then_some(f64::from(self.punishment)),
            unless_zero(won),
            Some(f64::from(points)),
            Some(f64::from(hand_value)),
            Some(f64::from(self.last_card_points())),
        ])
    }
}

fn unless_zero(count: u16) -> Option<f64> {
    (count > 0).then_some(f64::from(count))
}

/// What cards cost that are still held at the end: ace 5, two and five 2, others 1.
#[inline]
#[must_use]
pub fn hand_value(cards: CardSet) -> u32 {
    let aces = cards.and(CardSet::of_rank(ACE)).len();
    let punishing = cards.and(CardSet::of_rank(TWO).or(CardSet::of_rank(FIVE))).len();
    (cards.len() + 4 * aces + punishing) as u32
}

#[cfg(test)]
mod tests {
    use super::super::names::tests::cards;
    use super::*;

    fn value(line: &str) -> u32 {
        hand_value(cards(line).into_iter().collect())
    }

    #[test]
    fn an_ace_costs_five_a_two_or_five_costs_two_any_other_card_one() {
        assert_eq!((value(""), value("AS"), value("2C"), value("5H"), value("KD")), (0, 5, 2, 2, 1));
        assert_eq!(value("AS AH 2D 5D 3S 10C JD"), 17);
    }

    #[test]
    fn seven_calls_cost_nothing_and_thirty_cost_three() {
        for (calls, points) in [(0, 0), (7, 0), (9, 0), (10, 1), (30, 3), (39, 3)] {
            assert_eq!(Tally { calls, ..Tally::default() }.last_card_points(), points, "{calls} calls");
        }
    }

    #[test]
    fn nothing_recorded_is_no_figure_but_points_always_are() {
        let figures = Tally::default().figures(CardSet::EMPTY, 0);
        let zero = Some(0.0);
        assert_eq!(figures[..], [None, None, None, None, None, None, zero, zero, zero]);
    }

    #[test]
    fn an_illegal_move_without_punishment_records_a_punishment_of_zero() {
        let mut tally = Tally { illegal: 1, ..Tally::default() };
        tally.punish(0);
        let figures = tally.figures(CardSet::EMPTY, 0);
        assert_eq!(figures[2..5], [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn figures_stand_in_the_order_of_their_names() {
        let tally =
            Tally { passes: 1, cards_played: 2, illegal: 3, times_punished: 4, calls: 25, punishment: 5 };
        let figures = tally.figures(cards("AS 3D").into_iter().collect(), 1);
        assert_eq!(figures[..], [1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 8.0, 6.0, 2.0].map(Some));
        assert_eq!(FIGURES.len(), figures.len());
        assert_eq!(FIGURES[POINTS_TAKEN].name, "points taken");
    }
}
