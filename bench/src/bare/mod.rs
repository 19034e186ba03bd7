//! Bare loops: each game by hand, without trait, views or checks, as the measure of the trait's speed.

pub mod hearts;
