//! Finds out what works here: every way to build a cell is tried with a process that looks around inside.

pub(super) mod probe;
mod report;

use std::fs::{self, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use nix::unistd::Uid;

use super::bubblewrap::Bubblewrap;
use super::calls::{Calls, Clock, Neighbours, Processes, SharedMemory, lay_out};
use super::control_groups::{Controller, Groups, NoGroups};
use super::policy::{Counted, Isolation, Policy};
use super::spawner::Spawner;
use super::user::User;
use super::watch::Watch;
use crate::cell::{Grouping, Launcher, NoTier, Protection, Tier};
use crate::scratch::Scratch;

use probe::{Probe, ProbeReport};

/// How long a trial bot may take: one that hangs in its cell is no reason to hang with it.
const TRIAL: Duration = Duration::from_secs(30);

/// Tries a tier in all its varieties, best first. The error says why the best one failed, and what would
/// help.
pub(in crate::cell) fn try_tier(
    tier: Tier,
    launcher: &Launcher,
    grouping: Grouping,
) -> Result<(Policy, Protection), NoTier> {
    let spawner = Spawner::hire()?;
    let watch = Watch::begin()?;
    let groups = match grouping {
        Grouping::IfPossible => Groups::find(),
        Grouping::Without => Err(NoGroups::Unasked),
    };
    let mut reason = None;
    for policy in varieties(tier, groups.as_ref().ok(), launcher, &(spawner, watch))? {
        let seen = look_from(&policy).map_err(NoTier::from);
        match seen.and_then(|seen| judge(tier, seen)) {
            Ok(()) => {
                let protection = report::protection(tier, &policy, groups.err().as_ref());
                return Ok((policy, protection));
            }
            Err(why) => _ = reason.get_or_insert(why),
        }
    }
    Err(report::with_remedy(tier, reason.unwrap_or_default()))
}

/// Every way to build the tier here, best first.
fn varieties(
    tier: Tier,
    groups: Option<&Groups>,
    launcher: &Launcher,
    (spawner, watch): &(Spawner, Watch),
) -> Result<Vec<Policy>, NoTier> {
    let mut varieties = Vec::new();
    for user in users(tier) {
        for isolation in keepers(tier, user)? {
            let grouped = groups.map(Some).into_iter().chain([None]);
            for (groups, counted) in grouped.flat_map(|groups| counters(&isolation, user, groups)) {
                let calls = calls(&isolation, groups, counted);
                let laid_out = match (&isolation, &calls) {
                    (Isolation::Bubblewrap(_), Some(calls)) => lay_out(calls)?,
                    _ => Vec::new(),
                };
                varieties.push(Policy {
                    launcher: launcher.clone(),
                    calls,
                    laid_out: laid_out.into(),
                    isolation: isolation.clone(),
                    groups: groups.cloned(),
                    user,
                    counted,
                    spawner: spawner.clone(),
                    watch: watch.clone(),
                });
            }
        }
    }
    Ok(varieties)
}

fn users(tier: Tier) -> Vec<User> {
    match tier {
        Tier::Bubblewrap => User::choices(),
        // Nothing here takes a root's rights away, not even those of a container's root: it must become
        // somebody else.
        Tier::Landlock => {
            User::choices().into_iter().filter(|user| *user != User::Same || !is_root()).collect()
        }
        Tier::LimitsOnly => vec![User::Same],
    }
}

fn is_root() -> bool {
    Uid::effective().is_root()
}

fn keepers(tier: Tier, user: User) -> Result<Vec<Isolation>, NoTier> {
    match tier {
        Tier::Bubblewrap => {
            let program = Bubblewrap::program().ok_or_else(report::no_bubblewrap)?;
            let user_namespace = user == User::Same;
            let version =
                |sized| Isolation::Bubblewrap(Bubblewrap { program: program.clone(), user_namespace, sized });
            Ok([true, false].map(version).into())
        }
        Tier::Landlock => Ok(vec![Isolation::Landlock]),
        Tier::LimitsOnly => Ok(vec![Isolation::Nothing]),
    }
}

fn counters<'a>(
    isolation: &Isolation,
    user: User,
    groups: Option<&'a Groups>,
) -> Vec<(Option<&'a Groups>, Counted)> {
    if groups.is_some_and(|groups| groups.have(Controller::Processes)) {
        return vec![(groups, Counted::Group)];
    }
    // Since Linux 5.14 a user namespace counts for itself; before, the trial cannot start a thread.
    let own_count =
        user == User::Own || (user == User::Same && matches!(isolation, Isolation::Bubblewrap(_)));
    let mut counters = Vec::new();
    if own_count {
        counters.push((groups, Counted::User));
    }
    counters.push((
        groups,
        if matches!(isolation, Isolation::Nothing) { Counted::Loosely } else { Counted::Refused },
    ));
    counters
}

fn calls(isolation: &Isolation, groups: Option<&Groups>, counted: Counted) -> Option<Calls> {
    let neighbours = match isolation {
        Isolation::Bubblewrap(_) => Neighbours::Invisible,
        Isolation::Landlock => Neighbours::Visible,
        Isolation::Nothing => return None,
    };
    let has = |controller| groups.is_some_and(|groups| groups.have(controller));
    Some(Calls {
        processes: if counted == Counted::Refused { Processes::Refused } else { Processes::Allowed },
        shared_memory: if has(Controller::Memory) { SharedMemory::Allowed } else { SharedMemory::Refused },
        neighbours,
        clock: if has(Controller::Account) { Clock::Group } else { Clock::Tree },
    })
}

/// What a process in the cell can see and do, or why none could be started.
fn look_from(policy: &Policy) -> io::Result<ProbeReport> {
    let folder = Scratch::new("trial")?;
    // Open to all: only the cell keeps the secret, not the rights of the file.
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777))?;
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret")?;
    let asker = (std::process::id(), probe::namespace());
    let probe = Probe { secret, folder: folder.path().to_owned(), asker };
    let mut process = policy.spawn_probe(probe)?;
    // What it says fits into its pipes, so it is read when everything that could hold them is gone.
    process.handle.ended_within(TRIAL);
    process.handle.kill();
    let (mut answer, mut errors) = (String::new(), String::new());
    process.output.read_to_string(&mut answer)?;
    process.errors.read_to_string(&mut errors)?;
    serde_json::from_str(answer.trim()).map_err(|_| {
        let said = errors.lines().last().unwrap_or("it said nothing").to_owned();
        io::Error::other(format!("a trial bot could not be started: {said}"))
    })
}

fn judge(tier: Tier, seen: ProbeReport) -> Result<(), NoTier> {
    let faults = [
        (!seen.threads, "could not start a thread"),
        (tier != Tier::LimitsOnly && seen.secret, "could read a file that is not its own"),
        (tier != Tier::LimitsOnly && seen.written, "could write outside its cell"),
        (tier != Tier::LimitsOnly && seen.network, "could open a socket"),
        (tier != Tier::LimitsOnly && seen.strangers, "could see a process outside"),
        (tier != Tier::LimitsOnly && !seen.filtered, "could make any system call"),
        (tier != Tier::LimitsOnly && seen.root, "was root"),
    ];
    match faults.into_iter().find(|(found, _)| *found) {
        Some((_, fault)) => Err(NoTier::because(format!("a trial bot {fault}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT_IN: ProbeReport = ProbeReport {
        secret: false,
        written: false,
        network: false,
        strangers: false,
        threads: true,
        filtered: true,
        root: false,
    };

    #[test]
    fn a_tier_that_lets_a_bot_out_is_not_taken() {
        assert_eq!(judge(Tier::Landlock, KEPT_IN), Ok(()));
        let open = ProbeReport { network: true, ..KEPT_IN };
        assert_eq!(judge(Tier::Landlock, open), Err(NoTier::because("a trial bot could open a socket")));
        assert_eq!(judge(Tier::LimitsOnly, open), Ok(()));
    }

    #[test]
    fn a_tier_without_threads_is_not_taken() {
        let single = ProbeReport { threads: false, ..KEPT_IN };
        let why = "a trial bot could not start a thread";
        assert_eq!(judge(Tier::LimitsOnly, single), Err(NoTier::because(why)));
    }
}
