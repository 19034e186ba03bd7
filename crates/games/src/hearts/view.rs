//! What a seat sees of Hearts: its own hand, every card played in this deal, and the scores.

use super::card::HeartsCard;
use super::rules::{is_broken, left_possible, legal_cards, points};
use super::trick::Trick;
use super::{End, Hearts};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::game::{Game, View};
use crate::layout::Field;
use crate::seats::Seat;

/// A seat's view of the table.
#[derive(Debug, Clone, Copy)]
pub struct HeartsView<'a> {
    pub(super) game: &'a Hearts,
    pub(super) seat: Seat,
}

impl<'a> HeartsView<'a> {
    #[inline]
    pub(super) fn new(game: &'a Hearts, seat: Seat) -> Self {
        Self { game, seat }
    }

    /// How many sit at the table.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// Whose card is next; `None` once the game is over.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        self.game.turn().next()
    }

    /// The number of this deal, from 1.
    #[inline]
    #[must_use]
    pub fn deal(&self) -> u32 {
        self.game.number
    }

    /// The own hand.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> CardSet {
        self.game.deal.hand(self.seat)
    }

    /// The own hand in the order it was dealt.
    pub fn hand_as_dealt(&self) -> impl Iterator<Item = Card> + use<'a> {
        let hand = self.hand();
        self.dealt().iter().copied().filter(move |&card| hand.contains(card))
    }

    /// All this seat was dealt, played or not, in that order.
    pub(super) fn dealt(&self) -> &'a [Card] {
        self.game.deal.dealt(self.seat)
    }

    /// The trick in play.
    #[inline]
    #[must_use]
    pub fn trick(&self) -> Trick<'a> {
        self.game.deal.trick()
    }

    /// The suit led in the trick in play; `None` before the lead.
    #[inline]
    #[must_use]
    pub fn led(&self) -> Option<Suit> {
        self.game.deal.led()
    }

    /// The finished tricks of this deal, oldest first.
    pub fn tricks(&self) -> impl DoubleEndedIterator<Item = Trick<'a>> + ExactSizeIterator + use<'a> {
        self.game.deal.tricks()
    }

    /// The last finished trick of this deal.
    #[must_use]
    pub fn previous(&self) -> Option<Trick<'a>> {
        self.tricks().next_back()
    }

    /// All cards of the finished tricks of this deal.
    #[inline]
    #[must_use]
    pub fn earlier(&self) -> CardSet {
        self.game.deal.earlier()
    }

    /// The cards that the others hold between them.
    #[inline]
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        CardSet::FULL.without(self.earlier()).without(self.trick().set()).without(self.hand())
    }

    /// Whether a heart was played in an earlier trick of this deal.
    #[inline]
    #[must_use]
    pub fn hearts_broken(&self) -> bool {
        is_broken(self.earlier())
    }

    /// The cards a seat took in the finished tricks of this deal.
    #[inline]
    #[must_use]
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.game.deal.taken(seat)
    }

    /// The points a seat took in the finished tricks of this deal.
    #[inline]
    #[must_use]
    pub fn points(&self, seat: Seat) -> u32 {
        points(self.taken(seat))
    }

    /// The score of a seat after the finished deals.
    #[inline]
    #[must_use]
    pub fn score(&self, seat: Seat) -> u32 {
        self.game.score(seat)
    }

    /// The score that ends the game once somebody has it.
    #[inline]
    #[must_use]
    pub fn target(&self) -> u32 {
        self.game.target
    }

    /// Who lost the game by an illegal or missing card.
    #[must_use]
    pub fn forfeited(&self) -> Option<Seat> {
        match self.game.end {
            Some(End::Forfeit(seat)) => Some(seat),
            Some(End::Played) | None => None,
        }
    }

    /// The cards this seat may play, should it owe one.
    #[inline]
    #[must_use]
    pub fn legal_cards(&self) -> CardSet {
        legal_cards(self.hand(), self.led(), self.earlier())
    }

    /// How many cards a seat holds.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> usize {
        let in_trick = self.trick().plays().any(|(who, _)| who == seat);
        self.dealt().len() - self.tricks().len() - usize::from(in_trick)
    }

    /// The cards another seat can hold, after all it has shown by what it played in this deal.
    #[must_use]
    pub fn may_hold(&self, seat: Seat) -> CardSet {
        let mut may = self.unseen();
        let mut earlier = CardSet::EMPTY;
        if self.earlier().is_empty() && self.trick().cards().is_empty() && seat != self.trick().leader() {
            // Who is about to lead holds the two of clubs.
            may.remove(super::TWO_OF_CLUBS);
        }
        for trick in self.tricks().chain([self.trick()]) {
            if let Some((_, card)) = trick.plays().find(|&(who, _)| who == seat) {
                let led = if seat == trick.leader() { None } else { trick.suit() };
                may = may.and(left_possible(card, led, earlier));
            }
            earlier = earlier.or(trick.set());
        }
        may
    }
}

impl View for HeartsView<'_> {
    type Move = HeartsCard;
    type Shown = super::ShownHand;

    const FIELDS: &'static [Field] = super::bytes::FIELDS;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self, moves: &mut Vec<HeartsCard>) {
        moves.clear();
        moves.extend(self.legal_cards().map(HeartsCard));
    }

    fn compact(&self, out: &mut Vec<u8>) {
        super::compact::write(self, out);
    }

    #[inline]
    fn lay(&self, room: &mut [u8]) -> usize {
        super::bytes::lay(self, room)
    }

    #[inline]
    fn any(&self, chance: &mut Chance) -> HeartsCard {
        let card = self.legal_cards().pick(chance);
        HeartsCard(card.expect("a seat that owes a card can always play one"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hearts::testing::{after, cards, set};
    use crate::hearts::{HeartsOptions, TWO_OF_CLUBS};
    use crate::seed::Seed;

    #[test]
    fn the_hand_is_listed_as_it_was_dealt() {
        let game = Hearts::deal(4, &HeartsOptions::default(), Seed::plain(5)).unwrap();
        let view = game.view(Seat(2));
        let hand: Vec<Card> = view.hand_as_dealt().collect();
        assert_eq!(hand, view.dealt());
        assert!(!hand.is_sorted(), "a shuffled hand");
        assert_eq!(hand.into_iter().collect::<CardSet>(), view.hand());
    }

    #[test]
    fn the_previous_trick_is_forgotten_with_its_deal() {
        assert!(after(4, Seed::plain(1), 3).view(Seat(0)).previous().is_none());
        assert_eq!(after(4, Seed::plain(1), 4).view(Seat(0)).previous().unwrap().cards()[0], TWO_OF_CLUBS);
        let next = after(4, Seed::plain(1), 52);
        assert!(next.view(Seat(0)).previous().is_none());
        assert_eq!((next.view(Seat(0)).deal(), next.view(Seat(0)).hand().len()), (2, 13));
    }

    #[test]
    fn hand_sizes_count_the_card_in_the_trick() {
        let game = after(4, Seed::plain(1), 6);
        let leader = game.deal.trick().leader();
        let sizes: Vec<usize> =
            (0..4).map(|n| Seat((leader.0 + n) % 4)).map(|s| game.view(Seat(0)).hand_size(s)).collect();
        assert_eq!(sizes, [11, 11, 12, 12]);
    }

    #[test]
    fn who_does_not_follow_holds_no_card_of_the_suit() {
        let mut game = Hearts::deal(2, &HeartsOptions::default(), Seed::plain(1)).unwrap();
        let leader = game.deal.to_move();
        let other = Seat(1 - leader.0);
        cards("C2 D3").into_iter().for_each(|card| game.deal.lay(card));
        assert!(game.view(leader).may_hold(other).and(CardSet::of_suit(Suit::Clubs)).is_empty());
        assert!(!game.view(leader).may_hold(other).is_empty());
    }

    #[test]
    fn who_is_about_to_lead_holds_the_two_of_clubs() {
        let game = Hearts::deal(4, &HeartsOptions::default(), Seed::plain(1)).unwrap();
        let leader = game.deal.to_move();
        for seat in Seat::all(4).filter(|&seat| seat != leader) {
            let view = game.view(seat);
            for other in Seat::all(4).filter(|&other| other != seat) {
                assert_eq!(view.may_hold(other).contains(TWO_OF_CLUBS), other == leader);
            }
        }
    }

    #[test]
    fn any_draws_every_legal_card_and_no_other() {
        let game = after(4, Seed::plain(11), 30);
        let view = game.view(game.turn().next().unwrap());
        let mut listed = Vec::new();
        view.legal(&mut listed);
        let mut chance = Chance::new(Seed::plain(1));
        let drawn: CardSet = (0..500).map(|_| view.any(&mut chance).0).collect();
        assert_eq!(drawn, listed.iter().map(|card| card.0).collect());
        assert_eq!(drawn.len(), listed.len());
        assert!(!drawn.is_empty() && drawn != set("C2"));
    }
}
