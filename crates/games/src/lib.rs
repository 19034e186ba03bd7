//! The rules of the games Croupier deals.
//!
//! Pure values: a position, its moves and its views. Nothing here knows of time, bots, files or tournaments.
//! Start with the trait [`Game`], then read any one game; [`list`] names them all.

mod about;
mod blocks;
pub mod cards;
mod chance;
mod game;
pub mod layout;
pub mod list;
mod seats;
mod seed;
mod story;
mod stream;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod testing;

pub mod hearts;
pub mod jujitsu;
pub mod last_card;
pub mod no_thanks;
pub mod score_four;

pub use about::{About, Better, Figure, Figures, MAX_FIGURES, MAX_SEATS, Rank, Scores, Seating, scores_of};
pub use chance::{Chance, nth_bit, shuffle_any};
pub use game::{BadSetup, Game, Illegal, Move, Refusal, View};
pub use list::{UnknownGame, Visitor, with_game};
pub use seats::{Seat, Seats, Turn};
pub use seed::{FIRST_GENERATOR, GENERATOR, Pairs, Seed};
pub use story::Moment;
