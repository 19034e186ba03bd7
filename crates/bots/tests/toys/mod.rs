//! Tiny games whose best play is known, as games of the house: for tests of searches and solvers.
//!
//! A toy says its rules in a few lines; `Toy` makes a `Game` of them.

// Not every suite plays every toy, and tests may unwrap.
#![allow(dead_code, unreachable_pub, unused_imports, clippy::unwrap_used)]

mod bids;
mod face_down;
mod kuhn;
mod lines;
mod pegs;

use std::fmt::Debug;

use croupier_games::layout::{Field, Kind};
use croupier_games::{
    About, BadSetup, Better, Chance, Figure, Figures, Game, Illegal, Moment, Move, Rank, Refusal, Scores,
    Seat, Seating, Seats, Seed, Turn, View,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use bids::{Pennies, Scissors};
pub use face_down::{BET, FaceDown, TAKE, TURN};
pub use kuhn::Kuhn;
pub use lines::TicTacToe;
pub use pegs::ScoreThree;

/// The rules of a toy for two, with moves that are numbers.
pub trait Rules: Clone + PartialEq + Debug + Send + Sync + 'static {
    const NAME: &'static str;
    const HIDDEN: bool;
    fn deal(chance: &mut Chance) -> Self;
    fn turn(&self) -> Turn;
    fn legal(&self, seat: Seat) -> Vec<u8>;
    fn play(&mut self, seat: Seat, mv: u8);
    /// All that a seat may know.
    fn seen(&self, seat: Seat) -> Vec<u8>;
    /// Draws anew what a seat may not know.
    fn redraw(&mut self, seat: Seat, chance: &mut Chance);
    /// What seat 0 wins of seat 1.
    fn won(&self) -> f64;
}

/// A toy as a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Toy<R>(pub R);

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NoOptions {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToyMove(pub u8);

impl Move for ToyMove {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().map(Self)
    }
}

#[derive(Debug)]
pub struct ToyView<'a, R> {
    rules: &'a R,
    seat: Seat,
}

impl<R> Clone for ToyView<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ToyView<'_, R> {}

impl<R: Rules> Serialize for ToyView<'_, R> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rules.seen(self.seat).serialize(serializer)
    }
}

impl<R: Rules> View for ToyView<'_, R> {
    type Move = ToyMove;
    type Shown = Vec<u8>;

    const FIELDS: &'static [Field] = &[Field::one("seen", Kind::U8, "all there is")];

    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self, moves: &mut Vec<ToyMove>) {
        moves.clear();
        moves.extend(self.rules.legal(self.seat).into_iter().map(ToyMove));
    }

    fn lay(&self, room: &mut [u8]) -> usize {
        let seen = self.rules.seen(self.seat);
        room[..seen.len()].copy_from_slice(&seen);
        seen.len()
    }

    fn bytes(&self, out: &mut Vec<u8>) {
        out.extend(self.rules.seen(self.seat));
    }

    fn any(&self, chance: &mut Chance) -> ToyMove {
        let legal = self.rules.legal(self.seat);
        ToyMove(legal[chance.below(legal.len())])
    }
}

impl<R: Rules> Game for Toy<R> {
    const ABOUT: About = About {
        name: R::NAME,
        title: R::NAME,
        tagline: "a toy",
        version: 1,
        seats: &[2],
        fewest_bots: 2,
        hidden: R::HIDDEN,
        seating: Seating::Pairs,
        figures: &[Figure { name: "won", meaning: "what was won" }],
        ranking: &[Rank { figure: 0, better: Better::High }],
    };

    type Options = NoOptions;
    type Move = ToyMove;
    type Breach = &'static str;
    type View<'a> = ToyView<'a, R>;

    fn deal(_: usize, _: &NoOptions, seed: Seed) -> Result<Self, BadSetup> {
        Ok(Self(R::deal(&mut Chance::new(seed))))
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn view(&self, seat: Seat) -> ToyView<'_, R> {
        ToyView { rules: &self.0, seat }
    }

    fn play(&mut self, seat: Seat, mv: ToyMove) -> Result<(), Illegal<&'static str>> {
        if !self.turn().awaits(seat) {
            return Err(Illegal::NotToMove);
        }
        if !self.0.legal(seat).contains(&mv.0) {
            return Err(Illegal::Breach("that is no move"));
        }
        self.0.play(seat, mv.0);
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, _: Option<ToyMove>) -> Refusal {
        let first = self.0.legal(seat)[0];
        self.0.play(seat, first);
        Refusal::Played
    }

    fn imagine(view: ToyView<'_, R>, chance: &mut Chance) -> Self {
        let mut rules = view.rules.clone();
        rules.redraw(view.seat, chance);
        Self(rules)
    }

    fn scores(&self) -> Scores {
        [self.0.won(), -self.0.won()].into_iter().collect()
    }

    fn winners(&self) -> Seats {
        Seat::all(2).filter(|seat| self.scores()[seat.index()] >= 0.0).collect()
    }

    fn figures(&self, seat: Seat) -> Figures {
        [Some(self.scores()[seat.index()])].into_iter().collect()
    }

    fn tell(_: &Moment<'_, Self>, _: &[&str], _: &mut String) {}
}
