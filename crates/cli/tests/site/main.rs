//! The site, as browsers and programs use it.

#![allow(clippy::unwrap_used)] // Tests may.
#![cfg(all(target_os = "linux", feature = "site"))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/long_bot.rs"]
mod long_bot;
#[path = "../common/site.rs"]
mod site;

use common::server;

mod choices;
mod contest;
mod crash;
mod days;
mod disks;
mod finals;
mod home;
mod locked;
mod old_sites;
mod organise;
mod packages;
mod private;
mod readers;
mod rerun;
mod rules;
mod siege;
mod take_away;
#[cfg(feature = "wasm")]
mod wasm;
