//! Standings and games written for people and for programs.
//!
//! One file per kind of report. Everything is made from records and tallies; nothing here plays.

mod averages;
mod columns;
pub mod digest;
pub mod export;
mod html;
mod json;
mod logs;
mod markdown;
mod plan_page;
pub mod sections;
mod standings_table;
mod story;

pub use averages::averages;
pub use columns::{Align, Columns};
pub use html::html;
pub use json::{OutcomeJson, StandingJson, outcome_json};
pub use logs::{LogError, LogFolder};
pub use markdown::markdown;
pub use plan_page::plan_page;
pub use standings_table::{Faults, cross_table, standings_table};
pub use story::{story, winners_line};
