//! Bots for Croupier's games, in Rust, without packages.
//!
//! A bot implements [`Player`] for its game and hands over how one is made; the protocol is spoken here.
//!
//! ```no_run
//! use croupier::no_thanks::{Decision, NoThanks, View};
//!
//! struct Frugal;
//!
//! impl croupier::Player<NoThanks> for Frugal {
//!     fn choose(&mut self, view: &View) -> Decision {
//!         if view.cost() < 9 { Decision::Take } else { Decision::Pass }
//!     }
//! }
//!
//! fn main() {
//!     croupier::play(|| Frugal)
//! }
//! ```

pub mod any_game;
pub mod hearts;
pub mod json;
pub mod jujitsu;
pub mod last_card;
pub mod no_thanks;
pub mod score_four;
mod serve;
mod table;

pub use json::Value;
pub use serve::{play, Game, Player};
pub use table::{memory, random, refused, remember, time_ms};
