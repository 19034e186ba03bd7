//! One deal: the hands, the tricks so far, and what it scores once all cards are played.
//!
//! It plays whatever card it is told; whether that card is legal was asked before (see [`super::rules`]).

use super::rules::{ALL_POINTS, TWO_OF_CLUBS, points};
use super::trick::{Trick, seat_at};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::seats::Seat;
use crate::seed::Seed;

/// The cards of a deck, all of which are dealt.
pub(super) const DECK: usize = 52;
/// The most that play.
pub(super) const MOST: usize = 4;
/// The most tricks a deal has: those of two players.
const MOST_TRICKS: usize = DECK / 2;

/// One number per seat; at a table of two the last two are zero.
pub(super) type BySeat = [u32; MOST];

/// A deal in play.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deal {
    /// 2 or 4.
    seats: u8,
    /// How many cards are played.
    count: u8,
    /// Who leads the trick in play.
    leader: Seat,
    /// Who led each finished trick.
    leaders: [Seat; MOST_TRICKS],
    /// All cards as dealt, seat by seat.
    dealt: [Card; DECK],
    /// The cards played, oldest first; the rest of the list means nothing.
    played: [Card; DECK],
    hands: [CardSet; MOST],
    /// What each seat took in the finished tricks.
    taken: [CardSet; MOST],
    /// All cards of the finished tricks.
    earlier: CardSet,
}

impl Deal {
    /// The deal that grows from a seed.
    pub(super) fn shuffled(seats: usize, seed: Seed) -> Self {
        let mut deck = Card::deck();
        Chance::new(seed).shuffle(&mut deck);
        Self::of(seats, deck)
    }

    /// The deal in which the first seat gets the first cards of a list of all 52, the next seat the next
    /// ones.
    pub(super) fn of(seats: usize, dealt: [Card; DECK]) -> Self {
        let mut hands = [CardSet::EMPTY; MOST];
        let mut leader = Seat(0);
        for (seat, cards) in Seat::all(seats).zip(dealt.chunks_exact(DECK / seats)) {
            let hand: CardSet = cards.iter().copied().collect();
            hands[seat.index()] = hand;
            if hand.contains(TWO_OF_CLUBS) {
                leader = seat;
            }
        }
        Self {
            seats: seats as u8,
            count: 0,
            leader,
            leaders: [Seat(0); MOST_TRICKS],
            dealt,
            played: [TWO_OF_CLUBS; DECK],
            hands,
            taken: [CardSet::EMPTY; MOST],
            earlier: CardSet::EMPTY,
        }
    }

    /// This deal as far as it is public, with other cards under it: all 52 seat by seat, and those still
    /// held.
    pub(super) fn with_hidden(&self, dealt: [Card; DECK], hands: [CardSet; MOST]) -> Self {
        Self { dealt, hands, ..self.clone() }
    }

    /// Plays a card for the seat to move.
    #[inline]
    pub(super) fn lay(&mut self, card: Card) {
        self.hands[self.to_move().index()].remove(card);
        self.played[usize::from(self.count)] = card;
        self.count += 1;
        if self.place() == 0 {
            self.gather();
        }
    }

    /// Gives a finished trick to who takes it.
    #[inline]
    fn gather(&mut self) {
        let size = usize::from(self.seats);
        let end = usize::from(self.count);
        let trick = Trick::new(self.leader, self.seats, &self.played[end - size..end]);
        let (set, taker) = (trick.set(), trick.taker());
        let taken = &mut self.taken[taker.index()];
        *taken = taken.or(set);
        self.earlier = self.earlier.or(set);
        self.leaders[self.finished() - 1] = self.leader;
        self.leader = taker;
    }

    /// How many cards lie in the trick in play.
    #[inline]
    fn place(&self) -> usize {
        usize::from(self.count & (self.seats - 1))
    }

    /// How many tricks are finished; a shift, since a division by 2 or 4 that is not known beforehand is
    /// slow.
    #[inline]
    fn finished(&self) -> usize {
        usize::from(self.count >> self.seats.trailing_zeros())
    }

    /// Whose card is next, while cards are left.
    #[inline]
    pub(super) fn to_move(&self) -> Seat {
        seat_at(self.leader, self.place(), self.seats)
    }

    /// Whether all cards are played.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        usize::from(self.count) == DECK
    }

    #[inline]
    pub(super) fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    #[inline]
    pub(super) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    #[inline]
    pub(super) fn taken(&self, seat: Seat) -> CardSet {
        self.taken[seat.index()]
    }

    #[inline]
    pub(super) fn earlier(&self) -> CardSet {
        self.earlier
    }

    /// All a seat was dealt, in that order.
    pub(super) fn dealt(&self, seat: Seat) -> &[Card] {
        let size = DECK / self.seats();
        &self.dealt[seat.index() * size..][..size]
    }

    /// All cards played, oldest first.
    #[inline]
    pub(super) fn played(&self) -> &[Card] {
        &self.played[..usize::from(self.count)]
    }

    /// The trick in play.
    #[inline]
    pub(super) fn trick(&self) -> Trick<'_> {
        let end = usize::from(self.count);
        Trick::new(self.leader, self.seats, &self.played[end - self.place()..end])
    }

    /// The suit led in the trick in play; `None` before the lead.
    #[inline]
    pub(super) fn led(&self) -> Option<Suit> {
        let place = self.place();
        if place == 0 { None } else { Some(self.played[usize::from(self.count) - place].suit()) }
    }

    /// The finished tricks, oldest first.
    pub(super) fn tricks(&self) -> impl DoubleEndedIterator<Item = Trick<'_>> + ExactSizeIterator {
        let tricks = self.played().chunks_exact(self.seats());
        tricks.zip(&self.leaders).map(|(cards, &leader)| Trick::new(leader, self.seats, cards))
    }

    /// Who has taken every point.
    pub(super) fn moon(&self) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| points(self.taken(seat)) == ALL_POINTS)
    }

    /// What the deal adds to each score: the points taken, or 26 to all but the one who took everything.
    pub(super) fn scores(&self) -> BySeat {
        let moon = self.moon();
        let mut scores = BySeat::default();
        for seat in Seat::all(self.seats()) {
            scores[seat.index()] = match moon {
                Some(shooter) if shooter == seat => 0,
                Some(_) => ALL_POINTS,
                None => points(self.taken(seat)),
            };
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hearts::testing::{cards, set};

    /// A deck that begins with these cards.
    fn stacked(text: &str) -> [Card; DECK] {
        let top = cards(text);
        let rest = CardSet::FULL.without(top.iter().copied().collect());
        let mut deck = top.into_iter().chain(rest);
        std::array::from_fn(|_| deck.next().unwrap())
    }

    #[test]
    fn four_get_13_cards_each_and_two_get_26() {
        let four = Deal::shuffled(4, Seed::plain(1));
        assert!(Seat::all(4).all(|seat| four.hand(seat).len() == 13));
        let two = Deal::shuffled(2, Seed::plain(1));
        assert!(Seat::all(2).all(|seat| two.hand(seat).len() == 26));
        assert_eq!(two.hand(Seat(0)).or(two.hand(Seat(1))), CardSet::FULL);
    }

    #[test]
    fn the_holder_of_the_two_of_clubs_leads() {
        for seed in 0..50 {
            for seats in [2, 4] {
                let deal = Deal::shuffled(seats, Seed::plain(seed));
                assert!(deal.hand(deal.to_move()).contains(TWO_OF_CLUBS));
            }
        }
    }

    #[test]
    fn the_taker_of_a_trick_leads_the_next_one() {
        let mut deal = Deal::shuffled(4, Seed::plain(1));
        let leader = deal.leader;
        for card in cards("C2 C9 D3 CK") {
            deal.lay(card);
        }
        assert_eq!(deal.to_move(), seat_at(leader, 3, 4));
        assert_eq!(deal.taken(deal.to_move()), set("C2 C9 D3 CK"));
        assert_eq!(deal.earlier(), set("C2 C9 D3 CK"));
        assert_eq!((deal.trick().cards(), deal.tricks().len()), (&[][..], 1));
    }

    #[test]
    fn tricks_remember_who_led_them() {
        let mut deal = Deal::of(2, stacked("C2"));
        for card in cards("C2 CA C3 C4 H5") {
            deal.lay(card);
        }
        let leaders: Vec<Seat> = deal.tricks().map(|trick| trick.leader()).collect();
        assert_eq!(leaders, [Seat(0), Seat(1)]);
        assert_eq!((deal.trick().leader(), deal.trick().cards()), (Seat(0), &cards("H5")[..]));
        assert_eq!(deal.to_move(), Seat(1));
    }

    impl Deal {
        /// This deal, had the seat taken these cards.
        pub(in crate::hearts) fn after_taking(mut self, seat: Seat, cards: CardSet) -> Self {
            self.taken[seat.index()] = cards;
            self
        }
    }

    fn after_taking(seats: usize, taken: &[&str]) -> Deal {
        let deal = Deal::shuffled(seats, Seed::plain(1));
        let takers = Seat::all(seats).zip(taken);
        takers.fold(deal, |deal, (seat, text)| deal.after_taking(seat, set(text)))
    }

    const ALL_HEARTS: &str = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK HA";

    #[test]
    fn points_go_to_who_took_them() {
        let deal = after_taking(4, &["SQ H2", "H3 H4 H5 DA", "", "H6 H7 H8 H9 H10 HJ HQ HK HA"]);
        assert_eq!((deal.scores(), deal.moon()), ([14, 3, 0, 9], None));
    }

    #[test]
    fn shooting_the_moon_gives_everyone_else_26() {
        let deal = after_taking(4, &["", "", &format!("SQ {ALL_HEARTS}")]);
        assert_eq!((deal.scores(), deal.moon()), ([26, 26, 0, 26], Some(Seat(2))));
    }

    #[test]
    fn two_players_can_shoot_the_moon_too() {
        let deal = after_taking(2, &[&format!("SQ {ALL_HEARTS}")]);
        assert_eq!(deal.scores(), [0, 26, 0, 0]);
    }

    #[test]
    fn all_hearts_without_the_queen_are_no_moon() {
        let deal = after_taking(2, &[ALL_HEARTS, "SQ"]);
        assert_eq!((deal.scores(), deal.moon()), ([13, 13, 0, 0], None));
    }
}
