//! A process and everything it started, as `/proc` shows it.

use std::fs;
use std::time::Duration;

use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

/// The kernel's unit for times in `/proc`, on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// The children of a process, of all its threads.
pub(super) fn children(parent: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
    threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .flat_map(|list| {
            list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>()
        })
        .collect()
}

/// Everything that a process started, and what those started.
pub(super) fn descendants(root: i32) -> Vec<i32> {
    with_descendants(root).split_off(1)
}

fn with_descendants(root: i32) -> Vec<i32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

/// Processor time of a process and everything it started: to the nanosecond for those that live, in ticks for those that
/// ended and were waited for.
pub(super) fn processor_time(root: i32) -> Duration {
    with_descendants(root)
        .into_iter()
        .map(|process| own_time(process) + time_of_ended_children(process))
        .sum()
}

fn own_time(process: i32) -> Duration {
    clock_getcpuclockid(Pid::from_raw(process)).and_then(ClockId::now).map(Duration::from).unwrap_or_default()
}

fn time_of_ended_children(process: i32) -> Duration {
    let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else { return Duration::ZERO };
    ended_children_ticks(&stat).map_or(Duration::ZERO, |ticks| TICK * ticks)
}

/// Fields 16 and 17 of `stat`; the name in field 2 may hold anything but ends with the last parenthesis.
fn ended_children_ticks(stat: &str) -> Option<u32> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(13);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(user.saturating_add(system))
}

/// The peaks of memory of a process and everything it started, added up.
pub(super) fn peak_memory(root: i32) -> Option<u64> {
    let peaks: Vec<u64> = with_descendants(root).into_iter().filter_map(own_peak).collect();
    (!peaks.is_empty()).then(|| peaks.iter().sum())
}

fn own_peak(process: i32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bots_name_cannot_forge_its_times() {
        let stat = "7 (a) 9 9 9) S 1 7 7 0 -1 0 0 0 0 0 5 6 30 12 20 0 1 0 100";
        assert_eq!(ended_children_ticks(stat), Some(42));
    }

    #[test]
    fn this_process_has_used_time_and_memory() {
        let me = i32::try_from(std::process::id()).expect("a small number");
        assert!(processor_time(me) > Duration::ZERO);
        assert!(peak_memory(me).expect("known") > 1 << 20);
    }
}
