//! What a game is: a position that deals itself, shows each seat its own view, takes moves and says who won.
//!
//! A value is one position. All chance comes from the seed, so a game is (name, version, options, seed, moves
//! and refusals). The rules never hear of time, bots, faults or tournaments.

use std::fmt::{Debug, Display};

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::about::{About, Figures, Scores};
use crate::chance::Chance;
use crate::layout::{Field, NONE, size_of};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;

/// One position of a game.
///
/// ```
/// use croupier_games::{Chance, Game, Seed, no_thanks::NoThanks};
///
/// let mut chance = Chance::new(Seed::plain(1));
/// let mut game = NoThanks::deal(3, &Default::default(), Seed::plain(2026)).unwrap();
/// while let Some(seat) = game.turn().next() {
///     let mv = game.any(seat, &mut chance);
///     game.play(seat, mv).unwrap();
/// }
/// assert_eq!(game.scores().len(), 3);
/// ```
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Name, seats, figures and everything else that is true of every position.
    const ABOUT: About;

    /// What an organiser may set. Unknown keys are errors, every key has a default.
    type Options: Clone
        + PartialEq
        + Debug
        + Default
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + Send
        + Sync;
    /// What a seat answers. It can hold illegal moves too: bots make them, and the record keeps them.
    type Move: Move;
    /// The rule that a refused move breaks.
    type Breach: Copy + PartialEq + Debug + Display;
    /// One seat's knowledge of a position, borrowed from it: no copy, no allocation.
    type View<'a>: View<Move = Self::Move>;

    /// The position before the first move.
    fn deal(seats: usize, options: &Self::Options, seed: Seed) -> Result<Self, BadSetup>;

    /// What a tournament demands of the options beyond what can be dealt for practice.
    fn check_competitive(options: &Self::Options) -> Result<(), BadSetup> {
        let _ = options;
        Ok(())
    }

    /// Who owes a move.
    fn turn(&self) -> Turn;

    /// What a seat may know, and nothing else. Any seat has a view at any time, also when it owes no move.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// Plays a move, or says which rule it breaks and changes nothing.
    fn play(&mut self, seat: Seat, mv: Self::Move) -> Result<(), Illegal<Self::Breach>>;

    /// The game's own answer to a refused or missing move of a seat that owes one.
    ///
    /// `attempt` is the move that [`Game::play`] has just refused, `None` where no move came. Most games do
    /// not look at it; in Last Card a call was heard although its cards were sent back.
    fn refuse(&mut self, seat: Seat, attempt: Option<Self::Move>) -> Refusal;

    /// A position drawn from all those that fit a view.
    fn imagine(view: Self::View<'_>, chance: &mut Chance) -> Self;

    /// The score of every seat, in the players' own counting; final once the game is over.
    fn scores(&self) -> Scores;

    /// The seats that won: several where they share it, none where nobody did; meaningful once the game is
    /// over.
    fn winners(&self) -> Seats;

    /// One seat's figures, in the order of [`About::figures`]; they count once the game is over.
    fn figures(&self, seat: Seat) -> Figures;

    /// Tells one moment of the game in plain lines, each ended by a newline.
    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String);

    /// All legal moves of a seat that owes one, without repeats; `moves` is cleared first.
    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Vec<Self::Move>) {
        self.view(seat).legal(moves);
    }

    /// One legal move of a seat that owes one, without listing them all.
    #[inline]
    fn any(&self, seat: Seat, chance: &mut Chance) -> Self::Move {
        self.view(seat).any(chance)
    }
}

/// A seat's knowledge. What is legal follows from it alone: asking for moves can reveal nothing.
///
/// Its JSON form is what leaves the process; the lens itself is what players in Rust look through.
pub trait View: Copy + Debug + Serialize {
    /// The game's move.
    type Move;
    /// What the view is as JSON: its serialised form can be read as this, and its schema is made from it.
    type Shown: Serialize + DeserializeOwned + JsonSchema;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// All legal moves, without repeats, should this seat owe one; `moves` is cleared first.
    fn legal(&self, moves: &mut Vec<Self::Move>);

    /// How the view lies in memory as bytes. The layout is part of the protocol.
    const FIELDS: &'static [Field];

    /// Writes the view as bytes that lie as [`View::FIELDS`] say to the beginning of `room`, which is the
    /// memory of a WebAssembly module or as long as all fields; how many there are.
    fn lay(&self, room: &mut [u8]) -> usize;

    /// Appends the same bytes.
    fn bytes(&self, out: &mut Vec<u8>) {
        let begins = out.len();
        out.resize(begins + const { size_of(Self::FIELDS) }, NONE);
        let length = self.lay(&mut out[begins..]);
        out.truncate(begins + length);
    }

    /// Appends the view as bytes that a slow language reads quicker than JSON. The layout is part of the
    /// protocol; which games are offered so is the business of whoever sends it.
    fn compact(&self, out: &mut Vec<u8>) {
        self.bytes(out);
    }

    /// One legal move, without listing them all: quick rather than uniform. The seat must owe a move.
    fn any(&self, chance: &mut Chance) -> Self::Move;
}

/// A move: a small value with a JSON form for bots and a number for records.
pub trait Move:
    Copy + PartialEq + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
    /// The move as a number below 2⁴⁸, small for common moves; it never changes its meaning within a game's
    /// version.
    fn code(self) -> u64;

    /// The move of a number; `None` where no move has it.
    fn from_code(code: u64) -> Option<Self>;
}

/// Why a move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal<B: Display> {
    /// The seat owes no move.
    #[error("it is not this seat's turn")]
    NotToMove,
    /// The move breaks a rule.
    #[error("{0}")]
    Breach(B),
}

/// What became of a refused or missing move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The game played on by its own rule.
    Played,
    /// The seat is asked once more.
    AskAgain,
    /// The seat has lost by it, and the game is over.
    Forfeited,
}

/// A game that cannot be dealt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSetup(pub String);
