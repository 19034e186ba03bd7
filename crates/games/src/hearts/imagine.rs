//! Positions that fit a view: the hidden cards dealt anew, so that every past card was legal.
//!
//! What a seat may hold follows from what it played (see [`HeartsView::may_hold`]); [`Hidden`] deals by that.

use super::Hearts;
use super::deal::{DECK, MOST};
use super::hidden::{Hidden, OTHERS};
use super::view::HeartsView;
use crate::cards::CardSet;
use crate::chance::Chance;
use crate::game::View;
use crate::seats::Seat;

impl HeartsView<'_> {
    /// The public part as it is, the hidden cards dealt anew, and other cards in the deals to come.
    pub(super) fn imagine(&self, chance: &mut Chance) -> Hearts {
        let hands = self.imagine_hands(chance);
        let mut deck = [super::TWO_OF_CLUBS; DECK];
        for (seat, place) in Seat::all(self.seats()).zip(deck.chunks_exact_mut(DECK / self.seats())) {
            if seat == self.seat() {
                place.copy_from_slice(self.dealt());
            } else {
                let cards = hands[seat.index()].or(self.played_by(seat));
                place.iter_mut().zip(cards).for_each(|(place, card)| *place = card);
                chance.shuffle(place);
            }
        }
        let deal = self.game.deal.with_hidden(deck, hands);
        Hearts { seed: chance.seed(), deal, ..self.game.clone() }
    }

    fn imagine_hands(&self, chance: &mut Chance) -> [CardSet; MOST] {
        let mut hands = [CardSet::EMPTY; MOST];
        hands[self.seat().index()] = self.hand();
        let others = || Seat::all(self.seats()).filter(|&seat| seat != self.seat());
        let mut hidden = Hidden { cards: self.unseen(), may: [CardSet::EMPTY; OTHERS], room: [0; OTHERS] };
        for (other, seat) in others().enumerate() {
            hidden.may[other] = self.may_hold(seat);
            hidden.room[other] = self.hand_size(seat);
        }
        for (seat, hand) in others().zip(hidden.deal(chance)) {
            hands[seat.index()] = hand;
        }
        hands
    }

    /// The cards a seat has played in this deal.
    fn played_by(&self, seat: Seat) -> CardSet {
        let plays = self.tricks().chain([self.trick()]).flat_map(|trick| trick.plays());
        plays.filter(|&(who, _)| who == seat).map(|(_, card)| card).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;
    use crate::game::Game;
    use crate::hearts::testing::{after, cards, set};
    use crate::hearts::{HEARTS, HeartsCard, HeartsOptions};
    use crate::seed::Seed;

    fn json(game: &Hearts, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    /// Plays the cards of the deal so far again, from the hands as dealt, with all checks.
    fn replay(game: &Hearts) -> Hearts {
        let seats = game.seats();
        let dealt: Vec<_> = Seat::all(seats).flat_map(|seat| game.deal.dealt(seat).to_vec()).collect();
        let scores = vec![0; seats];
        let options = HeartsOptions::default();
        let mut again =
            Hearts::with_cards(&options, &scores, dealt.try_into().unwrap(), Seed::plain(0)).unwrap();
        for &card in game.deal.played() {
            again.play(again.turn().next().unwrap(), HeartsCard(card)).expect("a legal past");
        }
        again
    }

    fn play_to_the_end(mut game: Hearts, chance: &mut Chance) {
        while let Some(seat) = game.turn().next() {
            let card = game.any(seat, chance);
            game.play(seat, card).unwrap();
        }
    }

    #[test]
    fn an_imagined_position_has_the_same_view_and_a_legal_past() {
        let mut chance = Chance::new(Seed::plain(1));
        for seed in 0..40 {
            for seats in [2, 4] {
                for count in 0..52 {
                    let game = after(seats, Seed::plain(seed), count);
                    for seat in Seat::all(seats) {
                        let other = Hearts::imagine(game.view(seat), &mut chance);
                        assert_eq!(json(&other, seat), json(&game, seat), "seed {seed}, card {count}");
                        assert_eq!(replay(&other).deal, other.deal, "seed {seed}, card {count}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_imagined_position_can_be_played_to_the_end() {
        let mut chance = Chance::new(Seed::plain(2));
        for seed in 0..20 {
            let game = after(4, Seed::plain(seed), 26 + seed as usize * 9);
            for seat in Seat::all(4) {
                play_to_the_end(Hearts::imagine(game.view(seat), &mut chance), &mut chance);
            }
        }
    }

    #[test]
    fn a_finished_or_forfeited_game_can_be_imagined() {
        let mut chance = Chance::new(Seed::plain(3));
        let mut forfeited = after(4, Seed::plain(4), 70);
        forfeited.refuse(forfeited.turn().next().unwrap(), None);
        for game in [after(4, Seed::plain(4), usize::MAX), after(2, Seed::plain(4), usize::MAX), forfeited] {
            for seat in Seat::all(game.seats()) {
                let other = Hearts::imagine(game.view(seat), &mut chance);
                assert_eq!(json(&other, seat), json(&game, seat));
                assert_eq!(other.turn(), crate::Turn::Over);
                assert_eq!(other.figures(seat), game.figures(seat));
            }
        }
    }

    #[test]
    fn hidden_cards_and_later_deals_are_drawn_anew() {
        let game = after(4, Seed::plain(5), 9);
        let mut chance = Chance::new(Seed::plain(4));
        let [one, two] = [(); 2].map(|()| Hearts::imagine(game.view(Seat(0)), &mut chance));
        assert_ne!(one.deal, two.deal);
        assert_ne!(one.deal, game.deal);
        assert!(one.seed != two.seed && one.seed != game.seed);
    }

    #[test]
    fn what_the_others_really_hold_makes_no_difference() {
        let game = after(4, Seed::plain(6), 14);
        let twin = Hearts::imagine(game.view(Seat(1)), &mut Chance::new(Seed::plain(5)));
        let [one, two] =
            [&game, &twin].map(|g| Hearts::imagine(g.view(Seat(1)), &mut Chance::new(Seed::plain(6))));
        assert_eq!(one, two);
    }

    #[test]
    fn who_bled_into_the_first_trick_is_imagined_with_point_cards_only() {
        let bleeder = set("SQ H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK");
        let leader: CardSet = CardSet::of_suit(Suit::Clubs);
        let dealt: Vec<_> =
            leader.chain(bleeder).chain(CardSet::FULL.without(leader).without(bleeder)).collect();
        let options = HeartsOptions::default();
        let mut game =
            Hearts::with_cards(&options, &[0; 4], dealt.try_into().unwrap(), Seed::plain(1)).unwrap();
        for (seat, card) in Seat::all(4).zip(cards("C2 SQ S2 DA")) {
            game.play(seat, HeartsCard(card)).unwrap();
        }
        let mut chance = Chance::new(Seed::plain(9));
        for _ in 0..50 {
            let other = Hearts::imagine(game.view(Seat(0)), &mut chance);
            assert!(other.deal.hand(Seat(1)).without(HEARTS).is_empty());
            assert_eq!(replay(&other).deal, other.deal);
        }
    }

    #[test]
    fn the_others_hands_are_imagined_in_no_order() {
        let game = after(4, Seed::plain(5), 0);
        let other = Hearts::imagine(game.view(Seat(0)), &mut Chance::new(Seed::plain(4)));
        assert!(Seat::all(4).all(|seat| !other.deal.dealt(seat).is_sorted()));
    }
}
