//! Bots of the original No Thanks! engine inside WebAssembly, where their objects are made in C: whatever they do with them,
//! they find the same as in a process of their own.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(feature = "wasm")]

mod common;

use std::path::Path;

use common::{croupier, file, read};
use tempfile::TempDir;

const CURIOUS: &str = include_str!("bots/curious.py");

/// Plays among the bots of a file in one kind of cell; the standings.
fn played(dir: &Path, cell: &str) -> serde_json::Value {
    let words = ["no-thanks", "30", "bots.py", "--seed", "5", "--cell", cell, "--out", cell, "--json"];
    let said = croupier(dir, &words);
    assert_eq!(said.code, 0, "{}", said.err);
    let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    outcome["standings"].clone()
}

#[test]
fn whatever_bots_find_out_is_the_same_as_in_processes() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "bots.py", CURIOUS);
    let standings = played(dir.path(), "wasm");
    for bot in standings.as_array().unwrap() {
        assert_eq!(bot["faults"], 0, "{bot}");
    }
    played(dir.path(), "process");
    for (bot, lines) in [("Curious", 3000), ("Forgetful", 300), ("Own", 300), ("Watched", 300)] {
        let [inside, outside] =
            ["wasm", "process"].map(|cell| read(dir.path(), &format!("{cell}/bot-logs/{bot}.log")));
        assert!(inside.lines().count() > lines, "{bot} printed too little:\n{inside}");
        for (at, (inside, outside)) in inside.lines().zip(outside.lines()).enumerate() {
            assert_eq!(inside, outside, "line {} of {bot}", at + 1);
        }
        assert_eq!(inside.lines().count(), outside.lines().count(), "{bot}");
    }
}
