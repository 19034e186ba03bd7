//! Standings and games written for people and for programs.
//!
//! One file per kind of report. Everything is made from records and tallies; nothing here plays.

mod averages;
mod c_header;
mod columns;
pub mod digest;
pub mod export;
mod fuel;
mod how_sure;
mod html;
mod json;
mod logs;
mod markdown;
pub mod picture;
mod plan_page;
mod ratings_table;
mod schemas;
pub mod sections;
mod standings_table;
mod story;

pub use averages::averages;
pub use c_header::c_header;
pub use columns::{Align, Columns};
pub use fuel::fuel_lines;
pub use how_sure::{how_sure, sure_note};
pub use html::html;
pub use json::{EstimateJson, OutcomeJson, StandingJson, outcome_json};
pub use logs::{LogError, LogFolder};
pub use markdown::markdown;
pub use plan_page::plan_page;
pub use ratings_table::{MeetingJson, RatingJson, Ratings, RatingsJson};
pub use schemas::schemas;
pub use standings_table::{Faults, cross_table, standings_table};
pub use story::{story, winners_line};
