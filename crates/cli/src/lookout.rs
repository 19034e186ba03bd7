//! Looking at a tournament while it is played, to see if it may stop.
//!
//! Looks are at borders of batches and nowhere else, so that a tournament stops after the same game on any number of
//! threads and after any interruption. What is looked at is the record, as it would be a year later.

use croupier_arena::Ended;
use croupier_games::Game;
use croupier_record::{Block, Header, games_in, replay};
use croupier_stats::{Decision, MOST_COMPARED, Matched, Tally, decision};

use crate::failure::Failure;

/// Games between two looks, at least.
pub(crate) const LOOK: u64 = 64;

/// Says whether what is known is enough.
pub(crate) type Enough<'a> = &'a mut dyn FnMut(&Matched, &Tally) -> bool;

/// Whoever looks.
pub(crate) struct Lookout<'a, G: Game> {
    header: Header,
    options: &'a G::Options,
    matched: Matched,
    enough: Enough<'a>,
    satisfied: bool,
}

impl<'a, G: Game> Lookout<'a, G> {
    /// Looks at the tournament with this head.
    pub(crate) fn new(header: &Header, options: &'a G::Options, enough: Enough<'a>) -> Result<Self, Failure> {
        if header.entrants.len() > MOST_COMPARED {
            return Err(Failure::BadInput(format!(
                "{} bots are too many to compare all pairs; `until = \"decided\"` takes up to {MOST_COMPARED}",
                header.entrants.len()
            )));
        }
        let matched = Matched::new(&G::ABOUT, header);
        Ok(Self { header: header.clone(), options, matched, enough, satisfied: false })
    }

    /// Takes in the games of a batch; `tally` is that of all games up to its end.
    pub(crate) fn look(&mut self, block: &Block, tally: &Tally) -> Result<(), Failure> {
        let header = &self.header;
        for recorded in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            let (end, _) = replay::<G>(&recorded, self.options, header.seed(), |_| {})?;
            self.matched.add(&recorded.fixture, &end);
        }
        self.matched.settle();
        self.satisfied = (self.enough)(&self.matched, tally);
        Ok(())
    }

    /// Whether the last look was enough.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.satisfied
    }

    /// What was found.
    pub(crate) fn matched(self) -> Matched {
        self.matched
    }
}

/// Why the games ended before all were played.
pub(crate) enum Halt {
    /// Something went wrong.
    Failure(Failure),
    /// Whoever looks has seen enough.
    Enough,
}

impl<T: Into<Failure>> From<T> for Halt {
    fn from(failure: T) -> Self {
        Self::Failure(failure.into())
    }
}

impl Halt {
    /// Having seen enough is an end like any other.
    pub(crate) fn ended(result: Result<Ended, Self>) -> Result<Ended, Failure> {
        match result {
            Ok(ended) => Ok(ended),
            Err(Self::Enough) => Ok(Ended::Complete),
            Err(Self::Failure(failure)) => Err(failure),
        }
    }
}

/// How many bots there are without their copies: a field that does not fill a table is entered as often as it takes.
pub(crate) fn bots_of(header: &Header) -> usize {
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

/// Why a tournament that was to stop when all is decided stopped.
pub(crate) fn reason<G: Game>(
    header: &Header,
    bots: usize,
    tally: &Tally,
    matched: &Matched,
    played: bool,
) -> String {
    let Decision { open } = decision(&G::ABOUT, tally, matched, bots, header.tolerance);
    if open.is_empty() {
        return format!("decided after {} games", tally.games());
    }
    let name = |entrant: croupier_record::EntrantId| header.entrants[entrant.index()].name.as_str();
    let pairs: Vec<String> =
        open.iter().map(|&(one, other)| format!("{} and {}", name(one), name(other))).collect();
    let why = if played { "cap reached" } else { "interrupted" };
    format!("{why} after {} games: {} not told apart", tally.games(), pairs.join("; "))
}
