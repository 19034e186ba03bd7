//! Players of Last Card: the three starters of the original course, written anew, and three that plan their
//! exit.
//!
//! `greedy` and `careful` judge a play by what it leaves. The flagship tries plays in worlds that fit what it
//! sees (`worlds.rs`) and what it has seen others do (`retell.rs`, `hidden.rs`, `likely.rs`), on a position
//! made for speed (`position.rs`), with careful players in every seat (`search.rs`).

#[cfg(test)]
mod agreement_tests;
mod careful;
#[cfg(test)]
mod forced_tests;
#[cfg(test)]
mod gains_tests;
mod greedy;
mod hidden;
mod lead;
pub mod lessons;
mod likely;
mod players;
mod plays;
mod position;
mod retell;
mod search;
mod value;
mod value_table;
mod worlds;

use croupier_games::Chance;
use croupier_games::last_card::{LastCard, LastCardMove, LastCardView};

use crate::choose::{Choose, Random};
use crate::house::House;

pub use greedy::Greedy;
pub use players::{Careful, Flagship};

/// The players of Last Card.
pub const HOUSE: &[House] = &[
    House::new::<LastCard, Pass>("pass", "always passes"),
    House::new::<LastCard, FirstCard>("first-card", "plays its oldest card, legal or not"),
    House::new::<LastCard, Naive>("naive", "plays its first playable card"),
    House::new::<LastCard, Greedy>("greedy", "plays sets, sheds points, keeps an exit"),
    House::new::<LastCard, Random>("basic", "any legal move"),
    House::new::<LastCard, Greedy>("minmax", "plays sets, sheds points, keeps an exit"),
    House::new::<LastCard, Careful>("advanced", "weighs its hand, its exit and its neighbours"),
    House::thinking::<LastCard, Flagship>("flagship", "tries its plays in worlds that fit"),
];

/// Always passes.
#[derive(Debug, Default)]
pub struct Pass;

impl Choose<LastCard> for Pass {
    fn choose(&mut self, _: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        LastCardMove::PASS
    }
}

/// Plays the first card of its hand, whether it fits or not.
#[derive(Debug, Default)]
pub struct FirstCard;

impl Choose<LastCard> for FirstCard {
    fn choose(&mut self, view: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        view.held_longest(view.hand()).map_or(LastCardMove::PASS, |card| LastCardMove::of(&[card]))
    }
}

/// Plays the first card of its hand that fits, alone, and calls when it holds two cards before playing.
#[derive(Debug, Default)]
pub struct Naive;

impl Choose<LastCard> for Naive {
    fn choose(&mut self, view: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        let calls = view.hand().len() == 2;
        view.held_longest(view.playable())
            .map_or(LastCardMove::PASS, |card| LastCardMove::of(&[card]).calling_if(calls))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::cards::Card;
    use croupier_games::last_card::card_named;
    use croupier_games::{Game, Seat, Seed};

    pub(super) fn cards(line: &str) -> Vec<Card> {
        line.split_whitespace().map(|name| card_named(name).unwrap()).collect()
    }

    /// What a mind plays on a face-up card with this hand against three hands of two cards.
    pub(super) fn choice(mut mind: impl Choose<LastCard>, hand: &str, face_up: &str) -> LastCardMove {
        let hands = [hand, "4C 6C", "7C 8C", "9C QC"].map(cards);
        let hands = std::array::from_fn(|seat| &hands[seat][..]);
        let game = LastCard::with_hands(hands, cards(face_up)[0], Seed::plain(1)).unwrap();
        mind.choose(game.view(Seat(0)), &mut Chance::new(Seed::plain(2)))
    }

    #[test]
    fn naive_plays_the_first_card_that_fits_in_the_order_drawn() {
        assert_eq!(choice(Naive, "3S 9D 8S", "8D"), LastCardMove::of(&cards("9D")));
        assert_eq!(choice(Naive, "8S 9D 8H", "8D"), LastCardMove::of(&cards("8S")));
        assert_eq!(choice(Naive, "3S 4S", "8D"), LastCardMove::PASS);
    }

    #[test]
    fn naive_calls_when_it_holds_two_cards_and_plays_one() {
        assert_eq!(choice(Naive, "9D 3S", "8D"), LastCardMove::of(&cards("9D")).calling_if(true));
        assert_eq!(choice(Naive, "9D", "8D"), LastCardMove::of(&cards("9D")));
    }

    #[test]
    fn naive_keeps_a_lone_ace() {
        assert_eq!(choice(Naive, "AS", "8D"), LastCardMove::PASS);
    }

    #[test]
    fn first_card_plays_its_first_card_even_if_illegal() {
        assert_eq!(choice(FirstCard, "3S 9D", "8D"), LastCardMove::of(&cards("3S")));
        assert_eq!(choice(Pass, "9D", "8D"), LastCardMove::PASS);
    }
}
