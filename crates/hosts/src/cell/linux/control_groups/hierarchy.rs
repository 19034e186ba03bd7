//! Where control groups are mounted, and what their files are called in each version.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Controller, Need};
use crate::cell::ResourceLimits;

/// The two versions of control groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// A hierarchy for each controller.
    One,
    /// One hierarchy for all.
    Two,
}

type Candidate = (Version, Vec<(Controller, PathBuf)>);

/// Where groups might be made: version 2 beside and below this program's own group, then version 1.
pub(super) fn candidates() -> Vec<Candidate> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    find(&mounts, &own)
}

fn find(mounts: &str, own: &str) -> Vec<Candidate> {
    let mounts: Vec<Mount> = mounts.lines().filter_map(Mount::read).collect();
    let mut found = Vec::new();
    if let Some(home) =
        mounts.iter().filter(|mount| mount.kind == "cgroup2").find_map(|mount| mount.home("", own))
    {
        // Version 2 has processes only in leaves: beside our own group, or below where ours is the root of
        // all.
        let beside = home.parent().filter(|parent| parent.join("cgroup.procs").exists()).map(Path::to_owned);
        for parent in [Some(home), beside].into_iter().flatten() {
            found.push((Version::Two, ALL.map(|controller| (controller, parent.clone())).into()));
        }
    }
    let one: Vec<_> = ALL
        .into_iter()
        .filter_map(|controller| {
            let name = name_in_one(controller);
            let home =
                mounts.iter().filter(|mount| mount.carries(name)).find_map(|mount| mount.home(name, own))?;
            Some((controller, home))
        })
        .collect();
    if !one.is_empty() {
        found.push((Version::One, one));
    }
    found
}

const ALL: [Controller; 5] = [
    Controller::Memory,
    Controller::Processes,
    Controller::Processors,
    Controller::Account,
    Controller::Freezer,
];

fn name_in_one(controller: Controller) -> &'static str {
    match controller {
        Controller::Memory => "memory",
        Controller::Processes => "pids",
        Controller::Processors => "cpu",
        Controller::Account => "cpuacct",
        Controller::Freezer => "freezer",
    }
}

/// How a group is stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Freezing {
    pub(super) file: &'static str,
    pub(super) freeze: &'static str,
    pub(super) thaw: &'static str,
}

/// A line of `/proc/self/mountinfo`.
struct Mount<'a> {
    root: &'a str,
    place: &'a str,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (first, second) = line.split_once(" - ")?;
        let mut first = first.split(' ').skip(3);
        let mut second = second.split(' ');
        Some(Self {
            root: first.next()?,
            place: first.next()?,
            kind: second.next()?,
            options: second.nth(1)?,
        })
    }

    fn carries(&self, controller: &str) -> bool {
        self.kind == "cgroup" && self.options.split(',').any(|option| option == controller)
    }

    /// This program's own group in it; version 2 names no controller.
    fn home(&self, controller: &str, own: &str) -> Option<PathBuf> {
        let path = own.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            fields.next()?.split(',').any(|name| name == controller).then(|| fields.next())?
        })?;
        let below = Path::new(path).strip_prefix(self.root).ok()?;
        Some(Path::new(self.place).join(below))
    }
}

impl Version {
    /// What to write where, to limit a group.
    pub(super) fn settings(
        self,
        controller: Controller,
        limits: &ResourceLimits,
        attendants: u32,
    ) -> Vec<(&'static str, String, Need)> {
        let memory = limits.memory.to_string();
        let processes = (limits.processes + attendants).to_string();
        match (self, controller) {
            (Self::One, Controller::Memory) => vec![
                ("memory.limit_in_bytes", memory.clone(), Need::Must),
                ("memory.memsw.limit_in_bytes", memory, Need::May),
            ],
            (Self::Two, Controller::Memory) => {
                vec![("memory.max", memory, Need::Must), ("memory.swap.max", "0".to_owned(), Need::May)]
            }
            (_, Controller::Processes) => vec![("pids.max", processes, Need::Must)],
            // As much as one processor, in slices of a tenth of a second.
            (Self::One, Controller::Processors) => {
                vec![("cpu.cfs_quota_us", "100000".to_owned(), Need::Must)]
            }
            (Self::Two, Controller::Processors) => vec![("cpu.max", "100000 100000".to_owned(), Need::Must)],
            (_, Controller::Account | Controller::Freezer) => Vec::new(),
        }
    }

    pub(super) fn freezing(self) -> Freezing {
        match self {
            Self::One => Freezing { file: "freezer.state", freeze: "FROZEN", thaw: "THAWED" },
            Self::Two => Freezing { file: "cgroup.freeze", freeze: "1", thaw: "0" },
        }
    }

    pub(super) fn usage_file(self) -> &'static str {
        match self {
            Self::One => "cpuacct.usage",
            Self::Two => "cpu.stat",
        }
    }

    /// Processor time from the text of the file.
    pub(super) fn usage(self, text: &str) -> Option<Duration> {
        match self {
            Self::One => text.trim().parse().ok().map(Duration::from_nanos),
            Self::Two => entry(text, "usage_usec").map(Duration::from_micros),
        }
    }

    pub(super) fn peak(self, folder: &Path) -> Option<u64> {
        let files: &[&str] = match self {
            Self::One => &["memory.max_usage_in_bytes"],
            // Kernels before 5.19 know no peak.
            Self::Two => &["memory.peak", "memory.current"],
        };
        files.iter().find_map(|file| fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok())
    }

    pub(super) fn ran_out(self, folder: &Path) -> bool {
        let file = match self {
            Self::One => "memory.oom_control",
            Self::Two => "memory.events",
        };
        let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
        entry(&text, "oom_kill").is_some_and(|count| count > 0)
    }
}

/// A line `name number` among others.
fn entry(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_version_one_every_controller_has_its_own_home() {
        let mounts = "\
30 25 0:26 / /sys/fs/cgroup/cpu,cpuacct rw shared:1 - cgroup cgroup rw,cpu,cpuacct
31 25 0:27 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory";
        let own = "5:memory:/docker/abc/deep\n2:cpu,cpuacct:/user\n";
        let home = |place: &str| PathBuf::from("/sys/fs/cgroup").join(place);
        let expected = vec![
            (Controller::Memory, home("memory/deep")),
            (Controller::Processors, home("cpu,cpuacct/user")),
            (Controller::Account, home("cpu,cpuacct/user")),
        ];
        assert_eq!(find(mounts, own), [(Version::One, expected)]);
    }

    #[test]
    fn in_version_two_groups_are_made_in_the_one_hierarchy() {
        let mounts = "30 25 0:26 / /no/such/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
        let found = find(mounts, "0::/user.slice/app.scope\n");
        let home = PathBuf::from("/no/such/cgroup/user.slice/app.scope");
        assert_eq!(found, [(Version::Two, ALL.map(|controller| (controller, home.clone())).into())]);
    }

    #[test]
    fn a_group_outside_what_a_container_shows_is_not_used() {
        let mounts = "31 25 0:27 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory";
        assert_eq!(find(mounts, "5:memory:/elsewhere\n"), []);
    }

    #[test]
    fn usage_is_read_in_the_unit_of_each_version() {
        assert_eq!(Version::One.usage("1500\n"), Some(Duration::from_nanos(1500)));
        assert_eq!(Version::Two.usage("usage_usec 12\nuser_usec 9\n"), Some(Duration::from_micros(12)));
    }
}
