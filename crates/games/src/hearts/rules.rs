//! The rules of a single card: which may be played, what it is worth, what playing it shows.
//!
//! Pure functions of a hand, the suit led and the cards of the earlier tricks of the deal: nothing else of
//! what happened matters to them. They know no seats and no scores.

use crate::cards::{Card, CardSet, Suit};

/// It leads the first trick of every deal.
pub const TWO_OF_CLUBS: Card = Card::new(Suit::Clubs, 0);
/// It costs 13 points.
pub const QUEEN_OF_SPADES: Card = Card::new(Suit::Spades, 10);
/// All hearts: a point each.
pub const HEARTS: CardSet = CardSet::of_suit(Suit::Hearts);
/// The cards that cost points.
pub const POINT_CARDS: CardSet = HEARTS.or(CardSet::only(QUEEN_OF_SPADES));
/// The points of a whole deck.
pub const ALL_POINTS: u32 = 26;

/// The rule that a card breaks, in the order in which they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// The first card of a deal is another one.
    #[error("the first card of a deal is the two of clubs")]
    Lead,
    /// A point card in the first trick, though the hand has other cards.
    #[error(
        "no heart and no queen of spades may go into the first trick, unless the whole hand is point cards"
    )]
    Bleed,
    /// A heart led too early.
    #[error("no heart may be led before one was played in an earlier trick, unless the hand is all hearts")]
    Broken,
    /// The suit led was not followed.
    #[error("the suit led must be followed by a hand that has it")]
    Renege,
    /// A card from nowhere.
    #[error("the card is not in the hand")]
    NotHeld,
}

/// Whether a card may be played from this hand to this trick, and if not, which rule is the first to forbid
/// it.
///
/// `led` is the suit led in this trick, `None` for the leader; `earlier` has all cards of the deal's earlier
/// tricks.
///
/// ```
/// use croupier_games::cards::{CardSet, Suit};
/// use croupier_games::hearts::{Breach, HeartsCard, judge};
///
/// let card = |text: &str| text.parse::<HeartsCard>().unwrap().0;
/// let hand: CardSet = ["C9", "HQ"].map(card).into_iter().collect();
/// assert_eq!(judge(card("C9"), hand, Some(Suit::Clubs), CardSet::EMPTY), Ok(()));
/// assert_eq!(judge(card("HQ"), hand, Some(Suit::Clubs), CardSet::EMPTY), Err(Breach::Bleed));
/// ```
pub fn judge(card: Card, hand: CardSet, led: Option<Suit>, earlier: CardSet) -> Result<(), Breach> {
    let first_trick = earlier.is_empty();
    let only = |cards: CardSet| hand.without(cards).is_empty();
    let rules = match led {
        None if first_trick && card != TWO_OF_CLUBS => Err(Breach::Lead),
        _ if first_trick && POINT_CARDS.contains(card) && !only(POINT_CARDS) => Err(Breach::Bleed),
        None if HEARTS.contains(card) && !is_broken(earlier) && !only(HEARTS) => Err(Breach::Broken),
        Some(suit) if card.suit() != suit && has(hand, suit) => Err(Breach::Renege),
        _ => Ok(()),
    };
    rules.and(if hand.contains(card) { Ok(()) } else { Err(Breach::NotHeld) })
}

/// All cards that [`judge`] lets pass, at once.
#[inline]
#[must_use]
pub fn legal_cards(hand: CardSet, led: Option<Suit>, earlier: CardSet) -> CardSet {
    match led {
        None if earlier.is_empty() => hand.and(CardSet::only(TWO_OF_CLUBS)),
        None if is_broken(earlier) => hand,
        None => or_all(hand.without(HEARTS), hand),
        Some(suit) => {
            let follows = hand.and(CardSet::of_suit(suit));
            if !follows.is_empty() {
                follows
            } else if earlier.is_empty() {
                or_all(hand.without(POINT_CARDS), hand)
            } else {
                hand
            }
        }
    }
}

/// What a player who played this card to this trick can still hold: any hand out of these cards, and no
/// other.
#[must_use]
pub fn left_possible(card: Card, led: Option<Suit>, earlier: CardSet) -> CardSet {
    match led {
        // Hearts are led unbroken by none but a hand that is all hearts.
        None if HEARTS.contains(card) && !is_broken(earlier) => HEARTS,
        None => CardSet::FULL,
        Some(suit) if card.suit() == suit => CardSet::FULL,
        // Only a hand of nothing but point cards bleeds into the first trick.
        Some(suit) if earlier.is_empty() && POINT_CARDS.contains(card) => {
            POINT_CARDS.without(CardSet::of_suit(suit))
        }
        Some(suit) => CardSet::FULL.without(CardSet::of_suit(suit)),
    }
}

/// What the cards of a set cost who takes them.
#[inline]
#[must_use]
pub fn points(cards: CardSet) -> u32 {
    cards.and(HEARTS).len() as u32 + if cards.contains(QUEEN_OF_SPADES) { 13 } else { 0 }
}

/// Whether hearts may be led by anyone: the queen of spades does not break them.
#[inline]
pub(super) fn is_broken(earlier: CardSet) -> bool {
    !earlier.and(HEARTS).is_empty()
}

#[inline]
fn has(hand: CardSet, suit: Suit) -> bool {
    !hand.and(CardSet::of_suit(suit)).is_empty()
}

#[inline]
fn or_all(wanted: CardSet, all: CardSet) -> CardSet {
    if wanted.is_empty() { all } else { wanted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::hearts::testing::{card, cards, set};
    use crate::seed::Seed;

    /// What the judge says of a card from a hand, after these cards of the trick and of the earlier tricks.
    fn verdict(text: &str, hand: &str, trick: &str, earlier: &str) -> Result<(), Breach> {
        let led = cards(trick).first().map(|lead| lead.suit());
        judge(card(text), set(hand), led, set(earlier))
    }

    #[test]
    fn the_first_card_of_a_deal_is_the_two_of_clubs() {
        assert_eq!(verdict("C2", "C2 C3 HA", "", ""), Ok(()));
        assert_eq!(verdict("C3", "C2 C3 HA", "", ""), Err(Breach::Lead));
        assert_eq!(verdict("HA", "C2 C3 HA", "", ""), Err(Breach::Lead));
    }

    #[test]
    fn the_first_trick_takes_no_point_card() {
        assert_eq!(verdict("SQ", "SQ HA D5", "C2", ""), Err(Breach::Bleed));
        assert_eq!(verdict("HA", "SQ HA D5", "C2", ""), Err(Breach::Bleed));
        assert_eq!(verdict("D5", "SQ HA D5", "C2", ""), Ok(()));
    }

    #[test]
    fn a_hand_of_nothing_but_point_cards_may_bleed_into_the_first_trick() {
        assert_eq!(verdict("SQ", "SQ HA H5", "C2", ""), Ok(()));
        assert_eq!(verdict("H5", "SQ HA H5", "C2", ""), Ok(()));
    }

    #[test]
    fn hearts_are_led_once_one_was_played_in_an_earlier_trick() {
        assert_eq!(verdict("H5", "H5 D5", "", "C2 C3 D4 C5"), Err(Breach::Broken));
        assert_eq!(verdict("H5", "H5 D5", "", "C2 C3 H4 C5"), Ok(()));
    }

    #[test]
    fn a_hand_of_nothing_but_hearts_may_lead_them_unbroken() {
        assert_eq!(verdict("H5", "H5 H6", "", "C2 C3 D4 C5"), Ok(()));
        assert_eq!(verdict("H5", "H5 SQ", "", "C2 C3 D4 C5"), Err(Breach::Broken));
    }

    #[test]
    fn the_queen_of_spades_does_not_break_hearts() {
        assert_eq!(verdict("H5", "H5 D5", "", "C2 C3 SQ C5"), Err(Breach::Broken));
    }

    #[test]
    fn a_heart_is_thrown_on_another_suit_whether_broken_or_not() {
        assert_eq!(verdict("H5", "H5 D5", "S3", "C2 C3 D4 C5"), Ok(()));
    }

    #[test]
    fn a_suit_that_is_held_must_be_followed() {
        assert_eq!(verdict("D5", "H5 D5 S9", "S3", "C2 C3"), Err(Breach::Renege));
        assert_eq!(verdict("S9", "H5 D5 S9", "S3", "C2 C3"), Ok(()));
        assert_eq!(verdict("D5", "H5 D5", "S3", "C2 C3"), Ok(()));
    }

    #[test]
    fn a_card_that_breaks_several_rules_is_told_the_first() {
        assert_eq!(verdict("HA", "C2 C5", "", ""), Err(Breach::Lead), "also bleeds and is not held");
        assert_eq!(verdict("HA", "C5 D5", "C2", ""), Err(Breach::Bleed), "also reneges and is not held");
        assert_eq!(verdict("HA", "C5 D5", "", "C2 C3"), Err(Breach::Broken), "also is not held");
        assert_eq!(verdict("D9", "C5 D5", "C4", "C2 C3"), Err(Breach::Renege), "also is not held");
        assert_eq!(verdict("C9", "C5 D5", "C4", "C2 C3"), Err(Breach::NotHeld));
        assert_eq!(verdict("C2", "C5 D5", "", ""), Err(Breach::NotHeld));
    }

    #[test]
    fn hearts_cost_1_and_the_queen_of_spades_13() {
        assert_eq!(points(set("H2 HA SK CQ")), 2);
        assert_eq!(points(set("SQ D3")), 13);
        assert_eq!(points(CardSet::FULL), ALL_POINTS);
    }

    /// A random hand of a few cards, a suit led or none, and the cards of earlier tricks. Clubs lead the
    /// first.
    fn draw(chance: &mut Chance) -> (CardSet, Option<Suit>, CardSet) {
        let mut deck: Vec<Card> = CardSet::FULL.without(CardSet::only(TWO_OF_CLUBS)).collect();
        chance.shuffle(&mut deck);
        let hand: CardSet = deck.drain(..=chance.below(5)).collect();
        let earlier: CardSet = deck.drain(..4 * chance.below(3)).collect();
        let suit = if earlier.is_empty() { Suit::Clubs } else { Suit::of(chance.below(4) as u8) };
        (hand, (!chance.one_in(4)).then_some(suit), earlier)
    }

    #[test]
    fn the_legal_cards_are_those_that_the_judge_lets_pass() {
        let mut chance = Chance::new(Seed::plain(1));
        for round in 0..20_000 {
            let (mut hand, led, earlier) = draw(&mut chance);
            if earlier.is_empty() && led.is_none() && round % 2 == 0 {
                hand.insert(TWO_OF_CLUBS);
            }
            let passed = Card::deck().into_iter().filter(|&card| judge(card, hand, led, earlier).is_ok());
            assert_eq!(legal_cards(hand, led, earlier), passed.collect(), "{hand:?} {led:?} {earlier:?}");
        }
    }

    #[test]
    fn a_card_shows_exactly_which_hands_could_have_played_it() {
        let mut chance = Chance::new(Seed::plain(2));
        let (mut could, mut could_not) = (0, 0);
        for _ in 0..50_000 {
            let (hand, led, earlier) = draw(&mut chance);
            if earlier.is_empty() && led.is_none() {
                // The first lead is no choice: it shows nothing about the other cards.
                continue;
            }
            let card = hand.pick(&mut chance).unwrap();
            let left = hand.without(CardSet::only(card));
            let possible = left.without(left_possible(card, led, earlier)).is_empty();
            assert_eq!(judge(card, hand, led, earlier).is_ok(), possible, "{card:?} {hand:?} {led:?}");
            *if possible { &mut could } else { &mut could_not } += 1;
        }
        assert!(could > 5_000 && could_not > 5_000);
    }
}
