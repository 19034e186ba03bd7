//! Which cell this machine offers, found by trying.

use std::fmt;
use std::io;
use std::path::Path;

use super::platform::{self, Policy};
use super::{Finding, Grouping, Launcher, NoTier, Protection, Sandbox, SandboxSpec, SandboxedProcess, Tier};
use crate::neighbours::Neighbours;

/// A cell to start bots in. Found once, then shared by all tables; starting is possible from any thread.
#[derive(Debug)]
pub struct Cell {
    policy: Policy,
    protection: Protection,
    /// The bots that are up in it.
    pub(crate) neighbours: Neighbours,
}

impl Cell {
    /// The cell that `sandbox` asks for, tried out, with this program as its launcher
    /// ([`Launcher::this_program`]).
    ///
    /// # Errors
    /// With [`Sandbox::Require`], where nothing keeps a bot from files, network and other processes; with
    /// any, where not even a limited process can be started.
    pub fn find(sandbox: Sandbox) -> Result<Self, NoCell> {
        let launcher =
            Launcher::this_program().map_err(|error| NoCell::because(Tier::LimitsOnly, error.into()))?;
        Self::find_through(sandbox, &launcher)
    }

    /// [`Cell::find`] with another program as the launcher.
    ///
    /// # Errors
    /// As [`Cell::find`].
    pub fn find_through(sandbox: Sandbox, launcher: &Launcher) -> Result<Self, NoCell> {
        let wanted: &[Tier] = match sandbox {
            Sandbox::Require => &[Tier::Bubblewrap, Tier::Landlock],
            Sandbox::Best => &Tier::ALL,
            Sandbox::Off => &[Tier::LimitsOnly],
        };
        let mut tried = Vec::new();
        for &tier in wanted {
            match Self::of_tier(tier, launcher) {
                Ok(cell) => return Ok(cell),
                Err(why) => tried.extend(why.tried),
            }
        }
        Err(NoCell { tried })
    }

    /// A cell of exactly this tier, tried out.
    ///
    /// # Errors
    /// Where a trial bot could not be started in it, or was not kept in.
    pub fn of_tier(tier: Tier, launcher: &Launcher) -> Result<Self, NoCell> {
        Self::of_tier_and(tier, Grouping::IfPossible, launcher)
    }

    /// The same with or without control groups.
    ///
    /// # Errors
    /// As [`Cell::of_tier`].
    pub fn of_tier_and(tier: Tier, grouping: Grouping, launcher: &Launcher) -> Result<Self, NoCell> {
        match platform::try_tier(tier, launcher, grouping) {
            Ok((policy, protection)) => Ok(Self { policy, protection, neighbours: Neighbours::default() }),
            Err(why) => Err(NoCell::because(tier, why)),
        }
    }

    /// What it protects against here.
    pub fn protection(&self) -> &Protection {
        &self.protection
    }

    /// The kind of cell.
    pub fn tier(&self) -> Tier {
        self.protection.tier
    }

    /// Whether a program of the machine is seen from inside; a bot's own files, its folder and its runtime,
    /// are seen too.
    pub(crate) fn shows(&self, path: &Path) -> bool {
        const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
        self.tier() == Tier::LimitsOnly || SYSTEM.iter().any(|folder| path.starts_with(folder))
    }

    /// Starts a bot. A bot that cannot be executed ends at once and says why on its standard error.
    ///
    /// # Errors
    /// Where a path of the spec is missing or cannot be read by it, or the system has no room for another
    /// process.
    pub fn spawn(&self, spec: &SandboxSpec) -> io::Result<SandboxedProcess> {
        self.policy.spawn(spec)
    }
}

/// Why there is no cell: every tier that was tried, and what stood in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCell {
    /// Tier and reason, strongest first.
    pub tried: Vec<(Tier, NoTier)>,
}

impl NoCell {
    fn because(tier: Tier, why: NoTier) -> Self {
        Self { tried: vec![(tier, why)] }
    }
}

impl fmt::Display for NoCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no cell for foreign bots on this machine")?;
        for (tier, why) in &self.tried {
            write!(f, "; {tier}: {why}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoCell {}

/// Tries every tier, for `croupier doctor`: what each protects here, or why it cannot be had and what would
/// help.
pub fn doctor(launcher: &Launcher) -> Vec<Finding> {
    Tier::ALL
        .into_iter()
        .map(|tier| Finding {
            tier,
            result: platform::try_tier(tier, launcher, Grouping::IfPossible)
                .map(|(_, protection)| protection),
        })
        .collect()
}
