//! Tournaments on more than one machine, with the real server, real coordinators and real workers.

#![allow(clippy::unwrap_used)] // Tests may.
#![cfg(all(target_os = "linux", feature = "workers"))]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../tests/postgres/mod.rs"]
mod postgres;

mod kills;
mod leases;
mod place;
mod refused;
mod same_games;
mod secrets;
mod told;
mod two_machines;
