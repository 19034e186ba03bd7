//! The head of a record: all that is needed to play the same tournament again.

use std::num::NonZeroU64;

use croupier_games::{About, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::head::design::{Design, Until};
use crate::head::left_out::LeftOut;
use crate::luck::Origin;

/// The version of the record's format: since the second, luck has an [`Origin`].
pub const FORMAT: u32 = 2;
/// The oldest format that is still read.
pub(crate) const OLDEST_FORMAT: u32 = 1;

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
    /// What all luck grew from; in a record it is called the seed.
    #[serde(rename = "seed")]
    pub origin: Origin,
    /// How many sit at a table.
    pub seats: usize,
    /// How many games were planned; where a deal is played several times, a whole number of such sets.
    pub games: u64,
    /// How many consecutive games share a deal; game *n* plays deal *n* / this.
    #[serde(default = "one")]
    pub games_per_deal: NonZeroU64,
    /// How they are laid out.
    #[serde(default)]
    pub design: Design,
    /// When the tournament stops.
    #[serde(default)]
    pub until: Until,
    /// Differences up to this are none, where it stops when all is decided.
    #[serde(default)]
    pub tolerance: f64,
    /// How many drawn moves of each player every game begins with; none in records from before this was kept.
    #[serde(default, skip_serializing_if = "is_none")]
    pub openings: u8,
    /// In how many independent parts they are played.
    pub lanes: u32,
    /// How long an instance of a bot lives.
    #[serde(default)]
    pub instances: Instances,
    /// What bots might use, as in a plan; nothing in records from before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<serde_json::Value>,
    /// A hash of the packages that bots might use, where they might use some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packages: Option<String>,
    /// Everyone who plays.
    pub entrants: Vec<Entrant>,
    /// Who was entered, does not load, and does not play; in records from before this was kept such a bot is
    /// an entrant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Whether every game has files of its own beside the record.
    pub game_files: bool,
}

impl Header {
    /// The head of a record of one game among all of these, with options that are complete. Whatever else is
    /// planned than usual is said by whoever plans it.
    #[must_use]
    pub fn new(about: &About, options: serde_json::Value, origin: Origin, entrants: Vec<Entrant>) -> Self {
        Self {
            format: FORMAT,
            croupier: env!("CARGO_PKG_VERSION").to_owned(),
            game: about.name.to_owned(),
            game_version: about.version,
            options,
            generator: origin.generator().to_owned(),
            origin,
            seats: entrants.len(),
            games: 1,
            games_per_deal: one(),
            design: Design::default(),
            until: Until::default(),
            tolerance: 0.0,
            openings: 0,
            lanes: 1,
            instances: Instances::default(),
            limits: None,
            packages: None,
            entrants,
            left_out: Vec::new(),
            game_files: false,
        }
    }

    /// What deals, seats and players get their luck from.
    #[inline]
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.origin.seed()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // That is how it is asked.
fn is_none(openings: &u8) -> bool {
    *openings == 0
}

fn one() -> NonZeroU64 {
    NonZeroU64::MIN
}

/// How long an instance of a bot lives in its running process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Instances {
    /// Through all games, so that it can learn.
    #[default]
    Tournament,
    /// Through one game: every game begins with a new one, which remembers nothing.
    Game,
}

impl std::fmt::Display for Instances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Tournament => "tournament",
            Self::Game => "game",
        })
    }
}

/// One who plays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in standings and logs; no other entrant has it.
    pub name: String,
    /// How the plan named it.
    pub bot: String,
    /// Whose it is, where the plan said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// A hash of what it is made of.
    pub hash: String,
    /// What it runs in, where its clock depends on that: the version of Wasmtime, and the component of
    /// Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_in: Option<String>,
}
