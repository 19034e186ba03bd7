//! A deal as searches play it: bits and small numbers, with no history, copied for each move.
//!
//! It plays whatever legal card it is told and keeps the points of this deal; scores of a game are not its
//! business.

use croupier_games::hearts::HeartsView;
use croupier_games::{Seat, View};

use super::card_bits::{Cards, HEARTS, QUEEN, TWO_OF_CLUBS, bits_of, distinct, or_all, suit_of};

/// The points of a whole deal.
pub(super) const ALL_POINTS: u8 = 26;

/// A deal in play at a table of `N`, all hands known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchPosition<const N: usize> {
    pub(super) hands: [Cards; N],
    /// The points taken so far.
    pub(super) points: [u8; N],
    /// The points that nobody has taken yet, those of the trick in play among them.
    pub(super) rest: u8,
    pub(super) to_move: u8,
    /// How many cards lie in the trick.
    pub(super) place: u8,
    /// Who takes the trick as it stands.
    pub(super) taker: u8,
    /// What the trick costs as it stands.
    pub(super) cost: u8,
    /// Whether this is the first trick.
    pub(super) first: bool,
    /// Whether a heart was played in an earlier trick.
    pub(super) broken: bool,
    /// Whether one lies in this trick.
    pub(super) breaks: bool,
    /// The suit led; empty before the lead.
    pub(super) led: Cards,
    /// The card that takes the trick as it stands.
    pub(super) best: Cards,
    /// The cards of the trick.
    pub(super) trick: Cards,
    /// The queen of spades until she is taken, else empty.
    pub(super) queen: Cards,
}

impl<const N: usize> SearchPosition<N> {
    /// The deal of a view, with these cards in the hands.
    pub(super) fn seen(view: HeartsView<'_>, hands: [Cards; N]) -> Self {
        let trick = view.trick();
        let seat = |seat: Seat| seat.index() % N;
        let points: [u8; N] = std::array::from_fn(|seat| view.points(Seat(seat as u8)) as u8);
        let earlier = bits_of(view.earlier());
        let on_table = bits_of(trick.set());
        Self {
            hands,
            points,
            rest: ALL_POINTS - points.iter().sum::<u8>(),
            to_move: view.to_move().map_or(0, |mover| seat(mover) as u8),
            place: trick.cards().len() as u8,
            taker: seat(trick.taker()) as u8,
            cost: trick.points() as u8,
            first: earlier == 0,
            broken: earlier & HEARTS != 0,
            breaks: on_table & HEARTS != 0,
            led: trick.cards().first().map_or(0, |&lead| suit_of(bits_of(only(lead)))),
            best: trick.best().map_or(0, |best| bits_of(only(best))),
            trick: on_table,
            queen: QUEEN & !earlier,
        }
    }

    /// A deal between tricks, behind the first, with the first seat to lead.
    pub(super) fn between(hands: [Cards; N], points: [u8; N], queen: Cards, broken: bool) -> Self {
        Self {
            hands,
            points,
            rest: ALL_POINTS - points.iter().sum::<u8>(),
            to_move: 0,
            place: 0,
            taker: 0,
            cost: 0,
            first: false,
            broken,
            breaks: false,
            led: 0,
            best: 0,
            trick: 0,
            queen,
        }
    }

    /// Whose card is next.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        usize::from(self.to_move) % N
    }

    /// The hand of the seat to move.
    #[inline]
    pub(super) fn hand(&self) -> Cards {
        self.hands[self.mover()]
    }

    /// Whether all that counts is over: no points are left, or no cards.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.rest == 0 || (self.place == 0 && self.hand() == 0)
    }

    /// The cards that may be played now.
    #[inline]
    pub(super) fn legal(&self) -> Cards {
        let hand = self.hand();
        if self.place > 0 {
            let following = hand & self.led;
            if following != 0 {
                return following;
            }
            return if self.first { or_all(hand & !HEARTS & !self.queen, hand) } else { hand };
        }
        if self.first {
            return hand & TWO_OF_CLUBS;
        }
        if self.broken { hand } else { or_all(hand & !HEARTS, hand) }
    }

    /// Of these cards of the seat to move those that differ.
    #[inline]
    pub(super) fn distinct(&self, cards: Cards) -> Cards {
        let hand = self.hand();
        let held = self.hands.iter().fold(0, |all, hand| all | hand);
        distinct(cards, (held & !hand) | self.trick, self.queen)
    }

    /// Plays a card of the seat to move.
    #[inline]
    pub(super) fn play(&mut self, card: Cards) {
        let mover = self.mover();
        debug_assert!(self.hands[mover] & card != 0);
        self.hands[mover] ^= card;
        if self.place == 0 {
            self.led = suit_of(card);
            self.best = card;
            self.taker = mover as u8;
        } else if card & self.led != 0 && card > self.best {
            self.best = card;
            self.taker = mover as u8;
        }
        self.trick |= card;
        let heart = card & HEARTS != 0;
        self.breaks |= heart;
        self.cost += u8::from(heart) + if card == self.queen { 13 } else { 0 };
        self.place += 1;
        if usize::from(self.place) == N {
            self.gather();
        } else {
            self.to_move = (mover + 1) as u8 % N as u8;
        }
    }

    #[inline]
    fn gather(&mut self) {
        self.points[usize::from(self.taker) % N] += self.cost;
        self.rest -= self.cost;
        self.broken |= self.breaks;
        self.breaks = false;
        self.queen &= !self.trick;
        self.first = false;
        self.to_move = self.taker;
        (self.place, self.cost, self.led, self.best, self.trick) = (0, 0, 0, 0, 0);
    }

    /// What the deal adds to each score, once it is over.
    #[inline]
    pub(super) fn added(&self) -> [u8; N] {
        if self.points.contains(&ALL_POINTS) {
            return self.points.map(|own| ALL_POINTS - own);
        }
        self.points
    }
}

fn only(card: croupier_games::cards::Card) -> croupier_games::cards::CardSet {
    croupier_games::cards::CardSet::only(card)
}

/// The hands that a view at a table of two shows: what the seat does not hold, the other does.
pub(super) fn both_hands(view: HeartsView<'_>) -> [Cards; 2] {
    let mut hands = [bits_of(view.unseen()); 2];
    hands[view.seat().index() % 2] = bits_of(view.hand());
    hands
}

#[cfg(test)]
mod tests {
    use super::super::card_bits::card;
    use super::*;
    use croupier_games::hearts::{Hearts, HeartsCard};
    use croupier_games::{Chance, Game, Seed};

    fn hands<const N: usize>(game: &Hearts) -> [Cards; N] {
        std::array::from_fn(|seat| bits_of(game.view(Seat(seat as u8)).hand()))
    }

    /// Plays random games beside the rules, for every card of some deals.
    fn keeps_step<const N: usize>() {
        let mut chance = Chance::new(Seed::plain(3));
        for number in 0..60 {
            let mut game = Hearts::deal(N, &Default::default(), Seed::plain(number)).unwrap();
            let mut position = SearchPosition::<N>::seen(game.view(Seat(0)), hands(&game));
            for _ in 0..52 {
                let mover = game.turn().next().unwrap();
                let view = game.view(mover);
                assert_eq!(position, SearchPosition::seen(view, hands(&game)));
                assert_eq!(position.legal(), bits_of(view.legal_cards()));
                let HeartsCard(choice) = view.any(&mut chance);
                game.play(mover, HeartsCard(choice)).unwrap();
                position.play(bits_of(only(choice)));
                assert_eq!(card(bits_of(only(choice))), choice);
            }
            let added: [u32; N] =
                std::array::from_fn(|seat| game.view(Seat(seat as u8)).score(Seat(seat as u8)));
            assert_eq!(position.added().map(u32::from), added);
        }
    }

    #[test]
    fn the_lean_deal_and_the_rules_agree_card_by_card() {
        keeps_step::<2>();
        keeps_step::<4>();
    }
}
