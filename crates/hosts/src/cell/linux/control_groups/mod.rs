//! Control groups: memory, processes and processor time of a bot as a whole, where this program may make
//! groups.
//!
//! Both versions are known: version 2, as distributions have it today, and version 1, where every controller
//! has a folder of its own.

mod hierarchy;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

use crate::cell::{ResourceLimits, SandboxSpec};

use hierarchy::Version;

/// What a group can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Controller {
    Memory,
    Processes,
    /// A share of the processors.
    Processors,
    /// Time used so far.
    Account,
    /// Stops all of it where it stands.
    Freezer,
}

/// The program that watches and the one that reaps, which bubblewrap leaves beside the bot.
const ATTENDANTS: u32 = 2;

/// Where groups can be made here.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    version: Version,
    parents: Vec<(Controller, PathBuf)>,
}

/// Why no group can be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoGroups {
    /// Whoever builds the cell does without.
    #[error("none was asked for")]
    Unasked,
    /// The system shows none.
    #[error("no control groups are mounted")]
    NotMounted,
    /// There are groups, which limit neither.
    #[error("no controller for memory or processes")]
    NoController,
    /// This program may make none there.
    #[error("{}: {error}", parent.display())]
    Refused { parent: PathBuf, error: io::Error },
}

impl Groups {
    /// The folders in which this program can make groups, tried out; an error says why there are none.
    pub(super) fn find() -> Result<Self, NoGroups> {
        let mut reasons = Vec::new();
        for (version, parents) in hierarchy::candidates() {
            let groups = Self { version, parents };
            groups.sweep();
            match groups.usable() {
                Ok(groups) => return Ok(groups),
                Err(error) => reasons.push(error),
            }
        }
        Err(reasons.pop().unwrap_or(NoGroups::NotMounted))
    }

    /// Keeps the controllers with which a group could be made and limited.
    fn usable(self) -> Result<Self, NoGroups> {
        let mut kept = Vec::new();
        let mut reason = NoGroups::NoController;
        for (controller, parent) in &self.parents {
            let folder = parent.join(new_name());
            match self.try_controller(*controller, &folder) {
                Ok(()) => kept.push((*controller, parent.clone())),
                Err(error) => reason = NoGroups::Refused { parent: parent.clone(), error },
            }
            let _ = fs::remove_dir(&folder);
        }
        let limits = |(controller, _): &(Controller, _)| *controller <= Controller::Processes;
        if kept.iter().any(limits) { Ok(Self { parents: kept, ..self }) } else { Err(reason) }
    }

    fn try_controller(&self, controller: Controller, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for (file, text, need) in self.version.settings(controller, &ResourceLimits::default(), ATTENDANTS) {
            set(folder, file, &text, need)?;
        }
        match controller {
            Controller::Account => _ = fs::metadata(folder.join(self.version.usage_file()))?,
            Controller::Freezer => _ = fs::metadata(folder.join(self.version.freezing().file))?,
            Controller::Memory | Controller::Processes | Controller::Processors => {}
        }
        Ok(())
    }

    pub(super) fn have(&self, controller: Controller) -> bool {
        self.parents.iter().any(|(has, _)| *has == controller)
    }

    /// A group for one bot.
    pub(super) fn make(&self, spec: &SandboxSpec) -> io::Result<Group> {
        let name = new_name();
        let mut group = Group {
            version: self.version,
            folders: BTreeSet::new(),
            usage: None,
            memory: None,
            freezer: None,
        };
        for (controller, parent) in &self.parents {
            let folder = parent.join(&name);
            if group.folders.insert(folder.clone()) {
                fs::create_dir(&folder)?;
            }
            // A bot that is tied to one processor needs no share of them.
            if *controller == Controller::Processors && spec.core.is_some() {
                continue;
            }
            for (file, text, need) in self.version.settings(*controller, &spec.limits, ATTENDANTS) {
                set(&folder, file, &text, need)?;
            }
            match controller {
                Controller::Account => {
                    group.usage = Some(File::open(folder.join(self.version.usage_file()))?);
                }
                Controller::Memory => group.memory = Some(folder),
                Controller::Freezer => group.freezer = Some(folder.join(self.version.freezing().file)),
                Controller::Processes | Controller::Processors => {}
            }
        }
        Ok(group)
    }

    /// Removes empty groups that a program of ours left behind when it was ended the hard way.
    fn sweep(&self) {
        for (_, parent) in &self.parents {
            for entry in fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok) {
                if is_stale(&entry.file_name().to_string_lossy()) {
                    // In version 1 what was frozen when its program was killed could not even end.
                    let freezing = self.version.freezing();
                    let _ = fs::write(entry.path().join(freezing.file), freezing.thaw);
                    // Fails where something still runs in it.
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }
}

/// How long the removal of an empty group is tried.
const LINGERING: Duration = Duration::from_millis(500);

const PREFIX: &str = "croupier-";

/// A name that no other group has: the kernel's folders are shared by all cells of a process.
fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn is_stale(name: &str) -> bool {
    let maker = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
    maker.is_some_and(|maker| !Path::new("/proc").join(maker.to_string()).exists())
}

/// Whether a group is of any use without a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Must,
    /// Not every kernel has it.
    May,
}

fn set(folder: &Path, file: &str, text: &str, need: Need) -> io::Result<()> {
    let done = fs::write(folder.join(file), text);
    if need == Need::May { Ok(()) } else { done }
}

/// The group of one bot. Dropping it removes it; by then the bot is gone.
#[derive(Debug)]
pub(super) struct Group {
    version: Version,
    folders: BTreeSet<PathBuf>,
    usage: Option<File>,
    memory: Option<PathBuf>,
    freezer: Option<PathBuf>,
}

impl Group {
    /// Stops everything in it; false where it cannot.
    pub(super) fn freeze(&self) -> bool {
        self.freezer.as_ref().is_some_and(|file| fs::write(file, self.version.freezing().freeze).is_ok())
    }

    /// Lets everything in it go on; false where it cannot be stopped either.
    pub(super) fn thaw(&self) -> bool {
        self.freezer.as_ref().is_some_and(|file| fs::write(file, self.version.freezing().thaw).is_ok())
    }

    /// The files in which a process writes itself to join.
    pub(super) fn lists(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|folder| folder.join("cgroup.procs")).collect()
    }

    /// Processor time of everything that ever ran in it.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        let mut text = [0; 256];
        let length = self.usage.as_ref()?.read_at(&mut text, 0).ok()?;
        self.version.usage(std::str::from_utf8(&text[..length]).ok()?)
    }

    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.version.peak(self.memory.as_ref()?)
    }

    /// Whether the kernel ended something in it for want of memory.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        self.memory.as_ref().is_some_and(|folder| self.version.ran_out(folder))
    }

    /// Ends everything in it that is still there, until nothing is.
    pub(super) fn clear(&self) {
        // Every round ends what the last one's victims had time to start; a group that grows forever does not
        // exist, since the number of processes in it is limited.
        for _ in 0..1000 {
            let processes = self.processes();
            if processes.is_empty() {
                return;
            }
            for process in processes {
                let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
                // One that left its group of processes may have become our child.
                let _ = waitpid(Pid::from_raw(process), Some(WaitPidFlag::WNOHANG));
            }
            std::thread::yield_now();
        }
    }

    fn processes(&self) -> Vec<i32> {
        let Some(list) = self.folders.first().map(|folder| folder.join("cgroup.procs")) else {
            return Vec::new();
        };
        let text = fs::read_to_string(list).unwrap_or_default();
        // A process in another namespace of numbers shows as 0, which would mean ourselves.
        text.lines().filter_map(|line| line.parse().ok()).filter(|process| *process > 0).collect()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            // A process that is gone for us may hold its group for some moments more.
            let start = Instant::now();
            while fs::remove_dir(folder).is_err_and(|error| error.kind() == io::ErrorKind::ResourceBusy)
                && start.elapsed() < LINGERING
            {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_group_names_its_folder_and_groups_without_controllers_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let usable = |parents| Groups { version: Version::Two, parents }.usable().unwrap_err();
        assert_eq!(usable(Vec::new()).to_string(), "no controller for memory or processes");
        let missing = folder.path().join("missing");
        let told = usable(vec![(Controller::Memory, missing.clone())]).to_string();
        assert!(told.starts_with(&format!("{}: ", missing.display())), "{told}");
    }

    #[test]
    fn only_groups_of_programs_that_are_gone_are_swept() {
        assert!(is_stale("croupier-4194304999-0"), "no process has such a number");
        assert!(!is_stale(&format!("croupier-{}-3", std::process::id())));
        assert!(!is_stale("system.slice") && !is_stale("croupier-mine"));
    }
}
