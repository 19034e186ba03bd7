//! The site: contests, accounts, uploads, a continuous tournament and the pages that show them.
//!
//! The web side answers readers and never runs a bot; workers run bots and know no page; between them are the queue
//! ([`jobs`]) and the [`store`]. This is the only crate that is asynchronous, and nothing of it prints.

pub mod accounts;
mod alike;
pub mod api;
mod backup;
mod contests;
mod demo;
mod error;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod gate;
mod handout;
pub mod jobs;
mod kept;
mod lookalike;
mod news;
mod opening;
mod pages;
mod practice;
mod reception;
mod recorded;
mod rules;
mod secrets;
mod serve;
mod site;
mod staff;
pub mod store;
pub mod tournament;
mod turns;
pub mod uploads;
pub mod worker;

pub use backup::{Copied, backup};
pub use contests::{NotMade, house_specs, make as make_contest};
pub use error::Wrong;
pub use news::{Bell, Event, News};
pub use practice::BadOpponent;
pub use reception::Limits;
pub use rules::{BadRules, Rules};
pub use serve::{NoSite, Served, serve};
pub use site::{Clock, Config, SignUp, Site};
