//! Tournaments as people start them: plans, commands, luck, interruptions, and what is refused.

#![allow(clippy::unwrap_used)] // Tests may.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod at_once;
mod bad_input;
mod calibrate;
mod certainty;
mod commands;
mod compare;
#[cfg(target_os = "linux")]
mod crash;
mod designs;
#[cfg(target_os = "linux")]
mod disks;
#[cfg(target_os = "linux")]
mod elsewhere;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod frames;
#[cfg(target_os = "linux")]
mod groups;
#[cfg(target_os = "linux")]
mod groups_java;
#[cfg(target_os = "linux")]
mod groups_pure;
#[cfg(target_os = "linux")]
mod groups_stateless;
#[cfg(target_os = "linux")]
mod instances;
#[cfg(unix)]
mod interrupt;
#[cfg(target_os = "linux")]
mod loading;
mod luck;
#[cfg(feature = "beacon")]
mod luck_beacon;
#[cfg(target_os = "linux")]
mod meets_twice;
#[cfg(all(target_os = "linux", feature = "wasm"))]
mod mixed;
#[cfg(target_os = "linux")]
mod names;
mod no_thanks;
mod openings;
mod plan_page;
mod pooled;
#[cfg(target_os = "linux")]
mod put_out;
#[cfg(target_os = "linux")]
mod recall;
mod run;
mod solved;
