//! What is done with a record: reports, reruns, old ones, damaged ones, and what a terminal is shown.

#![allow(clippy::unwrap_used)] // Tests may.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../tests/damage/mod.rs"]
mod damage;

mod damaged;
mod old_records;
mod report;
mod rerun;
#[cfg(target_os = "linux")]
mod shown;
#[cfg(target_os = "linux")]
mod unreadable;
