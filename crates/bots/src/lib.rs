//! Players in Rust: starters to learn from, and the house.
//!
//! Each game has a module with its own players; [`house`] lists them all by name. A mind sees a seat's view
//! and nothing else, keeps nothing from one game to the next, and takes its luck from the seed it is given.

mod budget;
mod choose;
pub mod exact;
pub mod house;
#[cfg(test)]
mod ladder_tests;
mod processor_clock;
mod race;
mod rollouts;
pub mod tree;

pub mod hearts;
pub mod jujitsu;
pub mod last_card;
pub mod no_thanks;
pub mod score_four;

pub use budget::{Budget, Spending};
pub use choose::{Choose, Housed, Random};
pub use house::House;
pub use rollouts::{Budgeted, RollingOut, Rollouts};
pub use tree::{TreeSearch, Walking};
