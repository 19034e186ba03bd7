//! Files behind Landlock rules: the bot reads its own and the system's, and writes nowhere.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

/// The first version that also guards cutting a file short; older ones leave holes that are not worth
/// explaining.
const REQUIRED: ABI = ABI::V3;
/// The newest version whose rights are asked for; what a kernel lacks of it is left out.
const WANTED: ABI = ABI::V6;

/// What every runtime looks at.
const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm",
];
const DEVICES: [&str; 3] = ["/dev/null", "/dev/urandom", "/dev/random"];

fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("Landlock: {error}"))
}

/// Rules that open these paths and the system's for reading, not in force yet.
pub(super) fn rules(readable: &[PathBuf]) -> io::Result<RulesetCreated> {
    let read = AccessFs::from_read(WANTED);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(REQUIRED))
        .map_err(failed)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))
        .map_err(failed)?
        .handle_access(AccessNet::from_all(WANTED))
        .map_err(failed)?
        .scope(Scope::from_all(WANTED))
        .map_err(failed)?
        .create()
        .map_err(failed)?;
    let system = SYSTEM.iter().map(PathBuf::from).chain(super::mounts::settings());
    for path in system.filter(|path| path.exists()) {
        rules = allow(rules, &path, read)?;
    }
    for path in readable {
        rules = allow(rules, path, read)?;
    }
    for device in DEVICES {
        rules =
            allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate)?;
    }
    Ok(rules)
}

fn allow(rules: RulesetCreated, path: &Path, rights: BitFlags<AccessFs>) -> io::Result<RulesetCreated> {
    let opened = PathFd::new(path).map_err(failed)?;
    let rights = if path.is_dir() { rights } else { rights & AccessFs::from_file(WANTED) };
    rules.add_rule(PathBeneath::new(opened, rights)).map_err(failed)
}

/// Puts the rules in force for this process and everything it becomes.
pub(super) fn obey(rules: RulesetCreated) -> io::Result<()> {
    let status = rules.restrict_self().map_err(failed)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(failed("this kernel does not enforce it"));
    }
    Ok(())
}
