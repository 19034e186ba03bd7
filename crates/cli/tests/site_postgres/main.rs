//! The site once more, with its memory at a PostgreSQL server: what holds there, holds here.

#![allow(clippy::unwrap_used)] // Tests may.
#![cfg(all(target_os = "linux", feature = "site"))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/long_bot.rs"]
mod long_bot;
#[path = "../common/site.rs"]
mod site;

use common::server;
use site::postgres;

#[path = "../site/contest.rs"]
mod contest;
#[path = "../site/crash.rs"]
mod crash;
#[path = "../site/days.rs"]
mod days;
mod elsewhere;
#[path = "../site/finals.rs"]
mod finals;
mod moving;
#[path = "../site/organise.rs"]
mod organise;
mod outages;
#[path = "../workers/place.rs"]
#[allow(dead_code)] // Workers are what is wanted of it.
mod place;
#[path = "../site/private.rs"]
mod private;
#[path = "../site/rerun.rs"]
mod rerun;
#[path = "../site/take_away.rs"]
mod take_away;
mod together;
