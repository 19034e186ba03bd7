//! All that a report says of a tournament, as a fold over its finished games.
//!
//! Digests of consecutive games merge into the digest of all of them, so that a record can be read block by
//! block on any number of threads and always comes to the same. Its size depends on the field, never on the
//! number of games. It knows nothing of how anything is written.

mod faults;
mod histogram;
mod notable;
mod pairs;
mod reading;
mod thinking;

use croupier_games::{About, Game, MAX_SEATS, Seat};
use croupier_record::{Fixture, GameTimes, Missteps, Part};
use croupier_stats::Tally;

pub use faults::{FaultBook, FaultsOfKind, first_of_kind, kind_words};
pub use histogram::Histogram;
pub use notable::{Best, Notable, Reason};
pub use pairs::{MOST_PAIRED, Meeting, Pairs};
pub use reading::digest_of;
pub use thinking::Thinking;

/// A finished game, as a digest takes it in.
#[derive(Debug)]
pub struct Finished<'a, G: Game> {
    /// Who sat where.
    pub fixture: &'a Fixture,
    /// The last position.
    pub end: &'a G,
    /// What went wrong.
    pub missteps: &'a Missteps,
    /// How many turns each seat had.
    pub turns: [u32; MAX_SEATS],
    /// How long each seat thought, where it was taken.
    pub times: Option<GameTimes>,
}

/// What was made of all games.
#[derive(Debug, Clone, PartialEq)]
pub struct Digest {
    /// The sums that standings are made of.
    pub tally: Tally,
    /// More of everyone.
    pub entrants: Vec<EntrantDigest>,
    /// Everyone against everyone; `None` where the field is too large to print it.
    pub pairs: Option<Pairs>,
    /// Games worth telling.
    pub notable: Notable,
    /// Turns in all.
    pub turns: u64,
    /// Where bots that were started anew were not what they had been, in the order of the games.
    pub parts: Vec<Part>,
    main: usize,
    shown: usize,
    low_is_better: bool,
}

/// More of one entrant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntrantDigest {
    /// How often it made which score.
    pub scores: Histogram,
    /// What it made in each seat.
    pub seats: [SeatSum; MAX_SEATS],
    /// Turns it had.
    pub turns: u64,
    /// What went wrong, by kind.
    pub faults: FaultBook,
    /// How long it thought.
    pub thinking: Thinking,
}

/// What was made in one seat.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SeatSum {
    /// Games played there.
    pub games: u64,
    /// Sum of the figure that ranks first.
    pub sum: f64,
}

impl SeatSum {
    /// The mean; `None` where no game was played there.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }
}

/// The figure whose distribution is shown: the last that ranks, since the first is often only a win or a
/// loss.
#[must_use]
pub fn shown_figure(about: &About) -> usize {
    about.ranking.last().map_or(0, |rank| rank.figure)
}

impl Digest {
    /// Nothing played yet.
    #[must_use]
    pub fn new(about: &About, entrants: usize) -> Self {
        let last = about.ranking.last();
        Self {
            tally: Tally::new(about, entrants),
            entrants: vec![EntrantDigest::default(); entrants],
            pairs: Pairs::of(entrants),
            notable: Notable::default(),
            turns: 0,
            parts: Vec::new(),
            main: about.ranking[0].figure,
            shown: shown_figure(about),
            low_is_better: last.is_some_and(|rank| rank.better == croupier_games::Better::Low),
        }
    }

    /// Takes in a finished game.
    pub fn add<G: Game>(&mut self, game: &Finished<'_, G>) {
        self.tally.add(game.fixture, game.end, game.missteps);
        let seats = game.fixture.seats.len();
        let (mut main, mut shown) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        for seat in Seat::all(seats) {
            let figures = game.end.figures(seat);
            let at = seat.index();
            (main[at], shown[at]) = (figures[self.main].unwrap_or(0.0), figures[self.shown].unwrap_or(0.0));
            self.seat(game, seat, main[at], shown[at]);
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.add(&game.fixture.seats, &main);
        }
        let turns: u32 = game.turns.iter().sum();
        self.turns += u64::from(turns);
        self.notable.add(game.fixture.number, &mut shown[..seats], turns, self.low_is_better);
    }

    fn seat<G: Game>(&mut self, game: &Finished<'_, G>, seat: Seat, main: f64, shown: f64) {
        let entrant = &mut self.entrants[game.fixture.entrant(seat).index()];
        entrant.scores.add(shown);
        let place = &mut entrant.seats[seat.index()];
        *place = SeatSum { games: place.games + 1, sum: place.sum + main };
        let turns = game.turns[seat.index()];
        entrant.turns += u64::from(turns);
        if let Some(missteps) = game.missteps.of(seat) {
            entrant.faults.add(game.fixture.number, &missteps.kinds);
        }
        if let Some(times) = game.times {
            entrant.thinking.add(times[seat.index()], turns);
        }
    }

    /// Adds the digest of games that come after these.
    pub fn merge(&mut self, later: &Self) {
        self.tally.merge(&later.tally);
        for (entrant, more) in self.entrants.iter_mut().zip(&later.entrants) {
            entrant.merge(more);
        }
        if let (Some(pairs), Some(more)) = (&mut self.pairs, &later.pairs) {
            pairs.merge(more);
        }
        self.notable.merge(&later.notable);
        self.turns += later.turns;
        self.parts.extend_from_slice(&later.parts);
    }
}

impl EntrantDigest {
    fn merge(&mut self, later: &Self) {
        self.scores.merge(&later.scores);
        for (place, more) in self.seats.iter_mut().zip(&later.seats) {
            *place = SeatSum { games: place.games + more.games, sum: place.sum + more.sum };
        }
        self.turns += later.turns;
        self.faults.merge(&later.faults);
        self.thinking.merge(&later.thinking);
    }
}
