//! Which moves a seat has: all of them, or one at random.

use super::ACE;
use super::moves::LastCardMove;
use super::view::LastCardView;
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;

/// Lists every order of every set of one value that starts with a fitting card, with and without the call.
///
/// An ace comes with each named suit: without one it would name its own, which is the same move.
pub(super) fn legal(view: &LastCardView<'_>, moves: &mut Vec<LastCardMove>) {
    moves.clear();
    push(LastCardMove::PASS, moves);
    for first in view.playable() {
        let others = same_value(view.hand(), first);
        extend(LastCardMove::of(&[first]), others, view.hand().len(), moves);
    }
}

/// The move itself, and the same with every further card.
fn extend(mv: LastCardMove, others: CardSet, hand: usize, moves: &mut Vec<LastCardMove>) {
    if mv.cards()[0].rank() != ACE {
        push(mv, moves);
    } else if mv.cards().len() < hand {
        Suit::ALL.into_iter().for_each(|suit| push(mv.naming(suit), moves));
    }
    for card in others {
        extend(mv.and(card), others.without(CardSet::only(card)), hand, moves);
    }
}

fn push(mv: LastCardMove, moves: &mut Vec<LastCardMove>) {
    moves.extend([mv, mv.calling_if(true)]);
}

/// The other cards of a hand that could go along with a card.
#[inline]
fn same_value(hand: CardSet, card: Card) -> CardSet {
    hand.and(CardSet::of_rank(card.rank())).without(CardSet::only(card))
}

/// One legal move from one random number.
///
/// One time in 64, and wherever nothing fits, it passes. Otherwise any fitting card comes first, each other
/// card of its value follows three times in four, lower suits first, and an ace names any suit. It calls
/// whenever it will hold no more than two cards, so that games between such players end: after some fifty
/// turns.
#[inline]
pub(super) fn any(view: &LastCardView<'_>, chance: &mut Chance) -> LastCardMove {
    let mut luck = Luck(chance.bits());
    let playable = view.playable();
    let hand = view.hand();
    let passes = luck.below_power_of_two(6) == 0;
    let first = if passes { None } else { pick(playable, &mut luck) };
    let Some(first) = first else {
        return LastCardMove::PASS.calling_if(hand.len() <= 1);
    };
    let mut mv = LastCardMove::of(&[first]);
    for card in same_value(hand, first) {
        if luck.below_power_of_two(2) != 0 {
            mv = mv.and(card);
        }
    }
    if first.rank() == ACE {
        mv = with_ace(mv, hand, &mut luck);
    }
    let left = hand.len() - mv.cards().len();
    mv.calling_if(left <= 2)
}

/// Names a suit, and keeps one ace back where they would be the end.
fn with_ace(mv: LastCardMove, hand: CardSet, luck: &mut Luck) -> LastCardMove {
    let suit = Suit::of(luck.below_power_of_two(2) as u8);
    let cards = mv.cards();
    let kept = if cards.len() == hand.len() { cards.len() - 1 } else { cards.len() };
    LastCardMove::of(&cards[..kept]).naming(suit)
}

#[inline]
fn pick(cards: CardSet, luck: &mut Luck) -> Option<Card> {
    let mut cards = cards;
    let place = luck.below(cards.len());
    cards.nth(place)
}

/// One random number, used up bit by bit.
struct Luck(u64);

impl Luck {
    /// A number of so many bits.
    #[inline]
    fn below_power_of_two(&mut self, bits: u32) -> u64 {
        let low = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        low
    }

    /// A number below a bound from the next 16 bits; the bias is below `bound` / 2¹⁶.
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        (self.below_power_of_two(16) as usize * bound) >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::super::LastCard;
    use super::super::names::tests::cards;
    use super::*;
    use crate::game::Game;
    use crate::seats::Seat;
    use crate::seed::Seed;

    fn moves_of(hand: &str, face_up: &str) -> Vec<String> {
        let game =
            LastCard::with_hands([&cards(hand), &[], &[], &[]], cards(face_up)[0], Seed::plain(1)).unwrap();
        let mut moves = Vec::new();
        game.legal(Seat(0), &mut moves);
        let shown = |mv: &LastCardMove| serde_json::to_value(mv).unwrap();
        let text = |mv: &LastCardMove| {
            let cards: Vec<String> =
                shown(mv)["cards"].as_array().unwrap().iter().map(|c| c.as_str().unwrap().into()).collect();
            let suit = shown(mv)["suit"].as_str().map(|suit| format!(" {suit}")).unwrap_or_default();
            let call = if mv.calls() { "!" } else { "" };
            format!("{}{suit}{call}", cards.join(" "))
        };
        moves.iter().map(text).collect()
    }

    #[test]
    fn nothing_that_fits_leaves_the_pass_with_and_without_the_call() {
        assert_eq!(moves_of("3S 9C", "8D"), ["", "!"]);
    }

    #[test]
    fn two_tens_starting_with_the_ten_of_hearts_go_on_the_eight_of_hearts() {
        assert_eq!(moves_of("10S 10H 7S", "8H"), ["", "!", "10H", "10H!", "10H 10S", "10H 10S!"]);
    }

    #[test]
    fn an_ace_comes_with_each_suit() {
        assert_eq!(
            moves_of("AS 3C", "8D"),
            [
                "",
                "!",
                "AS spades",
                "AS spades!",
                "AS clubs",
                "AS clubs!",
                "AS diamonds",
                "AS diamonds!",
                "AS hearts",
                "AS hearts!"
            ]
        );
    }

    #[test]
    fn aces_alone_are_never_all_played() {
        assert_eq!(moves_of("AS", "8S"), ["", "!"]);
        assert!(
            moves_of("AS AC", "8S").iter().all(|mv| !mv.starts_with("AS AC") && !mv.starts_with("AC AS"))
        );
        assert_eq!(moves_of("AS AC", "8S").len(), 2 + 2 * 4 * 2);
    }

    #[test]
    fn four_of_a_value_come_in_every_order() {
        // One first card, with none, one, two or three others: 1 + 3 + 6 + 6, times two for the call.
        assert_eq!(moves_of("7S 7C 7D 7H", "8S").len(), 2 + 2 * 16);
        assert_eq!(moves_of("8S 8C 8H", "8D").len(), 2 + 2 * 3 * (1 + 2 + 2));
    }

    #[test]
    fn every_listed_move_is_legal_and_listed_once_and_any_move_is_listed() {
        let mut chance = Chance::new(Seed::plain(5));
        for seed in 0..60 {
            let mut game = LastCard::deal(4, &Default::default(), Seed::plain(seed)).unwrap();
            let mut moves = Vec::new();
            while let Some(seat) = game.turn().next() {
                game.legal(seat, &mut moves);
                for (at, &mv) in moves.iter().enumerate() {
                    assert!(!moves[..at].contains(&mv), "seed {seed}: {mv:?} twice");
                    assert_eq!(game.clone().play(seat, mv), Ok(()), "seed {seed}: {mv:?}");
                }
                let mv = game.any(seat, &mut chance);
                assert!(moves.contains(&mv), "seed {seed}: {mv:?}");
                game.play(seat, mv).unwrap();
            }
        }
    }

    #[test]
    fn no_single_card_or_pair_outside_the_list_is_legal() {
        let mut chance = Chance::new(Seed::plain(6));
        for seed in 0..10 {
            let mut game = LastCard::deal(4, &Default::default(), Seed::plain(seed)).unwrap();
            let mut moves = Vec::new();
            while let Some(seat) = game.turn().next() {
                game.legal(seat, &mut moves);
                for list in pairs_and_singles() {
                    let mv = if list[0].rank() == ACE {
                        LastCardMove::of(&list).naming(Suit::Clubs)
                    } else {
                        LastCardMove::of(&list)
                    };
                    let legal = game.clone().play(seat, mv).is_ok();
                    assert_eq!(legal, moves.contains(&mv), "seed {seed}: {mv:?}");
                }
                let mv = game.any(seat, &mut chance);
                game.play(seat, mv).unwrap();
            }
        }
    }

    fn pairs_and_singles() -> impl Iterator<Item = Vec<Card>> {
        let pairs = |one| Card::deck().into_iter().map(move |two| vec![one, two]);
        Card::deck().into_iter().flat_map(move |one| pairs(one).chain([vec![one]]))
    }

    #[test]
    fn games_of_random_moves_end_with_a_winner() {
        let mut chance = Chance::new(Seed::plain(8));
        let mut turns = 0;
        for seed in 0..300 {
            let mut game = LastCard::deal(4, &Default::default(), Seed::plain(seed)).unwrap();
            while let Some(seat) = game.turn().next() {
                let mv = game.any(seat, &mut chance);
                game.play(seat, mv).unwrap();
                turns += 1;
            }
            assert!(matches!(game.end, Some(super::super::End::Won(_))), "seed {seed}");
        }
        assert!((45..65).contains(&(turns / 300)), "{turns} turns in 300 games");
    }
}
