//! What an organiser sets: the rounds of a match, and which lists of rounds are accepted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadSetup;

/// The highest card a round can have.
pub const MOST_CARDS: u8 = 60;
/// The most rounds a match can have.
pub const MOST_ROUNDS: usize = 100;
/// The fewest cards of a round; with three the best play is known.
pub const FEWEST_CARDS: u8 = 3;
/// The fewest cards of a round of a competitive match.
pub const FEWEST_CARDS_COMPETITIVE: u8 = 5;
/// The fewest rounds of a competitive match.
pub const FEWEST_ROUNDS_COMPETITIVE: usize = 2;

/// What can be set for a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JujitsuOptions {
    /// The rounds in order, each as its number of cards: 1 to 100 rounds of 3 to 60 cards. A competitive
    /// match has at least two rounds, of at least 5 cards.
    pub rounds: Vec<u8>,
}

impl Default for JujitsuOptions {
    fn default() -> Self {
        Self { rounds: vec![13; 3] }
    }
}

impl JujitsuOptions {
    /// Whether such a match can be played at all: what practice asks for.
    #[inline]
    pub fn practice(&self) -> Result<(), BadSetup> {
        self.check(1, FEWEST_CARDS)
    }

    /// Whether such a match may count: what a tournament asks for, on top of what [`crate::Game::deal`] does.
    pub fn competitive(&self) -> Result<(), BadSetup> {
        self.check(FEWEST_ROUNDS_COMPETITIVE, FEWEST_CARDS_COMPETITIVE)
    }

    #[inline]
    fn check(&self, fewest_rounds: usize, fewest_cards: u8) -> Result<(), BadSetup> {
        let cards = fewest_cards..=MOST_CARDS;
        let number = self.rounds.len();
        if (fewest_rounds..=MOST_ROUNDS).contains(&number) && self.rounds.iter().all(|n| cards.contains(n)) {
            return Ok(());
        }
        Err(self.refused(fewest_rounds, fewest_cards))
    }

    #[cold]
    fn refused(&self, fewest_rounds: usize, fewest_cards: u8) -> BadSetup {
        let wanted =
            format!("{fewest_rounds} to {MOST_ROUNDS} rounds of {fewest_cards} to {MOST_CARDS} cards each");
        let got = match self.rounds.iter().find(|&&n| n < fewest_cards || n > MOST_CARDS) {
            Some(cards) => format!("a round of {cards}"),
            None => format!("{} of them", self.rounds.len()),
        };
        BadSetup(format!("\"rounds\" must be {wanted}, not {got}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(rounds: &[u8]) -> JujitsuOptions {
        JujitsuOptions { rounds: rounds.to_vec() }
    }

    #[test]
    fn a_match_has_three_rounds_of_13_where_nothing_is_said() {
        assert_eq!(serde_json::from_str::<JujitsuOptions>("{}").unwrap(), rounds(&[13, 13, 13]));
    }

    #[test]
    fn an_unknown_key_is_an_error_that_names_the_known_one() {
        let error = serde_json::from_str::<JujitsuOptions>(r#"{"round": [5]}"#).unwrap_err().to_string();
        assert!(error.contains("`round`") && error.contains("`rounds`"), "{error}");
    }

    #[test]
    fn practice_takes_1_to_100_rounds_of_3_to_60_cards() {
        for good in [&[3][..], &[60], &[4, 5, 10, 10], &[13; 100]] {
            assert_eq!(rounds(good).practice(), Ok(()), "{good:?}");
        }
        for bad in [&[][..], &[2], &[61], &[5, 0, 5], &[5, 255], &[13; 101]] {
            assert!(rounds(bad).practice().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_competitive_match_has_at_least_two_rounds_of_at_least_5_cards() {
        for good in [&[5, 5][..], &[60, 5, 13], &[13; 100]] {
            assert_eq!(rounds(good).competitive(), Ok(()), "{good:?}");
        }
        for bad in [&[13][..], &[4, 5], &[13, 13, 3], &[5, 61], &[]] {
            assert!(rounds(bad).competitive().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_refused_list_of_rounds_says_what_is_accepted() {
        let sentence = |options: &JujitsuOptions| options.practice().unwrap_err().to_string();
        let wanted = "\"rounds\" must be 1 to 100 rounds of 3 to 60 cards each, not ";
        assert_eq!(sentence(&rounds(&[13, 2])), format!("{wanted}a round of 2"));
        assert_eq!(sentence(&rounds(&[])), format!("{wanted}0 of them"));
        assert_eq!(
            rounds(&[13]).competitive().unwrap_err().to_string(),
            "\"rounds\" must be 2 to 100 rounds of 5 to 60 cards each, not 1 of them"
        );
    }
}
