//! How much of a cell there is, and how much of one is wanted.

use std::fmt;
use std::str::FromStr;

/// How much of a cell the user insists on (`--sandbox`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// No bot runs unless it is kept from files, network and other processes. What a public site demands.
    Require,
    /// The best this machine offers, whatever that is.
    #[default]
    Best,
    /// Limits only, for bots whose author sits at the keyboard.
    Off,
}

/// What was written for `--sandbox` and is none of its values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sandbox `{0}` is unknown; accepted are require, best and off")]
pub struct UnknownSandbox(pub String);

impl FromStr for Sandbox {
    type Err = UnknownSandbox;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "require" => Ok(Self::Require),
            "best" => Ok(Self::Best),
            "off" => Ok(Self::Off),
            _ => Err(UnknownSandbox(text.to_owned())),
        }
    }
}

impl fmt::Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Require => "require",
            Self::Best => "best",
            Self::Off => "off",
        })
    }
}

/// The kind of cell, strongest first. Found by trying at start-up, never guessed from settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// A file system, a network and processes of its own, by the bubblewrap program; system calls filtered.
    Bubblewrap,
    /// The machine's own file system behind Landlock rules; system calls filtered.
    Landlock,
    /// Limits on memory, files and time, and nothing that keeps a bot from looking around.
    LimitsOnly,
}

/// Whether a cell makes control groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Where this program may.
    IfPossible,
    /// Never: a cell as an ordinary user usually has it, wherever it is tried.
    Without,
}

impl Tier {
    /// Every tier, strongest first: the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Bubblewrap, Self::Landlock, Self::LimitsOnly];
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::LimitsOnly => "limits only",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sandbox_is_read_as_it_is_written() {
        for sandbox in [Sandbox::Require, Sandbox::Best, Sandbox::Off] {
            assert_eq!(sandbox.to_string().parse(), Ok(sandbox));
        }
    }

    #[test]
    fn an_unknown_sandbox_is_refused_with_what_would_be_accepted() {
        let refused = "maybe".parse::<Sandbox>().expect_err("refused");
        assert_eq!(refused.to_string(), "sandbox `maybe` is unknown; accepted are require, best and off");
    }
}
