//! The running sums of a tournament.

use arrayvec::ArrayVec;
use croupier_games::{About, Game, MAX_FIGURES, MAX_SEATS, Seat, Seating};
use croupier_record::{EntrantId, Fixture, GameTimes, Missteps, Out, SeatMissteps};

use crate::clusters::Clusters;
use crate::evidence::Evidence;

/// Sums over games, per entrant. Merging tallies of consecutive games gives the tally of all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    games: u64,
    /// Games that count for nobody.
    uncounted: u64,
    entrants: Vec<EntrantTally>,
    cross: Option<Cross>,
    clusters: Clusters,
    main_figure: usize,
}

/// The sums of one entrant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntrantTally {
    /// Games played.
    pub games: u64,
    /// The game's figures, in their order.
    pub figures: ArrayVec<FigureSum, MAX_FIGURES>,
    /// Moves the rules refused.
    pub illegal: u64,
    /// Crashes, late answers and the like.
    pub faults: u64,
    /// The first of either.
    pub first: Option<FirstMisstep>,
    /// Why and from which game on it was out of the tournament, where it was.
    pub disqualified: Option<FirstMisstep>,
    /// The same of one that was not seated again: it is not ranked.
    pub out: Option<Out>,
    /// Whether its games are in the row of another seat of the same bot: it has none of its own.
    pub is_pooled: bool,
    /// How long it thought, where that was taken: the one thing here that no second run repeats.
    pub thought: Thought,
}

/// Thinking time over the games in which it was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Thought {
    /// In all of these games together. Records are foreign input: where their times are absurd, this is the
    /// most there is.
    pub micros: u64,
    /// How many games they were.
    pub games: u64,
}

impl Thought {
    /// Milliseconds per game; `None` where nobody read a clock, or it never moved.
    #[must_use]
    pub fn ms_per_game(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.micros as f64 / 1000.0 / self.games as f64)
    }
}

/// The sum of a figure over the games of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FigureSum {
    /// Over all games in which it was recorded.
    pub sum: f64,
    /// Whether it was recorded in any game.
    pub recorded: bool,
}

/// The first thing that went wrong for an entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMisstep {
    /// In which game.
    pub game: u64,
    /// In words.
    pub what: String,
}

/// For games of two: what everyone made against everyone.
#[derive(Debug, Clone, PartialEq)]
struct Cross {
    entrants: usize,
    cells: Vec<(u64, f64)>,
}

impl Tally {
    /// Nothing played yet.
    #[must_use]
    pub fn new(about: &About, entrants: usize) -> Self {
        let blank = EntrantTally {
            figures: about.figures.iter().map(|_| FigureSum::default()).collect(),
            ..EntrantTally::default()
        };
        let cross = matches!(about.seating, Seating::Pairs | Seating::PairsBothWays)
            .then(|| Cross { entrants, cells: vec![(0, 0.0); entrants * entrants] });
        Self {
            games: 0,
            uncounted: 0,
            entrants: vec![blank; entrants],
            cross,
            clusters: Clusters::new(entrants),
            main_figure: about.ranking[0].figure,
        }
    }

    /// Counts a finished game.
    pub fn add<G: Game>(&mut self, fixture: &Fixture, end: &G, missteps: &Missteps) {
        self.games += 1;
        let mut made: ArrayVec<(usize, f64), MAX_SEATS> = ArrayVec::new();
        for seat in Seat::all(fixture.seats.len()) {
            let figures = end.figures(seat);
            made.push((fixture.entrant(seat).index(), figures[self.main_figure].unwrap_or(0.0)));
            let entrant = &mut self.entrants[fixture.entrant(seat).index()];
            entrant.games += 1;
            for (sum, figure) in entrant.figures.iter_mut().zip(&figures) {
                sum.sum += figure.unwrap_or(0.0);
                sum.recorded |= figure.is_some();
            }
            if let Some(missteps) = missteps.of(seat) {
                entrant.blame(fixture.number, missteps);
            }
            if let (Some(cross), [one, other]) = (&mut self.cross, fixture.seats.as_slice()) {
                let opponent = if seat.0 == 0 { *other } else { *one };
                cross.add(fixture.entrant(seat), opponent, figures[self.main_figure].unwrap_or(0.0));
            }
        }
        self.clusters.add(fixture.deal, made.into_iter());
    }

    /// A game that counts for nobody.
    pub fn skip(&mut self) {
        self.games += 1;
        self.uncounted += 1;
    }

    /// What went wrong in a game that counts for nobody: whoever is not out answers for it all the same.
    pub fn blame(&mut self, fixture: &Fixture, missteps: &Missteps) {
        for seat in Seat::all(fixture.seats.len()) {
            let entrant = &mut self.entrants[fixture.entrant(seat).index()];
            let is_out = entrant.out.as_ref().is_some_and(|out| out.game < fixture.number);
            if let Some(missteps) = missteps.of(seat).filter(|_| !is_out) {
                entrant.blame(fixture.number, missteps);
            }
        }
    }

    /// These were put out, and are not ranked.
    pub fn put_out(&mut self, outs: &[Out]) {
        for out in outs {
            self.entrants[out.entrant.index()].out.get_or_insert_with(|| out.clone());
        }
    }

    /// Counts the thinking times of a game that was timed.
    pub fn add_times(&mut self, fixture: &Fixture, times: &GameTimes) {
        for seat in Seat::all(fixture.seats.len()) {
            let thought = &mut self.entrants[fixture.entrant(seat).index()].thought;
            *thought = Thought {
                micros: thought.micros.saturating_add(times[seat.index()]),
                games: thought.games + 1,
            };
        }
    }

    /// Adds the tally of games that come after these.
    pub fn merge(&mut self, later: &Self) {
        self.games += later.games;
        self.uncounted += later.uncounted;
        for (entrant, more) in self.entrants.iter_mut().zip(&later.entrants) {
            entrant.merge(more);
        }
        self.clusters.merge(&later.clusters);
        if let (Some(cross), Some(more)) = (&mut self.cross, &later.cross) {
            for (cell, add) in cross.cells.iter_mut().zip(&more.cells) {
                *cell = (cell.0 + add.0, cell.1 + add.1);
            }
        }
    }

    /// Games so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them count for nobody.
    #[must_use]
    pub fn uncounted(&self) -> u64 {
        self.uncounted
    }

    /// The sums of each entrant.
    #[must_use]
    pub fn entrants(&self) -> &[EntrantTally] {
        &self.entrants
    }

    /// How sure the means of the main figure are, and their differences.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let means = self.entrants.iter().map(|entrant| {
            let sum = entrant.figures.get(self.main_figure)?.sum;
            (entrant.games > 0).then(|| (entrant.games as f64, sum / entrant.games as f64))
        });
        Evidence::new(means.collect(), self.clusters.settled())
    }

    /// The same games with all seats of a bot in the row of its first; `into` says which that is, entrant by
    /// entrant.
    #[must_use]
    pub fn pooled(&self, into: &[EntrantId]) -> Self {
        let mut pooled = self.clone();
        for (at, first) in into.iter().enumerate().filter(|(at, first)| first.index() != *at) {
            let seats = &mut pooled.entrants[at];
            seats.is_pooled = true;
            let seats = seats.clone();
            pooled.entrants[first.index()].merge(&seats);
        }
        if let (Some(cross), Some(own)) = (&mut pooled.cross, &self.cross) {
            cross.pool(own, into);
        }
        pooled.clusters = self.clusters.settled().pooled(into);
        pooled
    }

    /// What one entrant made of its games against another: how many, and the sum of the main figure.
    /// `None` for games that are not played in pairs.
    #[must_use]
    pub fn against(&self, one: EntrantId, other: EntrantId) -> Option<(u64, f64)> {
        self.cross.as_ref().map(|cross| cross.cells[one.index() * cross.entrants + other.index()])
    }
}

impl EntrantTally {
    /// The mean of a figure per game played; `None` where it was never recorded.
    #[must_use]
    pub fn mean(&self, figure: usize) -> Option<f64> {
        let sum = self.figures.get(figure)?;
        (sum.recorded && self.games > 0).then(|| sum.sum / self.games as f64)
    }

    fn blame(&mut self, game: u64, missteps: &SeatMissteps) {
        self.illegal += u64::from(missteps.illegal);
        self.faults += u64::from(missteps.faults);
        let first = |what: &String| FirstMisstep { game, what: what.clone() };
        if self.first.is_none() {
            self.first = missteps.first.as_ref().map(first);
        }
        if self.disqualified.is_none() {
            self.disqualified = missteps.disqualified.as_ref().map(first);
        }
    }

    fn merge(&mut self, later: &Self) {
        self.games += later.games;
        for (sum, more) in self.figures.iter_mut().zip(&later.figures) {
            sum.sum += more.sum;
            sum.recorded |= more.recorded;
        }
        self.illegal += later.illegal;
        self.faults += later.faults;
        self.thought.micros = self.thought.micros.saturating_add(later.thought.micros);
        self.thought.games += later.thought.games;
        if self.first.is_none() {
            self.first.clone_from(&later.first);
        }
        if self.disqualified.is_none() {
            self.disqualified.clone_from(&later.disqualified);
        }
        if self.out.is_none() {
            self.out.clone_from(&later.out);
        }
    }
}

impl Cross {
    /// What all seats of a bot made against all of another; what seats of one bot made of each other is
    /// nobody's.
    fn pool(&mut self, own: &Self, into: &[EntrantId]) {
        self.cells.fill((0, 0.0));
        for (at, (games, sum)) in own.cells.iter().enumerate() {
            let (one, other) = (into[at / own.entrants], into[at % own.entrants]);
            if one != other {
                let cell = &mut self.cells[one.index() * own.entrants + other.index()];
                *cell = (cell.0 + games, cell.1 + sum);
            }
        }
    }

    fn add(&mut self, one: EntrantId, other: EntrantId, figure: f64) {
        let cell = &mut self.cells[one.index() * self.entrants + other.index()];
        *cell = (cell.0 + 1, cell.1 + figure);
    }
}
