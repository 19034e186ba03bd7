//! What a machine's cell protects against, guard by guard, in words a user can act on.

use std::{fmt, io};

use super::Tier;

/// What the cell on this machine keeps, and what it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// The kind of cell.
    pub tier: Tier,
    /// Every guard, in the order of [`Guard::ALL`].
    pub guards: Vec<Guarded>,
}

impl Protection {
    /// Whether a guard holds without reserve.
    pub fn holds(&self, guard: Guard) -> bool {
        self.guards.iter().any(|guarded| guarded.guard == guard && guarded.missing.is_none())
    }

    /// The guards that do not hold, or only in part.
    pub fn missing(&self) -> impl Iterator<Item = &Guarded> {
        self.guards.iter().filter(|guarded| guarded.missing.is_some())
    }
}

impl fmt::Display for Protection {
    /// One line for a result: the tier, and what is missing in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tier)?;
        let mut missing = self.missing().map(|guarded| guarded.guard.to_string()).peekable();
        if missing.peek().is_some() {
            write!(f, " (not or partly guarded: {})", missing.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

/// One thing a cell guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Files that are not the bot's cannot be read.
    Reading,
    /// Nothing can be written but a private, sized `/tmp`.
    Writing,
    /// No network.
    Network,
    /// Other processes can neither be seen nor touched.
    Strangers,
    /// Dangerous system calls are refused.
    Calls,
    /// Memory has a limit.
    Memory,
    /// The number of processes and threads has a limit.
    Processes,
    /// Processor time has a limit and can be measured.
    Processors,
    /// Waiting for a processor is told from thinking, so that a busy machine makes no bot late.
    Waiting,
    /// The bot is not the machine's root.
    User,
}

impl Guard {
    /// Every guard, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Reading,
        Self::Writing,
        Self::Network,
        Self::Strangers,
        Self::Calls,
        Self::Memory,
        Self::Processes,
        Self::Processors,
        Self::Waiting,
        Self::User,
    ];
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading files",
            Self::Writing => "writing files",
            Self::Network => "network",
            Self::Strangers => "other processes",
            Self::Calls => "system calls",
            Self::Memory => "memory",
            Self::Processes => "number of processes",
            Self::Processors => "processor time",
            Self::Waiting => "waiting for a processor",
            Self::User => "user",
        })
    }
}

/// A guard and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarded {
    /// What is guarded.
    pub guard: Guard,
    /// By what means, in words; empty where nothing guards it.
    pub means: String,
    /// What is missing and what would help; `None` where the guard holds.
    pub missing: Option<String>,
}

impl Guarded {
    #[cfg(target_os = "linux")]
    pub(super) fn holds(guard: Guard, means: impl Into<String>) -> Self {
        Self { guard, means: means.into(), missing: None }
    }

    pub(super) fn partly(guard: Guard, means: impl Into<String>, missing: impl Into<String>) -> Self {
        Self { guard, means: means.into(), missing: Some(missing.into()) }
    }

    pub(super) fn open(guard: Guard, missing: impl Into<String>) -> Self {
        Self::partly(guard, "", missing)
    }
}

impl fmt::Display for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.missing, self.means.is_empty()) {
            (None, _) => write!(f, "{}: {}", self.guard, self.means),
            (Some(missing), true) => write!(f, "{}: not guarded; {missing}", self.guard),
            (Some(missing), false) => write!(f, "{}: {}; {missing}", self.guard, self.means),
        }
    }
}

/// What trying one tier gave, for `croupier doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The tier that was tried.
    pub tier: Tier,
    /// What it protects here, or why it cannot be had and what to do about it.
    pub result: Result<Protection, NoTier>,
}

/// Why a tier cannot be had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoTier {
    /// What is missing, or what a trial bot could do that it must not.
    pub why: String,
    /// What to do about it, where that is known.
    pub helps: Option<&'static str>,
}

impl NoTier {
    /// For a reason of which nobody knows what would help.
    pub(super) fn because(why: impl Into<String>) -> Self {
        Self { why: why.into(), helps: None }
    }
}

impl fmt::Display for NoTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.helps.map_or(Ok(()), |helps| write!(f, "; {helps}"))
    }
}

impl std::error::Error for NoTier {}

impl From<io::Error> for NoTier {
    fn from(error: io::Error) -> Self {
        Self::because(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_that_cannot_be_had_says_why_and_what_helps_where_that_is_known() {
        let missing = NoTier { helps: Some("install it"), ..NoTier::because("bwrap is missing") };
        assert_eq!(missing.to_string(), "bwrap is missing; install it");
        let refused = NoTier::from(io::Error::from(io::ErrorKind::PermissionDenied));
        assert_eq!(refused.to_string(), "permission denied");
    }
}
