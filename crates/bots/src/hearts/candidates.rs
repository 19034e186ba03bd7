//! The cards worth telling apart in a search: of neighbours in a hand one stands for all.

use croupier_games::cards::{Card, CardSet};
use croupier_games::hearts::QUEEN_OF_SPADES;

/// Of these cards those that differ: two with no card of others between them do the same, unless one is the
/// queen.
pub(super) fn candidates(legal: CardSet, others: CardSet) -> CardSet {
    let mut kept = CardSet::EMPTY;
    let mut last: Option<Card> = None;
    for card in legal {
        if last.is_none_or(|last| differs(last, card, others)) {
            kept = kept.or(CardSet::only(card));
        }
        last = Some(card);
    }
    kept
}

fn differs(low: Card, high: Card, others: CardSet) -> bool {
    let queen = low == QUEEN_OF_SPADES || high == QUEEN_OF_SPADES;
    let mut between = others.and(CardSet::of_suit(low.suit())).filter(|&card| low < card && card < high);
    queen || low.suit() != high.suit() || between.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::hearts::HeartsCard;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<HeartsCard>().unwrap().0).collect()
    }

    #[test]
    fn neighbours_count_once_and_the_queen_of_spades_always() {
        assert_eq!(candidates(set("D2 D3 D5 D9"), set("D4 H2")), set("D2 D5"));
        assert_eq!(candidates(set("SJ SQ SK"), set("S2")), set("SJ SQ SK"));
        assert_eq!(candidates(set("C2 D2"), set("")), set("C2 D2"));
    }
}
