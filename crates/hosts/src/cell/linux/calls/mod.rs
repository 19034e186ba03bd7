//! Which system calls a bot may make.
//!
//! Two filters, since one filter knows one answer: a list of what is allowed, where everything else "does not
//! exist" (a runtime that asks for something newer then takes its older way), and on top a list of what is
//! refused by name, so that a bot's author reads "operation not permitted".

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};

use nix::sys::memfd::{MFdFlags, memfd_create};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use serde::{Deserialize, Serialize};

mod names;

/// What the rest of the cell does not take care of and the filter has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Calls {
    /// May it start processes? Where nobody can count them it may not; threads are always allowed.
    pub processes: Processes,
    /// May it have memory that several processes share? Where only each process has a limit, it would count
    /// for none.
    pub shared_memory: SharedMemory,
    /// Does it see processes that are not its own? Then it may send signals to itself only, and stays in its
    /// group. Its files are the machine's, too, and it may not mark them.
    pub neighbours: Neighbours,
    /// What tells its processor time? Where only its processes do, no process may have its children reaped
    /// unseen: their time would be on nobody's clock.
    pub clock: Clock,
}

/// Whether processes may be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Processes {
    Allowed,
    Refused,
}

/// Whether anonymous memory may be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum SharedMemory {
    Allowed,
    Refused,
}

/// Whether the bot's numbers of processes are the machine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Neighbours {
    Invisible,
    Visible,
}

/// Where processor time is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Clock {
    /// On a control group, which forgets nobody.
    Group,
    /// On the processes that live, and on those that waited for others.
    Tree,
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Gives up system calls for this process and everything it becomes.
pub(super) fn give_up(calls: &Calls) -> io::Result<()> {
    for filter in filters(calls, std::process::id())? {
        seccompiler::apply_filter(&filter).map_err(failed)?;
    }
    Ok(())
}

/// The filters in the order in which they are laid on; of two refusals the later filter's is heard.
fn filters(calls: &Calls, own: u32) -> io::Result<[BpfProgram; 2]> {
    let allowed = program(allowed(calls, own)?, SeccompAction::Errno(nosys()), SeccompAction::Allow)?;
    let refused =
        program(refused(calls)?, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM.unsigned_abs()))?;
    Ok([allowed, refused])
}

/// The filters as bubblewrap reads them: files in memory that hold the kernel's own struct, one after the
/// other.
pub(super) fn lay_out(calls: &Calls) -> io::Result<Vec<File>> {
    // Behind bubblewrap no neighbour is visible, and the filter does not ask for the bot's own number.
    filters(calls, 0)?
        .iter()
        .map(|filter| {
            let mut file = File::from(memfd_create("filter", MFdFlags::MFD_CLOEXEC)?);
            for step in filter {
                file.write_all(&step.code.to_ne_bytes())?;
                file.write_all(&[step.jt, step.jf])?;
                file.write_all(&step.k.to_ne_bytes())?;
            }
            Ok(file)
        })
        .collect()
}

fn nosys() -> u32 {
    libc::ENOSYS.unsigned_abs()
}

fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("filter of system calls: {error}"))
}

fn program(rules: Rules, otherwise: SeccompAction, matching: SeccompAction) -> io::Result<BpfProgram> {
    let machine = std::env::consts::ARCH.try_into().map_err(failed)?;
    let filter = SeccompFilter::new(rules, otherwise, matching, machine).map_err(failed)?;
    filter.try_into().map_err(failed)
}

fn allowed(calls: &Calls, own: u32) -> io::Result<Rules> {
    let mut rules: Rules = names::allowed().map(|call| (call, Vec::new())).collect();
    // Limits of its own, not of others.
    rules.insert(libc::SYS_prlimit64, vec![all([is(0, 0)?])?]);
    // No letters typed into a terminal.
    rules.insert(libc::SYS_ioctl, vec![all([is_not(1, libc::TIOCSTI)?])?]);
    // No processor core of its own: its cookie keeps everybody else off the core's other threads.
    rules.insert(libc::SYS_prctl, vec![all([is_not(0, SCHED_CORE)?])?]);
    // No signals by way of a descriptor's owner.
    let owners =
        [libc::F_SETOWN, F_SETSIG, F_SETOWN_EX].map(|command| is_not(1, command.unsigned_abs().into()));
    let [first, second, third] = owners;
    rules.insert(libc::SYS_fcntl, vec![all([first?, second?, third?])?]);
    rules.insert(libc::SYS_clone, vec![all([bits(0, NAMESPACES, 0)?])?]);
    if calls.processes == Processes::Refused {
        rules.insert(libc::SYS_clone, vec![all([bits(0, NAMESPACES, 0)?, bits(0, THREAD, THREAD)?])?]);
        names::starting_processes().for_each(|call| _ = rules.remove(&call));
    }
    // Memory that grows like a stack counts for none of a process's limits.
    rules.insert(libc::SYS_mmap, vec![all([bits(3, GROWS_DOWN, 0)?])?]);
    if calls.shared_memory == SharedMemory::Refused {
        let kinds = [0, SHARED, ANONYMOUS]
            .map(|kind| bits(3, SHARED | ANONYMOUS | GROWS_DOWN, kind).and_then(|bits| all([bits])));
        rules.insert(libc::SYS_mmap, kinds.into_iter().collect::<io::Result<_>>()?);
        rules.remove(&libc::SYS_memfd_create);
    }
    if calls.neighbours == Neighbours::Visible {
        let own = u64::from(own);
        rules.insert(libc::SYS_kill, vec![all([is(0, own)?])?, all([is(0, 0)?])?]);
        rules.insert(libc::SYS_tgkill, vec![all([is(0, own)?])?]);
        rules.insert(libc::SYS_rt_sigqueueinfo, vec![all([is(0, own)?])?]);
        rules.insert(libc::SYS_rt_tgsigqueueinfo, vec![all([is(0, own)?])?]);
        [libc::SYS_tkill, libc::SYS_setpgid].iter().for_each(|call| _ = rules.remove(call));
        names::marking().for_each(|call| _ = rules.remove(&call));
    }
    Ok(rules)
}

fn refused(calls: &Calls) -> io::Result<Rules> {
    let mut rules: Rules = names::refused().map(|call| (call, Vec::new())).collect();
    let mut clone = Vec::new();
    for bit in (0..u64::BITS).map(|bit| 1 << bit).filter(|bit| NAMESPACES & bit != 0) {
        clone.push(all([bits(0, bit, bit)?])?);
    }
    if calls.processes == Processes::Refused {
        clone.push(all([bits(0, THREAD, 0)?])?);
        rules.extend(names::starting_processes().map(|call| (call, Vec::new())));
    }
    rules.insert(libc::SYS_clone, clone);
    rules.insert(libc::SYS_prctl, vec![all([is(0, SCHED_CORE)?])?]);
    // Signs for other cells, on files that all of them may read: locks, leases, and whether somebody has read
    // a page.
    let signs = SIGNS.map(|command| is(1, command.unsigned_abs().into()).and_then(|sign| all([sign])));
    rules.insert(libc::SYS_fcntl, signs.into_iter().collect::<io::Result<_>>()?);
    rules.insert(libc::SYS_preadv2, vec![all([bits(5, NOWAIT, NOWAIT)?])?]);
    let mut mappings = vec![all([bits(3, GROWS_DOWN, GROWS_DOWN)?])?];
    if calls.shared_memory == SharedMemory::Refused {
        mappings.push(all([bits(3, SHARED | ANONYMOUS, SHARED | ANONYMOUS)?])?);
    }
    rules.insert(libc::SYS_mmap, mappings);
    if calls.clock == Clock::Tree {
        let changed = SeccompCondition::new(1, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0);
        rules.insert(libc::SYS_rt_sigaction, vec![all([is(0, CHILD_ENDED)?, changed.map_err(failed)?])?]);
    }
    if calls.neighbours == Neighbours::Visible {
        rules.extend([libc::SYS_tkill, libc::SYS_setpgid].map(|call| (call, Vec::new())));
        rules.extend(names::marking().map(|call| (call, Vec::new())));
    }
    Ok(rules)
}

/// Commands that lay something on a file which another process can feel.
const SIGNS: [i32; 6] =
    [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW, libc::F_SETLEASE, libc::F_NOTIFY];
const SCHED_CORE: u64 = libc::PR_SCHED_CORE as u64;
const NOWAIT: u64 = libc::RWF_NOWAIT as u64;
const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
const THREAD: u64 = libc::CLONE_THREAD as u64;
const NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP) as u64;
const SHARED: u64 = libc::MAP_SHARED as u64;
const ANONYMOUS: u64 = libc::MAP_ANONYMOUS as u64;
const GROWS_DOWN: u64 = libc::MAP_GROWSDOWN as u64;
const CHILD_ENDED: u64 = libc::SIGCHLD as u64;

fn all<const N: usize>(conditions: [SeccompCondition; N]) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions.into()).map_err(failed)
}

fn is(argument: u8, value: u64) -> io::Result<SeccompCondition> {
    condition(argument, SeccompCmpOp::Eq, value)
}

fn is_not(argument: u8, value: u64) -> io::Result<SeccompCondition> {
    condition(argument, SeccompCmpOp::Ne, value)
}

fn bits(argument: u8, mask: u64, value: u64) -> io::Result<SeccompCondition> {
    condition(argument, SeccompCmpOp::MaskedEq(mask), value)
}

/// The low half of an argument: all these are 32 bits wide, and what stands above is not looked at by the
/// kernel either.
fn condition(argument: u8, compare: SeccompCmpOp, value: u64) -> io::Result<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_both_allowed_and_refused_by_name() {
        let both: Vec<i64> =
            names::allowed().filter(|call| names::refused().any(|refused| refused == *call)).collect();
        assert_eq!(both, [0_i64; 0]);
    }

    #[test]
    fn the_strictest_and_the_loosest_filters_can_be_built() {
        for (processes, shared_memory, neighbours, clock) in [
            (Processes::Allowed, SharedMemory::Allowed, Neighbours::Invisible, Clock::Group),
            (Processes::Refused, SharedMemory::Refused, Neighbours::Visible, Clock::Tree),
        ] {
            let calls = Calls { processes, shared_memory, neighbours, clock };
            // The kernel takes at most 4,096 steps.
            assert!(
                filters(&calls, 7).expect("filters").iter().all(|filter| (1..4096).contains(&filter.len()))
            );
            assert_eq!(lay_out(&calls).expect("files").len(), 2);
        }
    }
}
