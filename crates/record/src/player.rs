//! What the table expects of whoever plays: a mind in this process or a bot far away.

use std::time::Duration;

use croupier_games::{Game, Seat, Seed};

use crate::fault::Fault;
use crate::fixture::EntrantId;
use crate::given::LeftOff;

/// Someone who plays a seat.
///
/// `ask` and `reply` are apart so that a simultaneous turn is "ask all, then collect all".
pub trait Player<G: Game>: Send {
    /// Puts the question; the view is gone when this returns.
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>>;

    /// The answer to the last question.
    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>>;

    /// Question and answer in one, where nobody else is asked at the same time; quicker for a mind in this
    /// process.
    #[inline]
    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        self.ask(ask)?;
        self.reply()
    }

    /// Whether it is a mind: somebody in this process who needs nothing but the view, answers as soon
    /// as it is asked, keeps nothing from game to game, wants to hear of no move and has no clock of
    /// its own; asked once, at the start of a game. At a table of minds without a clock,
    /// [`Player::choose`] is all it is asked, and no end of a game is told.
    fn is_mind(&self) -> bool {
        false
    }

    /// The move of a mind, which is quicker than question and answer; `None` from whoever is none.
    #[inline]
    fn choose(&mut self, _view: G::View<'_>) -> Option<G::Move> {
        None
    }

    /// Something happened that the player may know.
    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>>;

    /// Gets ready to play: whoever is outside this process is started and greeted, if it is not yet. The
    /// fault says why it cannot play.
    fn wake(&mut self) -> Result<(), Box<Fault>> {
        Ok(())
    }

    /// Whether the player keeps nothing from game to game whatever it is told, as players of the house do.
    ///
    /// Where a deal is repeated, it then has the same luck of its own again, so that less is left to luck;
    /// whoever could remember a game has other luck in each.
    fn keeps_nothing(&self) -> bool {
        false
    }

    /// Whether the player wants to hear of every move; asked once, at the start of a game.
    ///
    /// Players that look only at the view are spared, and so is the time it takes.
    fn follows(&self) -> bool {
        false
    }

    /// Whether the player can go on in a game whose beginning it has not seen; known once it was told of a
    /// game.
    ///
    /// Nearly all can, since every question shows the whole view. One whose interface only tells of moves
    /// cannot.
    fn joins(&self) -> bool {
        true
    }

    /// Whether the answers of several games come together, so that a table lets this game wait after it has
    /// asked; asked once, at the start of a game.
    fn waits(&self) -> bool {
        false
    }

    /// What the last answer took by a clock of the player's own, where it has one;
    /// `None` also where the player was not reached.
    fn own_time(&self) -> Option<OwnTime> {
        None
    }

    /// How the next questions count, until something else is said.
    fn set_pace(&mut self, _pace: Pace) {}

    /// In an earlier run it failed like this where it has answered now, or was not even asked: it bears the
    /// same consequences.
    fn failed_then(&mut self, _fault: &Fault) {}

    /// Waits until it has taken what it was told last, where that is answered: whoever is behind a url
    /// answers the end of a game, too.
    fn hear_out(&mut self) {}

    /// Whether it failed only because the machine gave it no processor: then nobody is to blame, and the game
    /// is played again.
    fn starved(&self) -> bool {
        false
    }

    /// The game that it sits in was broken off and is played again: whatever has seen its cards is ended, and
    /// somebody new begins. What came of it counts for nothing, as the game does.
    fn begin_anew(&mut self) {}

    /// Where it left off, for whoever takes its games up, where there is something to tell.
    fn left_off(&self) -> Option<LeftOff> {
        None
    }

    /// It played elsewhere before, and left off there like this; nobody was started here yet.
    fn go_on_from(&mut self, _left_off: &LeftOff) {}
}

/// The fuel of a millisecond on the reference machine, one core of an AMD EPYC: Python in the component burns
/// 4·10⁹ in 0.37 s of processor time in an empty loop, in 0.43 s when it works.
pub const FUEL_PER_MS: u64 = 10_000_000;

/// The fuel of a nanosecond. Both ways are gone at every move, so they are plain divisions: it is a whole
/// number.
pub const FUEL_PER_NS: u64 = FUEL_PER_MS / 1_000_000;
const _: () = assert!(FUEL_PER_MS.is_multiple_of(1_000_000));

/// What an answer took by a clock of the player's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnTime {
    /// The fuel it burnt: the same on every machine, so it stands with the moves.
    Fuel(u64),
    /// Its share of the time in which many answers came together, in nanoseconds.
    Share(u64),
    /// All of its own time, in nanoseconds, without what it waited for a processor.
    Alone(u64),
}

impl OwnTime {
    /// The fuel, where that is the clock.
    #[must_use]
    pub fn fuel(self) -> Option<u64> {
        match self {
            Self::Fuel(fuel) => Some(fuel),
            Self::Share(_) | Self::Alone(_) => None,
        }
    }

    /// The time, on the reference machine where fuel is the clock.
    #[must_use]
    pub fn time(self) -> Duration {
        match self {
            Self::Fuel(fuel) => Duration::from_nanos(fuel / FUEL_PER_NS),
            Self::Share(nanos) | Self::Alone(nanos) => Duration::from_nanos(nanos),
        }
    }

    /// The same in whole microseconds.
    #[inline]
    #[must_use]
    pub fn micros(self) -> u64 {
        match self {
            Self::Fuel(fuel) => fuel / (FUEL_PER_NS * 1000),
            Self::Share(nanos) | Self::Alone(nanos) => nanos / 1000,
        }
    }
}

/// How a question counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// It is asked for the first time, and the limits decide.
    #[default]
    Limited,
    /// The same where the game is not played again if the machine gives somebody no processor: it is waited
    /// for longer on the wall, until its own limits decide.
    Patient,
    /// It was answered in an earlier run, and is asked again: no limit counts but one that keeps it from
    /// hanging.
    Unhurried,
    /// The same, but the answer came too late then, so it is not waited for any longer now.
    LateThen,
}

impl Pace {
    /// Whether the limits decide.
    #[must_use]
    pub fn is_limited(self) -> bool {
        matches!(self, Self::Limited | Self::Patient)
    }
}

/// A question: what do you play?
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    /// Repeated by the answer, so that a late one is never taken for the next.
    pub number: u32,
    /// All the seat may know.
    pub view: G::View<'a>,
    /// Why the last answer to this same question was refused.
    pub refused: Option<&'a str>,
    /// What the player asked to be reminded of in its last answer.
    pub memory: Option<&'a str>,
}

/// What a player answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<M> {
    /// The number of the question.
    pub number: u32,
    /// The move.
    pub mv: M,
    /// What it wants to be reminded of with the next question.
    pub memory: Option<Box<str>>,
}

/// Something that happened at the table, as far as a seat may know it.
#[derive(Debug)]
pub enum Notice<'a, G: Game> {
    /// A game begins.
    Start {
        /// The player's seat in it, and what it sees.
        view: G::View<'a>,
        /// Luck of its own, so that its games can be repeated.
        seed: Seed,
        /// The number of the game in its tournament.
        game: u64,
        /// Everyone's name, by seat.
        names: &'a [&'a str],
        /// Everyone's place in the list of entrants, by seat: the same through the whole tournament.
        entrants: &'a [EntrantId],
    },
    /// A move was played; simultaneous moves are told when all are in.
    Moved {
        /// Who played it.
        seat: Seat,
        /// The move.
        mv: G::Move,
    },
    /// The game is over.
    End {
        /// What the seat sees at the end.
        view: G::View<'a>,
        /// The score of every seat.
        scores: &'a [f64],
    },
}
