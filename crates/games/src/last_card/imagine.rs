//! Positions that fit what a seat sees, for players that think ahead.
//!
//! It reads the view and never the position behind it.

use super::dealer::Dealer;
use super::view::LastCardView;
use super::{LastCard, SEATS};
use crate::cards::CardSet;
use crate::chance::Chance;
use crate::game::View;
use crate::seats::Seat;

impl LastCardView<'_> {
    /// The open part as it is, and the unseen cards dealt anew to the other hands and the deck.
    pub(super) fn imagine(&self, chance: &mut Chance) -> LastCard {
        let mut game = self.open_part();
        let unseen = CardSet::FULL.without(self.hand()).without(self.played().iter().copied().collect());
        unseen.for_each(|card| game.deck.put(card));
        for seat in Seat::all(SEATS).filter(|&seat| seat != self.seat()) {
            for _ in 0..self.hand_size(seat) {
                let card = game.deck.draw(chance).expect("as many cards are unseen as are hidden");
                game.give(seat, card);
            }
        }
        self.hand_in_order().into_iter().for_each(|card| game.give(self.seat(), card));
        game.dealer = Dealer::new(chance.seed());
        game
    }

    /// The position with what everyone sees, and no card in any hand or in the deck.
    fn open_part(&self) -> LastCard {
        let mut game = LastCard::before_the_deal(self.played()[0], self.turn_limit());
        self.played()[1..].iter().for_each(|&card| game.played.put(card));
        game.suit = self.suit();
        game.punishment = self.punishment();
        game.to_move = self.to_move();
        game.direction = self.direction();
        game.turns = self.turns();
        game.end = self.end();
        for seat in Seat::all(SEATS) {
            game.called[seat.index()] = self.called(seat);
            game.tallies[seat.index()] = self.tally(seat);
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::game::Game;
    use crate::seed::Seed;

    fn json(game: &LastCard, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    /// Plays a random game, one refusal in ten turns, and looks at each position on the way and at the end.
    fn through_a_game(seed: u64, mut look: impl FnMut(&LastCard, &mut Chance)) {
        let mut chance = Chance::new(Seed::plain(seed).child(9));
        let mut game = LastCard::deal(4, &Default::default(), Seed::plain(seed)).unwrap();
        while let Some(seat) = game.turn().next() {
            look(&game, &mut chance);
            if chance.one_in(10) {
                game.refuse(seat, None);
            } else {
                game.play(seat, game.any(seat, &mut chance)).unwrap();
            }
        }
        look(&game, &mut chance);
    }

    #[test]
    fn an_imagined_position_looks_the_same_to_whoever_imagines_it() {
        for seed in 0..40 {
            through_a_game(seed, |game, chance| {
                for seat in Seat::all(SEATS) {
                    let imagined = LastCard::imagine(game.view(seat), chance);
                    assert_eq!(json(&imagined, seat), json(game, seat), "seed {seed}");
                    assert_eq!(imagined.turn(), game.turn());
                    assert_eq!(imagined.figures(seat), game.figures(seat));
                }
            });
        }
    }

    #[test]
    fn an_imagined_position_has_every_card_once_and_can_be_played_to_the_end() {
        for seed in 0..10 {
            through_a_game(seed, |game, chance| {
                let mut imagined = LastCard::imagine(game.view(Seat(2)), chance);
                let lying = imagined.deck.cards().iter().chain(imagined.played.cards()).copied();
                let mut all: Vec<Card> = lying.chain(imagined.hands.into_iter().flatten()).collect();
                all.sort();
                assert_eq!(all, Card::deck(), "seed {seed}");
                while let Some(seat) = imagined.turn().next() {
                    imagined.play(seat, imagined.any(seat, chance)).unwrap();
                }
            });
        }
    }

    #[test]
    fn an_imagined_position_draws_the_hidden_cards_anew() {
        let game = LastCard::deal(4, &Default::default(), Seed::plain(5)).unwrap();
        let mut chance = Chance::new(Seed::plain(6));
        let mut seen = [CardSet::EMPTY; SEATS];
        for _ in 0..100 {
            let imagined = LastCard::imagine(game.view(Seat(1)), &mut chance);
            for seat in Seat::all(SEATS) {
                seen[seat.index()] = seen[seat.index()].or(imagined.hands[seat.index()]);
            }
            assert_ne!(imagined.dealer, game.dealer);
        }
        // In a hundred deals every unseen card turns up in every other hand.
        assert_eq!(seen.map(CardSet::len), [44, 7, 44, 44]);
    }
}
