//! The site in a real browser: the stories of a student and of an organiser, and every page.

#![allow(clippy::unwrap_used)] // Tests may.
#![cfg(all(target_os = "linux", feature = "site"))]

#[path = "driver/mod.rs"]
mod browser;
#[path = "../common/long_bot.rs"]
mod long_bot;
#[path = "../common/people.rs"]
mod people;
#[path = "../common/site.rs"]
mod site;

mod organiser;
mod pages;
mod student;
