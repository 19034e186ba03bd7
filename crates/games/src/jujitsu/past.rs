//! Turns that were played, and who won which cards by them.

use super::SEATS;
use crate::seats::{Seat, Seats};

/// A turn after both bids were shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PastTurn {
    pub(super) drawn: u8,
    pub(super) bids: [u8; SEATS],
    pub(super) random: Seats,
}

impl PastTurn {
    /// The victory card that was drawn into the lot.
    #[inline]
    #[must_use]
    pub fn drawn(self) -> u8 {
        self.drawn
    }

    /// The card that was played for a seat, by itself or at random.
    #[inline]
    #[must_use]
    pub fn bid(self, seat: Seat) -> u8 {
        self.bids[seat.index()]
    }

    /// Whether the seat gave no legal bid, so that its card was drawn at random.
    #[inline]
    #[must_use]
    pub fn was_random(self, seat: Seat) -> bool {
        self.random.contains(seat)
    }

    /// Who won the lot; `None` on a tie.
    #[inline]
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        let [first, second] = self.bids;
        if first == second { None } else { Some(Seat(u8::from(second > first))) }
    }
}

/// The cards a seat won by one turn of a round, in the order drawn. `turns` are that round's, from its first
/// on.
pub(super) fn cards_won(turns: &[PastTurn], at: usize, seat: Seat) -> impl Iterator<Item = u8> {
    let lot = if turns[at].winner() == Some(seat) { lot_of(turns, at) } else { &[] };
    lot.iter().map(|turn| turn.drawn)
}

/// The turns whose victory cards were at stake in one of them: the ties before it, and itself.
fn lot_of(turns: &[PastTurn], at: usize) -> &[PastTurn] {
    &turns[lot_begins(&turns[..at])..=at]
}

/// The turn whose victory card is the oldest in the lot, after these turns of a round: the first since it was
/// won.
pub(super) fn lot_begins(turns: &[PastTurn]) -> usize {
    turns.iter().rposition(|turn| turn.winner().is_some()).map_or(0, |won| won + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Vec<u8> = Vec::new();

    fn turn(drawn: u8, bids: [u8; 2]) -> PastTurn {
        PastTurn { drawn, bids, random: Seats::NONE }
    }

    fn won(turns: &[PastTurn], at: usize) -> [Vec<u8>; 2] {
        [0, 1].map(|seat| cards_won(turns, at, Seat(seat)).collect())
    }

    #[test]
    fn the_higher_bid_wins_and_equal_bids_win_nothing() {
        let winners = [[3, 2], [2, 3], [3, 3]].map(|bids| turn(1, bids).winner());
        assert_eq!(winners, [Some(Seat(0)), Some(Seat(1)), None]);
    }

    #[test]
    fn whoever_wins_after_ties_wins_all_their_cards_in_the_order_drawn() {
        let turns = [turn(5, [2, 1]), turn(4, [3, 3]), turn(1, [5, 5]), turn(3, [1, 2]), turn(2, [4, 4])];
        assert_eq!(won(&turns, 0), [vec![5], NONE]);
        assert_eq!(won(&turns, 1), [NONE, NONE]);
        assert_eq!(won(&turns, 2), [NONE, NONE]);
        assert_eq!(won(&turns, 3), [NONE, vec![4, 1, 3]]);
        assert_eq!(won(&turns, 4), [NONE, NONE]);
    }
}
