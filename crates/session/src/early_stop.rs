//! When a tournament may stop before all its games are played, and the sentence that says why it
//! did.
//!
//! Looks are at borders of batches and nowhere else, so that a tournament stops after the same game
//! on any number of threads and after any interruption. What is looked at is the record, as it
//! would be a year later.

use std::fmt;

use croupier_arena::Ended;
use croupier_games::About;
use croupier_record::{EntrantId, Header};
use croupier_stats::{Matched, Tally, decision};

/// Games between two looks, at least, where nothing else is said.
pub const LOOK: u64 = 64;
/// A look is due again after so many parts of the games before it.
const RARER: u64 = 50;

/// Whether all is decided, looked at more rarely as games go on: each look takes as long, and finds
/// less that is new.
#[derive(Debug, Clone, Default)]
pub(crate) struct EarlyStop {
    next: u64,
}

impl EarlyStop {
    /// Whether the games so far are enough, where a look is due. `bots` is the number of bots
    /// without their copies.
    pub(crate) fn is_decided(
        &mut self,
        about: &About,
        header: &Header,
        bots: usize,
        tally: &Tally,
        matched: &Matched,
    ) -> bool {
        let games = tally.games();
        if games < self.next {
            return false;
        }
        self.next = games + games / RARER;
        decision(about, tally, matched, bots, header.tolerance).is_final()
    }
}

/// Why a tournament ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// All games were to be played, and are.
    Played {
        /// How many.
        games: u64,
    },
    /// All bots are told apart, or shown to be within the tolerance.
    Decided {
        /// After so many games.
        games: u64,
    },
    /// Too few are left to go on.
    TooFew {
        /// After so many games.
        games: u64,
        /// How few, and who is out.
        why: String,
    },
    /// It ended with somebody not told apart.
    Open {
        /// After so many games.
        games: u64,
        /// Whether they were all that were planned.
        ended: Ended,
        /// The names of neighbours in the standings, the better first.
        pairs: Vec<(String, String)>,
    },
}

impl Reason {
    /// Why a tournament that was to stop when all is decided stopped.
    #[must_use]
    pub fn found(
        about: &About,
        header: &Header,
        bots: usize,
        tally: &Tally,
        matched: &Matched,
        ended: Ended,
    ) -> Self {
        let (games, open) = (tally.games(), decision(about, tally, matched, bots, header.tolerance).open);
        if open.is_empty() {
            return Self::Decided { games };
        }
        let name = |entrant: EntrantId| header.entrants[entrant.index()].name.clone();
        let pairs = open.into_iter().map(|(one, other)| (name(one), name(other))).collect();
        Self::Open { games, ended, pairs }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played { games } => write!(f, "all {games} games are played"),
            Self::Decided { games } => write!(f, "decided after {games} games"),
            Self::TooFew { games, why } => write!(f, "ended after {games} games: {why}"),
            Self::Open { games, ended, pairs } => {
                let why = if *ended == Ended::Complete { "cap reached" } else { "interrupted" };
                let pairs: Vec<String> =
                    pairs.iter().map(|(one, other)| format!("{one} and {other}")).collect();
                write!(f, "{why} after {games} games: {} not told apart", pairs.join("; "))
            }
        }
    }
}

/// How many bots there are without their copies: a field that does not fill a table is entered as
/// often as it takes.
#[must_use]
pub fn bots_of(header: &Header) -> usize {
    let entrants = header.entrants.len();
    let copied = |bots: &usize| {
        let (first, rest) = header.entrants.split_at(*bots);
        entrants.is_multiple_of(*bots)
            && rest
                .iter()
                .zip(first.iter().cycle())
                .all(|(one, other)| (&one.bot, &one.hash) == (&other.bot, &other.hash))
    };
    // Copies are entered only where there are fewer bots than seats.
    (1..header.seats.min(entrants)).find(copied).unwrap_or(entrants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_who_is_not_told_apart() {
        let pairs = vec![("Ada".to_owned(), "Bob".to_owned()), ("Bob".to_owned(), "Cyd".to_owned())];
        let open = Reason::Open { games: 64, ended: Ended::Stopped, pairs };
        assert_eq!(open.to_string(), "interrupted after 64 games: Ada and Bob; Bob and Cyd not told apart");
        assert_eq!(Reason::Decided { games: 128 }.to_string(), "decided after 128 games");
    }
}
