//! Where a bot was put out of a tournament: from a border of batches on it is not seated again.
//!
//! Games after the one in which it was put out, and before that border, were begun with it at the table. They
//! stand in the record and count for nobody. Where a design needs everyone, games that would seat it behind
//! the border are not played: they stand in the record without a move.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use crate::fixture::{EntrantId, Fixture};
use crate::head::header::Header;
use crate::shown::one_line;

/// A bot that was put out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Out {
    /// Who.
    pub entrant: EntrantId,
    /// The game in which it was put out. Its games before stand.
    pub game: u64,
    /// The first game of those in which it is not seated.
    pub border: u64,
    /// Why.
    pub why: String,
}

impl Out {
    /// Whether a game counts, as far as this bot is concerned.
    fn lets_count(&self, fixture: &Fixture, games_per_deal: NonZeroU64) -> bool {
        // Half a set of games with one deal compares nobody with anybody.
        let in_its_deal = games_per_deal.get() > 1 && fixture.deal == self.game / games_per_deal;
        let later = fixture.number > self.game || in_its_deal;
        !(later && fixture.seats.contains(&self.entrant))
    }

    /// Whether a game is not played since it would seat this bot.
    fn drops(&self, fixture: &Fixture) -> bool {
        fixture.number >= self.border && fixture.seats.contains(&self.entrant)
    }

    /// Whether it fits a record with this head, and the block of these games, in which it was put out.
    pub(crate) fn is_sound(&self, header: &Header, first: u64, count: u32) -> bool {
        let end = first + u64::from(count);
        self.entrant.index() < header.entrants.len()
            && (first..end).contains(&self.game)
            && self.border >= end
    }

    /// The same with words that give no orders to a terminal: a record comes from anywhere.
    pub(crate) fn shown(self) -> Self {
        Self { why: one_line(&self.why).into_owned(), ..self }
    }
}

/// Whether a game counts, where these were put out.
#[must_use]
pub fn counts(outs: &[Out], fixture: &Fixture, games_per_deal: NonZeroU64) -> bool {
    outs.iter().all(|out| out.lets_count(fixture, games_per_deal))
}

/// Whether a game is not played, where these were put out.
#[must_use]
pub fn is_dropped(outs: &[Out], fixture: &Fixture) -> bool {
    outs.iter().any(|out| out.drops(fixture))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(number: u64, games_per_deal: u64, seats: [u16; 2]) -> Fixture {
        let seats = seats.into_iter().map(EntrantId).collect();
        Fixture { number, deal: number / games_per_deal, seats }
    }

    fn out() -> [Out; 1] {
        [Out { entrant: EntrantId(1), game: 5, border: 16, why: String::new() }]
    }

    #[test]
    fn games_up_to_its_last_stand_and_those_after_it_count_for_nobody() {
        let one = NonZeroU64::MIN;
        let counts = |number, seats| counts(&out(), &fixture(number, 1, seats), one);
        assert!(counts(4, [0, 1]) && counts(5, [1, 0]));
        assert!(!counts(6, [0, 1]) && !counts(15, [1, 2]));
        assert!(counts(6, [0, 2]), "nobody else's games are touched");
    }

    #[test]
    fn half_a_set_of_one_deal_counts_for_nobody() {
        let two = NonZeroU64::new(2).unwrap();
        let counts = |number, seats| counts(&out(), &fixture(number, 2, seats), two);
        assert!(counts(3, [0, 1]) && !counts(4, [0, 1]) && !counts(5, [1, 0]));
        assert!(counts(4, [0, 2]));
    }

    #[test]
    fn behind_the_border_its_games_are_not_played() {
        let dropped = |number, seats| is_dropped(&out(), &fixture(number, 1, seats));
        assert!(!dropped(15, [0, 1]) && dropped(16, [0, 1]) && !dropped(16, [0, 2]));
    }
}
