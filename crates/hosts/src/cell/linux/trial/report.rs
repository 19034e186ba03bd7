//! What the trial found, in words a user can act on.

use std::fs;

use crate::cell::platform::control_groups::{Controller, NoGroups};
use crate::cell::platform::policy::{Counted, Isolation, Policy};
use crate::cell::platform::tree;
use crate::cell::platform::user::{User, is_machine_root};
use crate::cell::{Guard, Guarded, NoTier, Protection, Tier};

pub(super) fn no_bubblewrap() -> NoTier {
    let why = "the program bwrap is missing".to_owned();
    NoTier { why, helps: Some("install the package `bubblewrap`") }
}

/// What this policy guards, of which a trial has just come back.
pub(super) fn protection(tier: Tier, policy: &Policy, no_groups: Option<&NoGroups>) -> Protection {
    let no_groups = no_groups.map_or_else(|| "this controller is not there".to_owned(), ToString::to_string);
    let guards = Guard::ALL.into_iter().map(|guard| guarded(guard, policy, &no_groups)).collect();
    Protection { tier, guards }
}

fn guarded(guard: Guard, policy: &Policy, no_groups: &str) -> Guarded {
    match guard {
        Guard::Reading => reading(policy),
        Guard::Writing => writing(policy),
        Guard::Network => {
            by_kind(guard, policy, "a network namespace without a way out, and no sockets", "no sockets")
        }
        Guard::Strangers => by_kind(
            guard,
            policy,
            "a namespace of its own for processes",
            "signals to itself only, no debugging, no /proc",
        ),
        Guard::Calls => {
            let means = "a list of allowed system calls";
            by_kind(guard, policy, means, means)
        }
        Guard::Memory => memory(policy, no_groups),
        Guard::Processes => processes(policy, no_groups),
        Guard::Processors => processors(policy, no_groups),
        Guard::Waiting => waiting(),
        Guard::User => user(policy),
    }
}

const LIMITS_ONLY: &str = "this tier sets limits only";

fn by_kind(guard: Guard, policy: &Policy, bubblewrap: &str, landlock: &str) -> Guarded {
    match policy.isolation {
        Isolation::Bubblewrap(_) => Guarded::holds(guard, bubblewrap),
        Isolation::Landlock => Guarded::holds(guard, landlock),
        Isolation::Nothing => Guarded::open(guard, LIMITS_ONLY),
    }
}

fn reading(policy: &Policy) -> Guarded {
    let bubblewrap = "a file system of its own with the system's programs and the bot's files";
    by_kind(
        Guard::Reading,
        policy,
        bubblewrap,
        "Landlock rules for the system's programs and the bot's files",
    )
}

fn writing(policy: &Policy) -> Guarded {
    match &policy.isolation {
        Isolation::Bubblewrap(bubblewrap) if !bubblewrap.sized => Guarded::partly(
            Guard::Writing,
            "a private /tmp",
            "it has no size, since this bubblewrap is older than 0.8; install a newer one",
        ),
        _ => by_kind(
            Guard::Writing,
            policy,
            "a private /tmp of limited size",
            "nothing can be written, not even in /tmp",
        ),
    }
}

fn has(policy: &Policy, controller: Controller) -> bool {
    policy.groups.as_ref().is_some_and(|groups| groups.have(controller))
}

fn without_group(no_groups: &str) -> String {
    format!(
        "no control group can be made ({no_groups}); a delegated one is had with \
         `systemd-run --user --scope -p Delegate=yes croupier …`"
    )
}

fn memory(policy: &Policy, no_groups: &str) -> Guarded {
    if has(policy, Controller::Memory) {
        return Guarded::holds(Guard::Memory, "a control group for all its processes together");
    }
    let single = policy.counted == Counted::Refused;
    if single {
        return Guarded::holds(
            Guard::Memory,
            "a limit on its one process, which is looked at ten times a second",
        );
    }
    let missing = format!("between two looks it may use more: {}", without_group(no_groups));
    let means = "a limit on each of its processes, which are added up ten times a second";
    Guarded::partly(Guard::Memory, means, missing)
}

/// Asked of the kernel for this process: it tells of all or of none.
fn waiting() -> Guarded {
    let told = i32::try_from(std::process::id()).is_ok_and(|own| !tree::tasks(&[own]).is_empty());
    if told {
        return Guarded::holds(Guard::Waiting, "the kernel tells how long each task waits for one");
    }
    Guarded::open(
        Guard::Waiting,
        "this kernel does not tell how long a task waits (CONFIG_SCHED_INFO), so a bot may be late because \
         the machine is busy; time on the wall counts for a third",
    )
}

fn processes(policy: &Policy, no_groups: &str) -> Guarded {
    match policy.counted {
        Counted::Group => Guarded::holds(Guard::Processes, "a control group"),
        Counted::User => Guarded::holds(Guard::Processes, "the limit of a user that is the bot's alone"),
        Counted::Refused => Guarded::partly(
            Guard::Processes,
            "it can start threads but no process",
            format!("bots that need processes cannot run: {}", without_group(no_groups)),
        ),
        Counted::Loosely => Guarded::open(Guard::Processes, without_group(no_groups)),
    }
}

fn processors(policy: &Policy, no_groups: &str) -> Guarded {
    match (has(policy, Controller::Processors), has(policy, Controller::Account)) {
        (true, true) => Guarded::holds(
            Guard::Processors,
            "a control group measures it and gives it one processor's worth",
        ),
        (false, true) => Guarded::partly(
            Guard::Processors,
            "a control group measures it",
            "a bot that is not tied to one processor may use all",
        ),
        (_, false) => Guarded::partly(
            Guard::Processors,
            "measured process by process",
            format!("a bot that is not tied to one processor may use all: {}", without_group(no_groups)),
        ),
    }
}

fn user(policy: &Policy) -> Guarded {
    match (&policy.isolation, policy.user) {
        (Isolation::Nothing, _) if is_machine_root() => {
            Guarded::open(Guard::User, "bots run as root; start as another user")
        }
        (Isolation::Bubblewrap(_), User::Same) => {
            Guarded::holds(Guard::User, "a user namespace that can make no other")
        }
        (_, User::Same) => Guarded::holds(Guard::User, "the user who started this program"),
        (_, User::Own) => Guarded::holds(Guard::User, "every bot is a user of its own, without any right"),
        (_, User::Nobody) => Guarded::partly(
            Guard::User,
            "every bot is the user nobody",
            "bots share a user, since this system has no numbers to spare",
        ),
    }
}

/// A reason, and what to do about it where that is known.
pub(super) fn with_remedy(tier: Tier, reason: NoTier) -> NoTier {
    let helps = match tier {
        Tier::Bubblewrap => namespaces_remedy(),
        Tier::Landlock if reason.why.contains("Landlock") => Some(
            "Landlock needs Linux 6.2 or newer with `landlock` in its list of security modules (`lsm=` at \
             boot)",
        ),
        Tier::Landlock | Tier::LimitsOnly => None,
    };
    NoTier { helps, ..reason }
}

/// Which of the known settings stands in the way of user namespaces.
fn namespaces_remedy() -> Option<&'static str> {
    let is = |file: &str, value: &str| fs::read_to_string(file).is_ok_and(|text| text.trim() == value);
    if is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") {
        Some(
            "AppArmor keeps programs from making user namespaces; allow it with `sudo sysctl -w \
             kernel.apparmor_restrict_unprivileged_userns=0`, or give bwrap a profile",
        )
    } else if is("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        Some(
            "user namespaces are switched off; allow them with `sudo sysctl -w \
             kernel.unprivileged_userns_clone=1`",
        )
    } else if is("/proc/sys/user/max_user_namespaces", "0") {
        Some(
            "user namespaces are switched off; allow them with `sudo sysctl -w \
             user.max_user_namespaces=10000`",
        )
    } else {
        Some("in a container, start it with the rights to make namespaces, or use the next tier")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_helps_belongs_to_the_tier_and_to_the_reason() {
        let old = || NoTier::because("this kernel has no Landlock");
        let told = with_remedy(Tier::Landlock, old()).to_string();
        assert!(told.starts_with("this kernel has no Landlock; Landlock needs Linux 6.2"), "{told}");
        assert!(with_remedy(Tier::Bubblewrap, old()).helps.is_some());
        assert_eq!(with_remedy(Tier::LimitsOnly, old()), old());
        let open = NoTier::because("a trial bot could open a socket");
        assert_eq!(with_remedy(Tier::Landlock, open.clone()), open);
        let missing = "the program bwrap is missing; install the package `bubblewrap`";
        assert_eq!(no_bubblewrap().to_string(), missing);
    }
}
