//! Bots that run inside our own process, in WebAssembly, as whoever seats them sees it; and which cell Python
//! bots get.
//!
//! Always there, though what makes such bots is behind the feature `wasm`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::life::{BotSetting, RemoteBot};

/// Said where the feature is off.
pub const WITHOUT_WASM: &str =
    "WebAssembly is not built in; to have it, build with `cargo build --release --features full`";

/// A bot that can be seated in our own process, inside WebAssembly.
pub trait Inside: Send + Sync {
    /// One life of it.
    fn seat(&self, setting: BotSetting) -> RemoteBot;

    /// What its log says before anything else, and its check: files that it asks for and does not see, and
    /// what else its author should know.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Whether it is compiled code that nothing interprets, about as quick as a player of the house.
    fn is_module(&self) -> bool {
        false
    }

    /// What counts its fuel, and what it is run by, each with its version: in another its fuel may be
    /// another.
    fn runs_in(&self) -> String;
}

/// Where Python bots run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellKind {
    /// In a process and a cell of their own, with the Python of this machine.
    #[default]
    Process,
    /// In WebAssembly, with a Python of ours: the same result on every machine.
    Wasm,
}

/// What stands in a record of a Python bot that ran in WebAssembly, before the component's hash.
pub(crate) const COMPONENT: &str = "Python's component";

/// The name and version of what each instruction burns, as it stands in records beside Wasmtime's.
pub(crate) const FUEL_SCHEDULE: &str = "fuel croupier/2";

/// Whether fuel is counted now as it was for a bot that a record has; the first schedule had no name.
#[must_use]
pub fn counts_fuel_as(runs_in: &str) -> bool {
    runs_in.split(", ").any(|part| part == FUEL_SCHEDULE)
}

impl CellKind {
    /// Where the Python bots of a record ran, by what it has of its entrants.
    pub fn recorded<'a>(runs_in: impl IntoIterator<Item = &'a str>) -> Self {
        let inside = runs_in.into_iter().any(|words| words.contains(COMPONENT));
        if inside { Self::Wasm } else { Self::Process }
    }
}

/// A word that names no cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no cell; process and wasm are")]
pub struct UnknownCell(String);

impl FromStr for CellKind {
    type Err = UnknownCell;

    fn from_str(text: &str) -> Result<Self, UnknownCell> {
        match text {
            "process" => Ok(Self::Process),
            "wasm" => Ok(Self::Wasm),
            _ => Err(UnknownCell(text.to_owned())),
        }
    }
}

impl fmt::Display for CellKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Process => "process",
            Self::Wasm => "wasm",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_of_another_schedule_is_told_apart() {
        assert!(counts_fuel_as("Wasmtime 48.0.8, fuel croupier/2"));
        assert!(counts_fuel_as("Wasmtime 48.0.8, fuel croupier/2, Python's component 0123"));
        assert!(!counts_fuel_as("Wasmtime 48.0.8, fuel croupier/21"));
        assert!(!counts_fuel_as("Wasmtime 48.0.8"));
    }
}
