//! How the games of a tournament are laid out, and when it stops; how either is done is not known here.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How games are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// Each game draws its table and its deal, as the sources do; games for two are a round robin.
    #[default]
    Random,
    /// Every seat, every pair and every opponent equally often; each game has a deal of its own.
    Balanced,
    /// Every deal twice, two bots in each other's seats.
    Pairs,
    /// Every deal with the same opponents, one bot after the other in the tested seat.
    Substitute,
    /// Every deal in all rotations of the seats.
    Rotate,
}

impl Design {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Random, Self::Balanced, Self::Pairs, Self::Substitute, Self::Rotate];

    /// Its name in plans.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Balanced => "balanced",
            Self::Pairs => "pairs",
            Self::Substitute => "substitute",
            Self::Rotate => "rotate",
        }
    }

    /// Whether a deal is played more than once, so that a bot that remembers games would know it.
    #[must_use]
    pub fn repeats_deals(self) -> bool {
        matches!(self, Self::Pairs | Self::Substitute | Self::Rotate)
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No design has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no design; there are {all}", all = Design::ALL.map(Design::name).join(", "))]
pub struct UnknownDesign(pub String);

impl FromStr for Design {
    type Err = UnknownDesign;

    fn from_str(name: &str) -> Result<Self, UnknownDesign> {
        let found = Self::ALL.into_iter().find(|design| design.name() == name);
        found.ok_or_else(|| UnknownDesign(name.to_owned()))
    }
}

/// When a tournament stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Until {
    /// When all games are played.
    #[default]
    Played,
    /// When every two neighbours in the standings are told apart or shown to be within the tolerance; when
    /// all games are played at the latest.
    Decided,
}

impl Until {
    /// Its name in plans.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Decided => "decided",
        }
    }
}

/// No end of a tournament has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no end of a tournament; there are played and decided")]
pub struct UnknownEnd(pub String);

impl FromStr for Until {
    type Err = UnknownEnd;

    fn from_str(name: &str) -> Result<Self, UnknownEnd> {
        let found = [Self::Played, Self::Decided].into_iter().find(|until| until.name() == name);
        found.ok_or_else(|| UnknownEnd(name.to_owned()))
    }
}
