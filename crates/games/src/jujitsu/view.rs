//! What a seat sees of Psychological Jujitsu: all but the bids of the turn and the order of the pile.
//!
//! A view is the same whether the other seat has bid or not: both bids are chosen from the same snapshot.

use super::past::cards_won;
use super::{Bid, Cards, Jujitsu, PastTurn};
use crate::chance::Chance;
use crate::game::View;
use crate::layout::Field;
use crate::seats::Seat;

/// A seat's view of a match.
#[derive(Debug, Clone, Copy)]
pub struct JujitsuView<'a> {
    game: &'a Jujitsu,
    seat: Seat,
}

impl<'a> JujitsuView<'a> {
    #[inline]
    pub(super) fn new(game: &'a Jujitsu, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// The other seat.
    #[inline]
    #[must_use]
    pub fn opponent(&self) -> Seat {
        Seat(1 - self.seat.0)
    }

    /// The rounds of the match, each as its highest card.
    #[inline]
    #[must_use]
    pub fn rounds(&self) -> &'a [u8] {
        self.game.rounds()
    }

    /// The number of the round, from 1.
    #[inline]
    #[must_use]
    pub fn round(&self) -> u8 {
        self.game.round + 1
    }

    /// The highest card of this round.
    #[inline]
    #[must_use]
    pub fn highest_card(&self) -> u8 {
        self.game.cards
    }

    /// Whether the match is over.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The points of a seat in the match so far.
    #[inline]
    #[must_use]
    pub fn points(&self, seat: Seat) -> u32 {
        self.game.points[seat.index()]
    }

    /// The bidding cards a seat has left, those of this turn included.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.game.hands[seat.index()]
    }

    /// The victory cards that are bid for, in the order drawn; at the end, those that nobody won.
    #[inline]
    #[must_use]
    pub fn lot(&self) -> &'a [u8] {
        self.game.lot()
    }

    /// The newest victory card; `None` once the match is over.
    #[inline]
    #[must_use]
    pub fn victory_card(&self) -> Option<u8> {
        self.game.pile().get(usize::from(self.game.turn)).copied()
    }

    /// The victory card of the next turn; `None` on the last turn of a round.
    #[inline]
    #[must_use]
    pub fn next_victory_card(&self) -> Option<u8> {
        self.undrawn().first().copied()
    }

    /// The victory cards to come this round, the next one included.
    #[must_use]
    pub fn draw_pile(&self) -> Cards {
        self.undrawn().iter().copied().collect()
    }

    /// The turns of this round in the order played; on its first turn, those of the round before.
    #[inline]
    #[must_use]
    pub fn previous_turns(&self) -> &'a [PastTurn] {
        self.game.past()
    }

    /// The victory cards a seat won by one of the [`previous_turns`](Self::previous_turns), in the order
    /// drawn.
    ///
    /// # Panics
    /// If there is no such turn.
    pub fn cards_won(&self, turn: usize, seat: Seat) -> impl Iterator<Item = u8> + use<'a> {
        cards_won(self.game.past(), turn, seat)
    }

    /// The rest of the pile in its order, of which only the first card is shown.
    #[inline]
    fn undrawn(&self) -> &'a [u8] {
        let next = usize::from(self.game.turn) + 1;
        self.game.pile().get(next..).unwrap_or_default()
    }

    /// The open part as it is, nobody's bid, and new luck for the pile, the rounds to come and random bids.
    pub(super) fn imagine(&self, chance: &mut Chance) -> Jujitsu {
        let mut game = self.game.clone();
        game.seed = chance.seed();
        game.face_down = None;
        // Turns that are shown no more would only tell two equal views apart.
        game.past[self.previous_turns().len()..].fill(PastTurn::default());
        let (hidden, cards) = (usize::from(game.turn) + 2, usize::from(game.cards));
        if let Some(hidden) = game.pile.get_mut(hidden..cards) {
            // Sorted first, so that nothing is left of the true order.
            hidden.sort_unstable();
            chance.shuffle(hidden);
        }
        game
    }
}

impl View for JujitsuView<'_> {
    type Move = Bid;
    type Shown = super::ShownMatch;

    const FIELDS: &'static [Field] = super::bytes::FIELDS;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self, moves: &mut Vec<Bid>) {
        moves.clear();
        moves.extend(self.hand(self.seat).map(|card| Bid(card.into())));
    }

    fn compact(&self, out: &mut Vec<u8>) {
        super::compact::write(self, out);
    }

    #[inline]
    fn lay(&self, room: &mut [u8]) -> usize {
        super::bytes::lay(self, room)
    }

    #[inline]
    fn any(&self, chance: &mut Chance) -> Bid {
        // As many cards are held as turns are left: counting them would take longer than the rest.
        let held = self.game.turns_left();
        if held == 0 {
            Bid(0)
        } else {
            Bid(self.hand(self.seat).nth_lowest(chance.below(usize::from(held))).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::jujitsu::tests::{bid, dealt, play_out, stacked};
    use crate::seed::Seed;

    const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

    fn json(game: &Jujitsu, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    #[test]
    fn no_view_tells_that_anyone_has_bid() {
        for seed in 0..20 {
            let mut shown = Vec::new();
            play_out(&mut dealt(&[4, 6], seed), seed, |game| {
                if game.face_down.is_some() {
                    assert_eq!(shown, SEATS.map(|seat| json(game, seat)), "seed {seed}");
                }
                shown = SEATS.map(|seat| json(game, seat)).to_vec();
            });
        }
    }

    #[test]
    fn what_is_imagined_looks_the_same_to_its_seat_and_can_be_played_to_the_end() {
        for seed in 0..20 {
            let mut chance = Chance::new(Seed::plain(seed));
            play_out(&mut dealt(&[4, 7, 3], seed), seed, |game| {
                for seat in SEATS {
                    let mut imagined = Jujitsu::imagine(game.view(seat), &mut chance);
                    assert_eq!(json(&imagined, seat), json(game, seat), "seed {seed}");
                    assert!(!game.turn().awaits(seat) || imagined.turn().awaits(seat));
                    play_out(&mut imagined, seed, |_| ());
                    assert!(imagined.is_over());
                }
            });
        }
    }

    #[test]
    fn what_is_imagined_depends_on_nothing_hidden() {
        let mut game = stacked(&[6, 5], &[3, 6, 1, 5, 4, 2]);
        bid(&mut game, &[[1, 2]]);
        let mut other = stacked(&[6, 5], &[3, 6, 1, 2, 5, 4]);
        bid(&mut other, &[[1, 2]]);
        other.seed = Seed::plain(77);
        other.refuse(Seat(1), None);
        assert_eq!(json(&game, Seat(0)), json(&other, Seat(0)));
        let imagined = [&game, &other]
            .map(|game| Jujitsu::imagine(game.view(Seat(0)), &mut Chance::new(Seed::plain(4))));
        assert_eq!(imagined[0], imagined[1]);
        assert!(imagined[0].random_bids == [0, 0] && imagined[0].face_down.is_none());
    }

    #[test]
    fn what_is_imagined_keeps_nothing_of_rounds_that_are_shown_no_more() {
        let first_rounds =
            [[[1, 2], [2, 1], [3, 3], [4, 4], [5, 5]], [[3, 4], [4, 3], [1, 1], [2, 2], [5, 5]]];
        let [one, two] = first_rounds.map(|turns| {
            let mut game = stacked(&[5, 4], &[1, 2, 3, 4, 5]);
            bid(&mut game, &turns);
            bid(&mut game, &[[1, 2]]);
            game
        });
        assert_eq!(json(&one, Seat(0)), json(&two, Seat(0)));
        let imagined =
            [one, two].map(|game| Jujitsu::imagine(game.view(Seat(0)), &mut Chance::new(Seed::plain(4))));
        assert_eq!(imagined[0], imagined[1]);
    }

    #[test]
    fn every_order_of_the_hidden_cards_is_imagined_equally_often() {
        let mut game = stacked(&[5, 3], &[3, 5, 1, 4, 2]);
        bid(&mut game, &[[1, 2]]);
        let mut chance = Chance::new(Seed::plain(9));
        let (mut seen, mut next_rounds) = (std::collections::BTreeMap::new(), [0_u32; 4]);
        for _ in 0..6000 {
            let mut imagined = Jujitsu::imagine(game.view(Seat(1)), &mut chance);
            assert_eq!(imagined.pile()[..3], [3, 5, 1]);
            *seen.entry(imagined.pile()[3..].to_vec()).or_insert(0_u32) += 1;
            bid(&mut imagined, &[[2, 1], [3, 3], [4, 4], [5, 5]]);
            next_rounds[usize::from(imagined.pile()[0])] += 1;
        }
        // 3,000 and 2,000 expected; five standard deviations are 194 and 183.
        assert!(seen.len() == 2 && seen.values().all(|&n| n.abs_diff(3000) < 194), "{seen:?}");
        assert!(next_rounds[1..].iter().all(|&n| n.abs_diff(2000) < 183), "{next_rounds:?}");
    }

    #[test]
    fn the_legal_bids_are_the_hand_and_any_is_each_of_them_equally_often() {
        let mut game = dealt(&[5], 1);
        bid(&mut game, &[[3, 1], [2, 2]]);
        game.play(Seat(1), Bid(5)).unwrap();
        let mut legal = vec![Bid(9)];
        game.legal(Seat(0), &mut legal);
        assert_eq!(legal, [1, 4, 5].map(Bid));
        let mut seen = [0_u32; 6];
        let mut chance = Chance::new(Seed::plain(2));
        for _ in 0..6000 {
            seen[game.any(Seat(0), &mut chance).0 as usize] += 1;
        }
        // 2,000 expected; five standard deviations are 183.
        assert!([1, 4, 5].iter().all(|&card: &usize| seen[card].abs_diff(2000) < 183), "{seen:?}");
        assert_eq!(seen.iter().sum::<u32>(), seen[1] + seen[4] + seen[5]);
    }

    #[test]
    fn a_finished_match_has_no_legal_bid_and_may_still_be_asked() {
        let mut game = dealt(&[3], 1);
        play_out(&mut game, 1, |_| ());
        let mut legal = vec![Bid(1)];
        game.legal(Seat(1), &mut legal);
        assert!(legal.is_empty());
        let bid = game.any(Seat(1), &mut Chance::new(Seed::plain(1)));
        assert!(game.play(Seat(1), bid).is_err());
        assert_eq!((game.view(Seat(0)).victory_card(), game.view(Seat(0)).next_victory_card()), (None, None));
    }
}
