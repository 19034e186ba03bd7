//! A process and everything it started, as `/proc` shows it.

use std::fs;
use std::time::Duration;

use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

use crate::cell::TaskTime;

/// The kernel's unit for times in `/proc`, on every architecture.
const TICK: Duration = Duration::from_millis(10);

/// A file of each of a process's threads.
fn of_threads(process: i32, file: &'static str) -> impl Iterator<Item = (i32, String)> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    threads.filter_map(move |thread| {
        let thread = thread.ok()?;
        let number = thread.file_name().to_str()?.parse().ok()?;
        Some((number, fs::read_to_string(thread.path().join(file)).ok()?))
    })
}

/// How long each task of these processes ran and waited for a processor; empty where the kernel does not say.
pub(super) fn tasks(processes: &[i32]) -> Vec<TaskTime> {
    let all = processes.iter().flat_map(|&process| of_threads(process, "schedstat"));
    // A thread of any process can be asked for as if it were one.
    all.filter_map(|(task, times)| task_time(task, &times, &stat(task)?)).collect()
}

fn task_time(task: i32, times: &str, stat: &str) -> Option<TaskTime> {
    let mut numbers = times.split_ascii_whitespace().map(|number| number.parse().map(Duration::from_nanos));
    let ready = fields(stat)?.next()? == "R";
    Some(TaskTime { task, ran: numbers.next()?.ok()?, waited: numbers.next()?.ok()?, ready })
}

/// The children of a process, of all its threads.
pub(super) fn children(parent: i32) -> Vec<i32> {
    of_threads(parent, "children")
        .map(|(_, list)| list)
        .flat_map(|list| {
            list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>()
        })
        .collect()
}

/// A process and everything it started that still lives.
pub(super) fn with_descendants(root: i32) -> Vec<i32> {
    all_below(vec![root])
}

/// Everything that a process started, and what those started.
pub(super) fn descendants(root: i32) -> Vec<i32> {
    with_descendants(root).split_off(1)
}

/// The same with those whose parents have ended and who became our own children: they are still in the group
/// of the process that was started.
pub(super) fn with_orphans(root: i32) -> Vec<i32> {
    let ours = i32::try_from(std::process::id()).map(children).unwrap_or_default();
    let orphans = ours.into_iter().filter(|&process| process != root && group_of(process) == Some(root));
    all_below([root].into_iter().chain(orphans).collect())
}

fn all_below(mut found: Vec<i32>) -> Vec<i32> {
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

/// Processor time of a process and everything it started: to the nanosecond for those that live, in ticks for
/// those that ended and were waited for.
pub(super) fn processor_time(processes: &[i32]) -> Duration {
    processes.iter().map(|&process| own_time(process) + time_of_ended_children(process)).sum()
}

fn own_time(process: i32) -> Duration {
    clock_getcpuclockid(Pid::from_raw(process)).and_then(ClockId::now).map(Duration::from).unwrap_or_default()
}

fn time_of_ended_children(process: i32) -> Duration {
    let ticks = stat(process).and_then(|stat| ended_children_ticks(&stat));
    ticks.map_or(Duration::ZERO, |ticks| TICK * ticks)
}

fn stat(process: i32) -> Option<String> {
    fs::read_to_string(format!("/proc/{process}/stat")).ok()
}

/// The fields of `stat` from the third on: the name in the second may hold anything but ends with the last
/// parenthesis.
fn fields(stat: &str) -> Option<impl Iterator<Item = &str>> {
    Some(stat.rsplit_once(')')?.1.split_ascii_whitespace())
}

/// Fields 16 and 17.
fn ended_children_ticks(stat: &str) -> Option<u32> {
    let mut fields = fields(stat)?.skip(13);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(user.saturating_add(system))
}

/// Field 5: the group of processes.
fn group_of(process: i32) -> Option<i32> {
    fields(&stat(process)?)?.nth(2)?.parse().ok()
}

/// The peaks of memory of processes, added up.
pub(super) fn peak_memory(processes: &[i32]) -> Option<u64> {
    let peaks: Vec<u64> = processes.iter().filter_map(|&process| own_peak(process)).collect();
    (!peaks.is_empty()).then(|| peaks.iter().sum())
}

fn own_peak(process: i32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    kibibytes(&status, "VmHWM:")
}

/// A line `name: number kB` among others, in bytes.
pub(super) fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
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
        assert_eq!(fields(stat).and_then(|mut fields| fields.nth(2)), Some("7"));
    }

    #[test]
    fn running_and_waiting_are_told_apart() {
        let (ran, waited) = (Duration::from_nanos(5), Duration::from_micros(2));
        let expected = TaskTime { task: 7, ran, waited, ready: true };
        assert_eq!(task_time(7, "5 2000 1\n", "7 (a) S) R 1 7"), Some(expected));
        assert_eq!(task_time(7, "", "7 (a) R 1 7"), None);
    }

    #[test]
    fn this_process_has_used_time_and_memory() {
        let me = i32::try_from(std::process::id()).expect("a small number");
        assert!(processor_time(&[me]) > Duration::ZERO);
        assert!(peak_memory(&[me]).expect("known") > 1 << 20);
    }
}
