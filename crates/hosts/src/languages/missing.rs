//! What is missing on a machine for bots of a language, and what helps.

use std::fmt;

use crate::cell::NoCell;
use crate::packages::NotInstalled;

/// What brings a language, system by system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packages {
    /// Of Debian.
    pub debian: &'static str,
    /// Of Fedora.
    pub fedora: &'static str,
    /// What is said on macOS, as a whole.
    pub macos: &'static str,
}

impl fmt::Display for Packages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { debian, fedora, macos } = self;
        write!(f, "on Debian: apt install {debian}; on Fedora: dnf install {fedora}; on macOS: {macos}")
    }
}

/// Why bots of a language cannot run on this machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// What runs or builds them is not there.
    #[error("{tool} is missing; {packages}")]
    Tool {
        /// What it is called.
        tool: &'static str,
        /// What brings it.
        packages: Packages,
    },
    /// What runs or builds them is there, and too old.
    #[error("{tool} {version} is too old; {oldest} or newer is needed; {helps}")]
    TooOld {
        /// What it is called.
        tool: &'static str,
        /// What is there.
        version: String,
        /// What would do.
        oldest: String,
        /// What helps.
        helps: String,
    },
    /// A part of it is not there.
    #[error("{what}; {helps}")]
    Part {
        /// What is there, and what is not.
        what: String,
        /// What helps.
        helps: String,
    },
    /// Our own part of it cannot be made here.
    #[error("{what}: {why}")]
    Own {
        /// What cannot be done.
        what: String,
        /// What the system or the compiler said.
        why: String,
    },
    /// There is no place to run them in.
    #[error(transparent)]
    Cell(#[from] NoCell),
    /// The packages that its bots may use are not installed.
    #[error(transparent)]
    Packages(#[from] NotInstalled),
    /// This program was built without it.
    #[error("{0}")]
    NotBuiltIn(&'static str),
}

impl Missing {
    /// Our own part of it cannot be written where bots can read it.
    #[allow(clippy::needless_pass_by_value)] // It is what errors are mapped with.
    pub(super) fn not_unpacked(error: std::io::Error) -> Self {
        Self::Own { what: "our part of it cannot be unpacked".to_owned(), why: error.to_string() }
    }

    /// Whether nothing of the machine is missing, but this program was built without it on purpose.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        matches!(self, Self::NotBuiltIn(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_with_what_helps() {
        let packages = Packages { debian: "nodejs", fedora: "nodejs", macos: "brew install node" };
        let told = Missing::Tool { tool: "Node", packages }.to_string();
        assert_eq!(
            told,
            "Node is missing; on Debian: apt install nodejs; on Fedora: dnf install nodejs; on macOS: brew \
             install node"
        );
        assert!(!Missing::Tool { tool: "Node", packages }.is_left_out());
        assert!(Missing::NotBuiltIn("no").is_left_out());
    }
}
