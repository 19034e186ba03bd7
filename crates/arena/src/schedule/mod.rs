//! Who sits where in which game: a pure function of the tournament's luck and the game's number.
//!
//! That any game's seats can be worked out alone is what lets games be played in any order, on any number of
//! threads, and a run be resumed in the middle. Each design is a file; which bots are compared, and how, is
//! not known here.

mod balanced;
mod pairs;
mod random;
mod rotate;
mod substitute;
mod tables;
#[cfg(test)]
mod tests;
mod versus;

use std::num::NonZeroU64;

use arrayvec::ArrayVec;
use croupier_games::{About, Chance, MAX_SEATS, Seating, Seed};
use croupier_record::{Design, EntrantId, Fixture, Luck, Lucks, MOST_GAMES, seating};

use balanced::Balanced;
use random::Random;
use tables::Tables;
use versus::Versus;

/// The child of what tables are laid out from that the first generator drew all else from.
const BESIDE: u64 = u64::MAX;
/// More bots than this need a design that does not meet everyone.
const MOST_BOTS: usize = 10_000;

/// Everyone at a table, seat 0 first.
type TableSeats = ArrayVec<EntrantId, MAX_SEATS>;

/// The seats of all games of a tournament.
#[derive(Debug, Clone)]
pub struct Schedule {
    tournament: Seed,
    /// What tables are laid out from.
    seed: Seed,
    bots: usize,
    seats: usize,
    layout: Layout,
    /// After how many games someone looks, where the end depends on the results.
    look: Option<u64>,
}

/// The design, with what it needs.
#[derive(Debug, Clone)]
enum Layout {
    Random(Random),
    Balanced(Balanced),
    Pairs(Tables),
    Substitute { tables: Tables, set: u64 },
    Rotate(Tables),
}

/// A field of bots that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadField(pub String);

/// Fewer are left than sit at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooFew {
    /// Who is left.
    pub left: usize,
    /// Who sits at a table.
    pub seats: usize,
}

impl std::fmt::Display for TooFew {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let left =
            if self.left == 1 { "1 bot is left".to_owned() } else { format!("{} bots are left", self.left) };
        write!(f, "{left}, and {} sit at a table", self.seats)
    }
}

impl Schedule {
    /// The schedule for a number of bots as the game's source seats them; `players` is the number of seats
    /// where the plan says one.
    pub fn new(about: &About, bots: usize, players: Option<usize>, seed: Seed) -> Result<Self, BadField> {
        Self::designed(about, bots, players, Design::Random, seed)
    }

    /// The schedule of a design.
    pub fn designed(
        about: &About,
        bots: usize,
        players: Option<usize>,
        design: Design,
        seed: Seed,
    ) -> Result<Self, BadField> {
        let seats = seats_for(about, bots, players)?;
        let (tournament, seed) = (seed, seating(seed));
        if design == Design::Substitute && bots <= seats {
            return Err(BadField(format!(
                "the design substitute needs a bot more than seats; {bots} bots sit at a table for {seats}: \
                 take a smaller table with `players`, more bots, or another design"
            )));
        }
        let balanced = || Balanced::new(bots, seats, seed);
        let tables = || Tables::Everyone(balanced());
        let layout = match design {
            Design::Random => Layout::Random(Random { bots, seats, seating: about.seating }),
            Design::Balanced => Layout::Balanced(balanced()),
            Design::Pairs => Layout::Pairs(tables()),
            Design::Substitute => Layout::Substitute { tables: tables(), set: substitute::set(bots, seats) },
            Design::Rotate => Layout::Rotate(tables()),
        };
        Ok(Self { tournament, seed, bots, seats, layout, look: None })
    }

    /// The schedule of a comparison of the first two bots, with all others as their opponents.
    ///
    /// There must be enough of them: one less than seats for `substitute`, two less for the others.
    pub fn versus(
        about: &About,
        bots: usize,
        players: Option<usize>,
        design: Design,
        seed: Seed,
    ) -> Result<Self, BadField> {
        let sitting = if design == Design::Substitute { 1 } else { 2 };
        let widest = about.seats.iter().copied().filter(|&seats| seats + 2 <= bots + sitting).max();
        let Some(widest) = widest else {
            return Err(BadField(format!("{} bots are too few to compare two in {}", bots, about.title)));
        };
        let seats = seats_for(about, bots, players.or(Some(widest)))?;
        if seats > widest {
            return Err(BadField(format!(
                "a table for {seats} needs {} opponents of the two that are compared; there are {}",
                seats - sitting,
                bots - 2
            )));
        }
        if matches!(design, Design::Random | Design::Balanced) {
            return Self::designed(about, bots, Some(seats), design, seed);
        }
        let (tournament, seed) = (seed, seating(seed));
        let tables = Tables::Versus(Versus { bots, seats, sitting });
        let layout = match design {
            Design::Substitute => Layout::Substitute { tables, set: 2 },
            Design::Rotate => Layout::Rotate(tables),
            _ => Layout::Pairs(tables),
        };
        Ok(Self { tournament, seed, bots, seats, layout, look: None })
    }

    /// The same, for a tournament whose results are looked at after every so many games, to see if it may
    /// stop.
    #[must_use]
    pub fn looked_at_every(self, games: u64) -> Self {
        Self { look: Some(games), ..self }
    }

    /// Games in a batch where so many are usual: no more than between two looks, and always whole sets, so
    /// that whoever adds up the games of a deal never holds half of them.
    pub(crate) fn batch(&self, usual: u64) -> u64 {
        self.look.map_or(usual, |look| usual.min(look)).next_multiple_of(self.games_per_deal().get())
    }

    /// How many sit at a table.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Why no table can be filled where these are out of the tournament; `None` while one can.
    #[must_use]
    pub fn too_few(&self, out: &[EntrantId]) -> Option<TooFew> {
        let left = (self.bots * self.copies()).saturating_sub(out.len());
        (left < self.seats).then_some(TooFew { left, seats: self.seats })
    }

    /// How many times each bot is entered: more than once where there are fewer bots than seats.
    #[must_use]
    pub fn copies(&self) -> usize {
        self.seats.div_ceil(self.bots)
    }

    /// The number of games that will be played where `asked` are: rounds, round robins and sets of games with
    /// one deal are played to their end.
    #[must_use]
    pub fn games(&self, asked: u64) -> u64 {
        // Nobody plays more, and the last round of them can still be counted.
        let asked = asked.min(MOST_GAMES);
        match &self.layout {
            Layout::Random(random) => random.games(asked),
            Layout::Balanced(balanced) => asked.next_multiple_of(balanced.round()),
            Layout::Pairs(_) | Layout::Substitute { .. } | Layout::Rotate(_) => {
                asked.next_multiple_of(self.games_per_deal().get())
            }
        }
    }

    /// How many consecutive games share a deal.
    #[must_use]
    pub fn games_per_deal(&self) -> NonZeroU64 {
        let games = match &self.layout {
            Layout::Random(_) | Layout::Balanced(_) => 1,
            Layout::Pairs(_) => pairs::SET,
            Layout::Substitute { set, .. } => *set,
            Layout::Rotate(_) => self.seats as u64,
        };
        NonZeroU64::new(games).unwrap_or(NonZeroU64::MIN)
    }

    /// One game.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        self.fixture_with(number, &Lucks::of(self.tournament).game(number, self.deal(number)))
    }

    /// Which deal a game plays.
    #[must_use]
    pub fn deal(&self, number: u64) -> u64 {
        number / self.games_per_deal()
    }

    /// One game, for whoever has its luck already: working that out takes longer than all else here.
    #[must_use]
    pub fn fixture_with(&self, number: u64, luck: &Luck) -> Fixture {
        self.fixture_without(number, luck, &[])
    }

    /// The same where these are out of the tournament, the lowest number first: tables that are drawn are
    /// drawn from those who are left. All other designs need everyone, and keep their fixtures; those with
    /// one of these at the table are not to be played.
    #[must_use]
    pub fn fixture_without(&self, number: u64, luck: &Luck, out: &[EntrantId]) -> Fixture {
        let deal = self.deal(number);
        let draws = Draws { luck, seed: self.seed, deal };
        let seats = match &self.layout {
            Layout::Random(random) => random.table(number, draws, out),
            Layout::Balanced(balanced) => balanced.table(number),
            Layout::Pairs(tables) => pairs::table(tables, draws, number),
            Layout::Substitute { tables, set } => substitute::table(tables, draws, self.bots, *set, number),
            Layout::Rotate(tables) => rotate::table(tables, draws, number, self.seats),
        };
        Fixture { number, deal, seats }
    }
}

/// What the table of a deal is drawn from.
#[derive(Debug, Clone, Copy)]
struct Draws<'a> {
    luck: &'a Luck,
    seed: Seed,
    deal: u64,
}

impl Draws<'_> {
    /// For who sits where.
    fn table(self) -> Chance {
        Chance::new(self.luck.table().unwrap_or_else(|| self.seed.child(self.deal)))
    }

    /// For what a design draws beside that.
    fn beside(self) -> Chance {
        Chance::new(self.luck.beside_table().unwrap_or_else(|| self.seed.child(BESIDE).child(self.deal)))
    }
}

/// The number of seats for a field, where there is one; `players` is what the plan says.
pub fn seats_for(about: &About, bots: usize, players: Option<usize>) -> Result<usize, BadField> {
    if bots < about.fewest_bots {
        let entered =
            if bots == 1 { "1 bot is entered".to_owned() } else { format!("{bots} bots are entered") };
        return Err(BadField(format!(
            "{} needs at least {} bots; {entered}",
            about.title, about.fewest_bots
        )));
    }
    if bots > MOST_BOTS {
        return Err(BadField(format!("{bots} bots are entered; at most {MOST_BOTS} can be")));
    }
    match players {
        Some(players) => checked(about, bots, players),
        None => Ok(widest(about, bots)),
    }
}

/// The number of seats the plan asks for, if the game and the field have them.
fn checked(about: &About, bots: usize, players: usize) -> Result<usize, BadField> {
    about.check_seats(players).map_err(|error| BadField(error.to_string()))?;
    if players > bots && about.seating != Seating::DrawnWithCopies {
        return Err(BadField(format!("a table for {players} needs {players} bots; {bots} are entered")));
    }
    Ok(players)
}

/// The largest table that the field fills.
fn widest(about: &About, bots: usize) -> usize {
    let filled = about.seats.iter().copied().filter(|&seats| seats <= bots).max();
    filled.or(about.seats.first().copied()).unwrap_or(1)
}
