//! What is true of every position of a game: its name, its seats, its figures and how they rank.

use arrayvec::ArrayVec;

use crate::game::BadSetup;
use crate::seats::Seat;

/// The most seats a table can have.
pub const MAX_SEATS: usize = 12;
/// The most figures a game can keep per seat.
pub const MAX_FIGURES: usize = 9;

/// One score per seat, in the players' own counting.
pub type Scores = ArrayVec<f64, MAX_SEATS>;

/// One seat's figures of one game, in the order of [`About::figures`]; `None` where nothing was recorded.
pub type Figures = ArrayVec<Option<f64>, MAX_FIGURES>;

/// A game described.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The name in plans, commands and records: `last-card`.
    pub name: &'static str,
    /// The name for people: `Last Card`.
    pub title: &'static str,
    /// One sentence that tells the game.
    pub tagline: &'static str,
    /// Raised whenever an old record would replay differently.
    pub version: u32,
    /// The numbers of seats a table may have, lowest first; the highest that can be filled is the default.
    pub seats: &'static [usize],
    /// The fewest bots a tournament needs.
    pub fewest_bots: usize,
    /// Whether anything is hidden from a seat; imagining a position draws it anew.
    pub hidden: bool,
    /// How bots come to their seats.
    pub seating: Seating,
    /// What is counted for each seat.
    pub figures: &'static [Figure],
    /// The order of the standings: figures by index, the most important first, each by its mean per game.
    pub ranking: &'static [Rank],
}

/// How bots come to their seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// Each game draws its seats out of all bots, without repeats; too few bots are an error.
    Drawn,
    /// As `Drawn`; where there are too few bots, they sit more than once.
    DrawnWithCopies,
    /// Every pair meets equally often; which of the two seats is whose makes no difference.
    Pairs,
    /// Every pair meets equally often in both orders of seats.
    PairsBothWays,
}

/// One thing that is counted per seat and game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// As it stands above its column.
    pub name: &'static str,
    /// What it counts, in one sentence.
    pub meaning: &'static str,
}

/// A figure that ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// Its index in [`About::figures`].
    pub figure: usize,
    /// Which end of it is the better one.
    pub better: Better,
}

/// Which end of a figure is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// The lowest mean ranks first.
    Low,
    /// The highest mean ranks first.
    High,
}

impl About {
    /// Says no to a number of seats this game does not have.
    pub fn check_seats(&self, seats: usize) -> Result<(), BadSetup> {
        if self.seats.contains(&seats) {
            return Ok(());
        }
        let allowed: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        Err(BadSetup(format!("{} is played by {}, not by {seats}", self.title, allowed.join(" or "))))
    }

    /// The figure that decides first, the one a table calls the mean.
    #[must_use]
    pub fn main_figure(&self) -> Figure {
        self.figures[self.ranking[0].figure]
    }
}

/// Scores from a function of the seat.
pub fn scores_of(seats: usize, score: impl Fn(Seat) -> f64) -> Scores {
    Seat::all(seats).map(score).collect()
}
