//! Single attacks: files, neighbours, waits without an end.

#![allow(clippy::unwrap_used)] // Tests may.
#![cfg(target_os = "linux")]

#[path = "../common/mod.rs"]
mod common;

mod bots;
mod neighbours;
mod waits;
