//! Bots in every language, their checks, and what a machine has for them.

#![allow(clippy::unwrap_used)] // Tests may.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod any_game;
#[cfg(target_os = "linux")]
mod check;
#[cfg(target_os = "linux")]
mod doctor;
#[cfg(target_os = "linux")]
mod haskell;
#[cfg(target_os = "linux")]
mod haskell_games;
mod http;
#[cfg(target_os = "linux")]
mod java;
#[cfg(target_os = "linux")]
mod java_hostile;
#[cfg(target_os = "linux")]
mod javascript;
#[cfg(target_os = "linux")]
mod kits;
#[cfg(target_os = "linux")]
mod numpy;
#[cfg(target_os = "linux")]
mod packages;
#[cfg(target_os = "linux")]
mod prints;
#[cfg(feature = "wasm")]
mod wasm_check;
#[cfg(feature = "wasm")]
mod wasm_hostile;
#[cfg(feature = "wasm")]
mod wasm_modules;
#[cfg(feature = "wasm")]
mod wasm_original;
#[cfg(feature = "wasm")]
mod wasm_python;
#[cfg(feature = "wasm")]
mod wasm_record;
