//! A move of Last Card: cards in order, perhaps a suit, perhaps the call.
//!
//! It can hold what no rule allows, cards of different values or one card twice, since bots send such moves
//! and records keep them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{ShownCard, ShownSuit};
use crate::cards::{Card, Suit};
use crate::game::Move;

/// The most cards a move may have.
pub const MOST_CARDS: usize = 4;
// One more than allowed: that many stand for any number above four.
const KEPT: usize = MOST_CARDS + 1;
// Fills the places without a card, so that equal moves are equal values.
const NO_CARD: Card = Card::new(Suit::Spades, 0);

/// A move: zero to four cards of one value, the first one matching; none is a pass.
///
/// ```
/// use croupier_games::cards::Suit;
/// use croupier_games::last_card::{LastCardMove, card_named};
///
/// let ace = card_named("AS").unwrap();
/// let mv = LastCardMove::of(&[ace]).naming(Suit::Hearts).calling_if(true);
/// assert_eq!((mv.cards(), mv.suit(), mv.calls()), (&[ace][..], Some(Suit::Hearts), true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ShownMove", into = "ShownMove")]
pub struct LastCardMove {
    cards: [Card; KEPT],
    count: u8,
    suit: Option<Suit>,
    last_card: bool,
}

impl LastCardMove {
    /// Plays no card and draws one.
    pub const PASS: Self = Self { cards: [NO_CARD; KEPT], count: 0, suit: None, last_card: false };

    /// Plays these cards in this order; of more than five the first five are kept, too many as they are.
    #[inline]
    #[must_use]
    pub fn of(cards: &[Card]) -> Self {
        cards.iter().fold(Self::PASS, |mv, &card| mv.and(card))
    }

    /// This move with one more card.
    #[inline]
    #[must_use]
    pub fn and(mut self, card: Card) -> Self {
        if let Some(place) = self.cards.get_mut(usize::from(self.count)) {
            *place = card;
            self.count += 1;
        }
        self
    }

    /// This move naming the suit to match; it counts with aces only.
    #[inline]
    #[must_use]
    pub fn naming(mut self, suit: Suit) -> Self {
        self.suit = Some(suit);
        self
    }

    /// This move with the call of last card if the condition holds, otherwise without.
    #[inline]
    #[must_use]
    pub fn calling_if(mut self, condition: bool) -> Self {
        self.last_card = condition;
        self
    }

    /// The cards, in the order played.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        // The count never passes the end; `min` tells the compiler so.
        &self.cards[..usize::from(self.count).min(KEPT)]
    }

    /// The suit it names.
    #[inline]
    #[must_use]
    pub fn suit(&self) -> Option<Suit> {
        self.suit
    }

    /// Whether it calls last card.
    #[inline]
    #[must_use]
    pub fn calls(&self) -> bool {
        self.last_card
    }
}

// A record's number of a move. The list of cards is a number in the digits 1 to 52, so that no list shares
// it. Moves of up to two cards without a suit come first and alone: they fill one or two bytes.
const FEW: u64 = 2 * (1 + 52 + 52 * 52);
const ONE_CARD: u64 = 2 * (1 + 52);
const LISTS: u64 = 1 + 52 + 52_u64.pow(2) + 52_u64.pow(3) + 52_u64.pow(4) + 52_u64.pow(5);

impl Move for LastCardMove {
    fn code(self) -> u64 {
        let list = self.cards().iter().fold(0, |list, card| list * 52 + u64::from(card.number()) + 1);
        let call = u64::from(self.last_card);
        match self.suit {
            None if list * 2 < FEW => list * 2 + call,
            None => FEW + list * 10 + call,
            Some(suit) => FEW + list * 10 + (suit as u64 + 1) * 2 + call,
        }
    }

    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        // To pass or to play one card, as nearly always.
        if let Some(mv) = usize::try_from(code).ok().and_then(|code| SHORT.get(code)) {
            return Some(*mv);
        }
        let (list, suit) = match code.checked_sub(FEW) {
            None => (code / 2, None),
            Some(more) => (more / 10, (more % 10 / 2).checked_sub(1).map(|suit| Suit::of(suit as u8))),
        };
        let mv = Self { suit, last_card: code % 2 == 1, ..cards_of(list)? };
        // Short moves have one number, the short one.
        (mv.code() == code).then_some(mv)
    }
}

/// The moves of one card or none, by their codes: to put one together takes longer than to look it up.
static SHORT: [LastCardMove; ONE_CARD as usize] = {
    let mut moves = [LastCardMove::PASS; ONE_CARD as usize];
    let mut code = 0;
    // No iterator: they are put together when this is compiled.
    while code < moves.len() {
        if let Some(card) = (code / 2).checked_sub(1) {
            moves[code].cards[0] = Card::new(Suit::of((card / 13) as u8), (card % 13) as u8);
            moves[code].count = 1;
        }
        moves[code].last_card = code % 2 == 1;
        code += 1;
    }
    moves
};

/// The move that plays the cards of a list's number.
fn cards_of(mut list: u64) -> Option<LastCardMove> {
    if list >= LISTS {
        return None;
    }
    let mut mv = LastCardMove::PASS;
    while list > 0 {
        list -= 1;
        mv = mv.and(Card::from_number((list % 52) as u8)?);
        list /= 52;
    }
    mv.cards[..usize::from(mv.count)].reverse();
    Some(mv)
}

/// The move as it is sent.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LastCardMove")]
struct ShownMove {
    /// The cards in the order played, all of one value; none to pass.
    cards: Vec<ShownCard>,
    /// The suit an ace names; without one it names its own.
    #[serde(default)]
    suit: Option<ShownSuit>,
    /// Whether you call last card.
    #[serde(default)]
    last_card: bool,
}

impl From<ShownMove> for LastCardMove {
    fn from(shown: ShownMove) -> Self {
        let cards = shown.cards.iter().fold(Self::PASS, |mv, card| mv.and(card.0));
        Self { suit: shown.suit.map(Suit::from), last_card: shown.last_card, ..cards }
    }
}

impl From<LastCardMove> for ShownMove {
    fn from(mv: LastCardMove) -> Self {
        Self {
            cards: mv.cards().iter().copied().map(ShownCard).collect(),
            suit: mv.suit.map(ShownSuit::from),
            last_card: mv.last_card,
        }
    }
}

impl JsonSchema for LastCardMove {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ShownMove::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ShownMove::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::names::tests::cards;
    use super::*;

    fn read(json: &str) -> Result<LastCardMove, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_is_written_with_short_card_names() {
        let mv = LastCardMove::of(&cards("8D 8S")).naming(Suit::Hearts).calling_if(true);
        let json = r#"{"cards":["8D","8S"],"suit":"hearts","last_card":true}"#;
        assert_eq!(serde_json::to_string(&mv).unwrap(), json);
        assert_eq!(read(json), Ok(mv));
    }

    #[test]
    fn suit_and_call_may_be_left_out() {
        assert_eq!(read(r#"{"cards":["10D"]}"#), Ok(LastCardMove::of(&cards("10D"))));
        assert_eq!(read(r#"{"cards":[],"suit":null}"#), Ok(LastCardMove::PASS));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (json, why) in [
            (r#"{"cards":["1D"]}"#, r#"there is no card "1D": a card is one of A, 2 to 10"#),
            (r#"{"cards":["8D"],"colour":"red"}"#, "unknown field `colour`"),
            (r#"{"cards":["AD"],"suit":"HEARTS"}"#, "unknown variant `HEARTS`, expected one of `spades`"),
            (r#"{"last_card":true}"#, "missing field `cards`"),
            (r#"{"cards":"8D"}"#, "invalid type: string"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(why), "{json}: {error}");
        }
    }

    #[test]
    fn of_six_cards_the_first_five_are_kept() {
        let six = cards("8D 8S 8C 8H 9D 10D");
        assert_eq!(LastCardMove::of(&six).cards(), &six[..5]);
        assert_eq!(read(r#"{"cards":["8D","8S","8C","8H","9D","10D"]}"#), Ok(LastCardMove::of(&six)));
    }

    #[test]
    fn a_pass_and_a_single_card_fit_one_byte() {
        assert_eq!((LastCardMove::PASS.code(), LastCardMove::PASS.calling_if(true).code()), (0, 1));
        for card in Card::deck() {
            assert!(LastCardMove::of(&[card]).calling_if(true).code() < 128);
            assert!(LastCardMove::of(&[card]).naming(Suit::Hearts).code() < 16_384);
            assert!(LastCardMove::of(&[card, card]).calling_if(true).code() < 16_384);
        }
    }

    #[test]
    fn the_numbers_of_moves_never_change() {
        let codes = ["", "AS", "KH", "AS AS", "8D 8S", "8D 8S 8C", "KH KH KH KH KH"]
            .map(|line| LastCardMove::of(&cards(line)).code());
        assert_eq!(codes, [0, 2, 104, 106, 3552, 929_244, 3_876_595_634]);
        assert_eq!(LastCardMove::of(&cards("AS")).naming(Suit::Clubs).calling_if(true).code(), FEW + 15);
    }

    #[test]
    fn a_number_above_all_moves_has_none() {
        let highest = LastCardMove::of(&cards("KH KH KH KH KH")).naming(Suit::Hearts).calling_if(true);
        assert!(highest.code() < 1 << 48);
        assert_eq!(LastCardMove::from_code(highest.code()), Some(highest));
        assert_eq!(LastCardMove::from_code(highest.code() + 1), None);
        assert_eq!(LastCardMove::from_code(u64::MAX), None);
    }

    proptest! {
        #[test]
        fn every_number_that_has_a_move_is_that_moves_number(code in 0_u64..4_000_000_000) {
            if let Some(mv) = LastCardMove::from_code(code) {
                prop_assert_eq!(mv.code(), code);
                let json = serde_json::to_string(&mv).unwrap();
                prop_assert_eq!(read(&json), Ok(mv));
            }
        }

        #[test]
        fn every_move_comes_back_from_its_number(
            numbers in prop::collection::vec(0_u8..52, 0..7), suit in 0_u8..5, call in any::<bool>(),
        ) {
            let cards: Vec<Card> = numbers.into_iter().filter_map(Card::from_number).collect();
            let mut mv = LastCardMove::of(&cards).calling_if(call);
            if suit < 4 {
                mv = mv.naming(Suit::of(suit));
            }
            prop_assert_eq!(LastCardMove::from_code(mv.code()), Some(mv));
        }
    }
}
