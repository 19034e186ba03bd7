//! The site: contests, accounts, uploads, a continuous tournament and the pages that show them.
//!
//! The web side answers readers and never runs a bot; workers run bots and know no page; between
//! them are the queue ([`jobs`]) and the [`store`]. This is the only crate that is asynchronous,
//! and nothing of it prints.

pub mod accounts;
mod allowed;
pub mod api;
mod backup;
mod broadcast;
mod connections;
mod contests;
mod demo;
mod error;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod handbook;
pub mod jobs;
mod limits;
mod moving;
mod offered;
mod pages;
mod plagiarism;
mod practice;
mod rules;
mod serve;
mod single_flight_cache;
mod site;
pub mod store;
pub mod tournament;
pub mod uploads;
mod wakeup;
pub mod worker;

pub use backup::{Copied, backup};
pub use broadcast::{Broadcast, SiteEvent};
pub use connections::WebLimits;
pub use contests::{NotMade, house_specs, make as make_contest};
pub use error::Wrong;
pub use moving::{NoMove, StorePlace, move_site};
pub use practice::BadOpponent;
pub use rules::{BadRules, Rules};
pub use serve::{NoSite, Served, serve};
pub use site::{Clock, Config, SignUp, Site, UnknownSignUp};
