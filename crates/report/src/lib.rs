//! Standings and games written for people and for programs.
//!
//! One file per kind of report. Everything is made from records and tallies; nothing here plays.

mod averages;
mod c_header;
mod columns;
mod json;
mod logs;
mod plan_page;
mod standings_table;
mod story;

pub use averages::averages;
pub use c_header::c_header;
pub use columns::{Align, Columns};
pub use json::{OutcomeJson, StandingJson, outcome_json};
pub use logs::{LogError, LogFolder};
pub use plan_page::plan_page;
pub use standings_table::{Faults, cross_table, standings_table};
pub use story::{story, winners_line};
