//! Standings and games written for people and for programs.
//!
//! One file per kind of report. Everything is made from records and tallies; nothing here plays.

mod averages;
mod columns;
mod how_sure;
mod json;
mod logs;
mod plan_page;
mod ratings_table;
mod standings_table;
mod story;

pub use averages::averages;
pub use columns::{Align, Columns};
pub use how_sure::{how_sure, sure_note};
pub use json::{EstimateJson, OutcomeJson, StandingJson, outcome_json};
pub use logs::{LogError, LogFolder};
pub use plan_page::plan_page;
pub use ratings_table::{MeetingJson, RatingJson, Ratings, RatingsJson};
pub use standings_table::{Faults, cross_table, standings_table};
pub use story::{story, winners_line};
