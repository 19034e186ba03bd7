//! Cards for searches: 16 bits a suit, the lowest rank first, so that a suit never runs over into the next.
//!
//! Pure bit tricks on sets; they know no seats and no tricks.

use croupier_games::cards::{Card, CardSet, Suit};

/// A set of cards, or the one bit of a card.
pub(super) type Cards = u64;

/// The suits from the lowest bits up: spades, clubs, diamonds, hearts.
pub(super) const SPADES: Cards = 0x1fff;
pub(super) const HEARTS: Cards = SPADES << 48;
pub(super) const TWO_OF_CLUBS: Cards = 1 << 16;
/// The queen of spades where no card has left the deck.
pub(super) const QUEEN: Cards = 1 << 10;
/// A bit above each suit.
const GUARDS: Cards = 0x2000_2000_2000_2000;
const ALL: Cards = 0x1fff_1fff_1fff_1fff;
/// The lowest card of each suit.
pub(super) const LOWEST: Cards = 0x0001_0001_0001_0001;

/// A set of the rules' cards as bits.
pub(super) fn bits_of(set: CardSet) -> Cards {
    (0..4).fold(0, |bits, suit| bits | (set.bits() >> (13 * suit) & SPADES) << (16 * suit))
}

/// The card of a bit.
pub(super) fn card(bit: Cards) -> Card {
    let place = bit.trailing_zeros();
    Card::new(Suit::of((place >> 4) as u8), (place & 15) as u8)
}

/// All cards of a card's suit.
#[inline]
pub(super) fn suit_of(card: Cards) -> Cards {
    SPADES << (card.trailing_zeros() & 48)
}

/// The set's lowest card by number.
#[inline]
pub(super) fn first(set: Cards) -> Cards {
    set & set.wrapping_neg()
}

/// The set's highest card by number; the set must have one.
#[inline]
pub(super) fn last(set: Cards) -> Cards {
    1 << (63 - set.leading_zeros())
}

/// The ranks that occur in any suit, as one lane.
#[inline]
fn ranks(set: Cards) -> u64 {
    let halves = set | set >> 32;
    (halves | halves >> 16) & SPADES
}

/// A card of the lowest rank, a heart last; the set must have one.
#[inline]
pub(super) fn lowest(set: Cards) -> Cards {
    first(set & (LOWEST << ranks(set).trailing_zeros()))
}

/// A card of the highest rank, a heart first; the set must have one.
#[inline]
pub(super) fn highest(set: Cards) -> Cards {
    last(set & (LOWEST << (63 - ranks(set).leading_zeros())))
}

/// The first set where it has cards, else the second.
#[inline]
pub(super) fn or_all(wanted: Cards, all: Cards) -> Cards {
    if wanted == 0 { all } else { wanted }
}

/// Of one hand's cards the lowest of each run that no card of others parts; the queen of spades stands alone.
#[inline]
pub(super) fn distinct(mine: Cards, others: Cards, queen: Cards) -> Cards {
    let parting = others | queen;
    let runs = ALL & !parting;
    let starts = runs & !(runs << 1);
    // Taking one off at the start of a run borrows from its lowest card, or from the guard above it where it
    // has none.
    let borrowed = (mine | parting | GUARDS).wrapping_sub(starts);
    (mine & !borrowed) | (mine & queen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::hearts::{HeartsCard, QUEEN_OF_SPADES};
    use croupier_games::{Chance, Seed};

    #[test]
    fn every_card_keeps_its_name_in_lanes() {
        for one in Card::deck() {
            assert_eq!(card(bits_of(CardSet::only(one))), one);
        }
        assert_eq!(bits_of(CardSet::only(QUEEN_OF_SPADES)), QUEEN);
        assert_eq!(bits_of(CardSet::FULL), ALL);
    }

    #[test]
    fn of_neighbours_the_lowest_stands_for_all() {
        let set = |text: &str| {
            bits_of(text.split_whitespace().map(|card| card.parse::<HeartsCard>().unwrap().0).collect())
        };
        assert_eq!(distinct(set("D2 D3 D5 D9"), set("D4 H2"), QUEEN), set("D2 D5"));
        assert_eq!(distinct(set("D2 D9 DA HA"), set(""), QUEEN), set("D2 HA"));
        assert_eq!(distinct(set("SJ SQ SK"), set("S2"), QUEEN), set("SJ SQ SK"));
        assert_eq!(distinct(set("SJ SK"), set("S2"), 0), set("SJ"));
    }

    #[test]
    fn bit_tricks_and_a_plain_loop_find_the_same_cards() {
        let mut chance = Chance::new(Seed::plain(5));
        for _ in 0..2_000 {
            let mine = chance.bits() & chance.bits() & ALL & !QUEEN;
            let others = chance.bits() & chance.bits() & ALL & !mine & !QUEEN;
            let mut kept = 0;
            for place in (0..64).filter(|place| mine >> place & 1 == 1) {
                let mut below = (place & 48..place).rev().map(|place| 1_u64 << place);
                let neighbour = below.find(|card| (mine | others) & card != 0);
                if neighbour.is_none_or(|neighbour| others & neighbour != 0) {
                    kept |= 1 << place;
                }
            }
            assert_eq!(distinct(mine, others, 0), kept, "{mine:#x} {others:#x}");
            if mine != 0 {
                let rank = |card: Cards| card.trailing_zeros() & 15;
                let all = || (0..64).map(|place| 1_u64 << place).filter(|card| mine & card != 0);
                assert_eq!(Some(rank(lowest(mine))), all().map(rank).min());
                assert_eq!(Some(rank(highest(mine))), all().map(rank).max());
            }
        }
    }
}
