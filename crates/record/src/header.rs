//! The head of a record: all that is needed to play the same tournament again.

use std::num::NonZeroU64;

use croupier_games::Seed;
use serde::{Deserialize, Serialize};

/// The version of the record's format.
pub const FORMAT: u32 = 1;

/// What was planned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of this format.
    pub format: u32,
    /// The version of the program that wrote it.
    pub croupier: String,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub game_version: u32,
    /// Its options, complete.
    pub options: serde_json::Value,
    /// The generator that made the luck.
    pub generator: String,
    /// What all luck grew from.
    pub seed: Seed,
    /// How many sit at a table.
    pub seats: usize,
    /// How many games were planned; where a deal is played several times, a whole number of such sets.
    pub games: u64,
    /// How many consecutive games share a deal; game *n* plays deal *n* / this.
    #[serde(default = "one")]
    pub games_per_deal: NonZeroU64,
    /// In how many independent parts they are played.
    pub lanes: u32,
    /// Everyone who plays.
    pub entrants: Vec<Entrant>,
    /// Whether every game has files of its own beside the record.
    pub game_files: bool,
}

fn one() -> NonZeroU64 {
    NonZeroU64::MIN
}

/// One who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in standings and logs; no other entrant has it.
    pub name: String,
    /// How the plan named it.
    pub bot: String,
    /// A hash of what it is made of.
    pub hash: String,
}
