//! The bots of `tests/hostile` that try to take the processor from others, beside an honest bot that thinks,
//! started by an ordinary user, who has no control groups: honest bots have the same games as without them.
//! And other people's work on the machine, which makes nobody late.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::{Said, file, folder, said};

const NOBODY: &str = "65534";

/// Calls `croupier` in a folder as an ordinary user: another one where these tests are root's.
fn as_ordinary_user(folder: &Path, words: &[&str]) -> Said {
    let program = env!("CARGO_BIN_EXE_croupier");
    let root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command = match root {
        false => Command::new(program),
        true => {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
            let mut command = Command::new("setpriv");
            command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", program]);
            command
        }
    };
    // The interpreter that every user may read, and a home that is this user's.
    command.env("PATH", "/usr/bin:/bin").env("HOME", folder).env("XDG_CACHE_HOME", folder);
    said(command.current_dir(folder).args(words).output().unwrap())
}

fn hostile(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile").join(name)
}

/// A tournament of No Thanks! for two, everyone against everyone, of a bot, an honest one that thinks, and
/// the house: what was said, and the stories of the games in which the bot did not sit.
fn tournament(bot: &str) -> (Said, String) {
    let dir = folder();
    for (from, to) in [(bot, "hostile.py"), ("honest/thinks.py", "thinks.py")] {
        fs::copy(hostile(from), dir.path().join(to)).unwrap();
    }
    // Beside forty that spin, its 20 ms take more than 800 on the wall. The limit is far below that, and far
    // above what it thinks: ten limits on the wall are enough for it on any machine that these tests run on.
    let plan = "game = \"no-thanks\"\nplayers = 2\ndesign = \"balanced\"\n\
                bots = [\"hostile.py\", \"thinks.py\", \"house:CutOff14\"]\ngames = 12\nseed = 4\n\
                [limits]\nmove_ms = 300\nload_ms = 20000\nrestarts = 1\n";
    file(dir.path(), "plan.toml", plan);
    let said = as_ordinary_user(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    assert!(!said.out.contains("Thinker: "), "{bot}: nothing is to be told of an honest bot: {}", said.out);
    let mut stories = Vec::new();
    for entry in fs::read_dir(dir.path().join("logs/readable")).unwrap() {
        let story = fs::read_to_string(entry.unwrap().path()).unwrap();
        if story.contains("\nThinker holds") && story.contains("\nhouse:CutOff14 holds") {
            stories.push(story);
        }
    }
    stories.sort();
    assert!(stories.len() >= 2, "{stories:?}");
    (said, stories.concat())
}

/// Plays a bot, and sees that honest ones had the same games as beside a quiet one; what was told of it.
fn beside_honest_bots(bot: &str) -> String {
    let (said, games) = tournament(bot);
    let (_, beside_a_quiet_one) = tournament("honest/quiet.py");
    assert_eq!(games, beside_a_quiet_one, "{bot}: {}{}", said.out, said.err);
    let own = |line: &&str| line.contains(": ") && !line.starts_with(char::is_numeric);
    said.out.lines().find(own).unwrap_or_default().to_owned()
}

#[test]
fn children_that_spin_while_others_think_take_nothing_from_them() {
    // What its children use is its own: it may be late by that, and nobody else is.
    let told = beside_honest_bots("python/spinning_children.py");
    assert!(told.is_empty() || told.contains("late: "), "{told}");
}

#[test]
fn a_bot_that_undoes_its_stop_takes_nothing_from_others() {
    // Where it goes on in the middle of somebody's thinking again and again, it is ended; nobody else is late
    // either way.
    let told = beside_honest_bots("python/wakes_itself.py");
    assert!(told.is_empty() || told.contains("though it was stopped") || told.contains("late: "), "{told}");
}

/// Work of somebody else's on the processor that the table uses; ended with this.
struct BusyLoops {
    loops: Vec<Child>,
    /// Gone after them.
    group: Option<ControlGroup>,
}

impl BusyLoops {
    fn on_first_processor(count: usize) -> Self {
        let core = croupier_hosts::usable_cores()[0].to_string();
        let start = || {
            let mut busy = Command::new("taskset");
            busy.args(["-c", &core, "sh", "-c", "while :; do :; done"]).stdin(Stdio::null()).spawn().unwrap()
        };
        Self { loops: (0..count).map(|_| start()).collect(), group: None }
    }

    /// The same in a control group, where this user may make one; together they get what they got before.
    fn in_a_group(count: usize) -> Self {
        let mut busy = Self::on_first_processor(count);
        busy.group = ControlGroup::of_weight(count);
        if let Some(group) = &busy.group {
            busy.loops.iter().for_each(|child| group.take(child.id()));
        }
        busy
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        for busy in &mut self.loops {
            let _ = busy.kill();
            let _ = busy.wait();
        }
    }
}

/// A control group for processors; removed with this.
struct ControlGroup(PathBuf);

impl ControlGroup {
    /// Where each version keeps groups for processors, the file of a weight, and what one process weighs.
    const VERSIONS: [(&str, &str, usize); 2] =
        [("/sys/fs/cgroup", "cpu.weight", 100), ("/sys/fs/cgroup/cpu", "cpu.shares", 1024)];

    /// A group that weighs as much as so many processes; `None` where this user may make none.
    fn of_weight(processes: usize) -> Option<Self> {
        Self::VERSIONS.into_iter().find_map(|(parent, file, one)| {
            let path = Path::new(parent).join(format!("croupier-busy-{}", std::process::id()));
            fs::create_dir(&path).ok()?;
            let group = Self(path);
            // A folder in which nothing can be weighed is no group for processors.
            let weighed = fs::OpenOptions::new().write(true).open(group.0.join(file));
            weighed.and_then(|mut weight| write!(weight, "{}", one * processes)).ok()?;
            Some(group)
        })
    }

    fn take(&self, process: u32) {
        fs::write(self.0.join("cgroup.procs"), process.to_string()).unwrap();
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn a_busy_machine_makes_no_bot_late_and_the_run_says_how_busy_it_was() {
    // With so many beside it, a tenth of a second takes two on the wall, more than four limits.
    is_on_time_beside(|| BusyLoops::on_first_processor(19));
}

#[test]
fn busy_loops_in_a_control_group_of_their_own_make_no_bot_late_either() {
    is_on_time_beside(|| BusyLoops::in_a_group(19));
}

/// A bot that thinks for a tenth of a second of 0.4, beside these.
fn is_on_time_beside(busy: impl FnOnce() -> BusyLoops) {
    let dir = folder();
    let bot =
        fs::read_to_string(hostile("honest/thinks.py")).unwrap().replace("THINKS = 0.02", "THINKS = 0.1");
    file(dir.path(), "thinks.py", &bot);
    let plan = "game = \"no-thanks\"\nbots = [\"thinks.py\", \"house:CutOff14\"]\ngames = 1\nseed = 4\n\
                [limits]\nmove_ms = 400\nload_ms = 20000\n";
    file(dir.path(), "plan.toml", plan);
    let beside_them = {
        let _busy = busy();
        as_ordinary_user(dir.path(), &["run", "plan.toml"])
    };
    assert!(!beside_them.out.contains("Thinker: "), "it was late by the machine: {}", beside_them.out);
    if beside_them.code == 0 {
        assert!(beside_them.err.contains("bots waited for a processor for "), "{}", beside_them.err);
        return;
    }
    // Where so much is going on that it gets no processor without these loops either, nobody is judged.
    let alone = as_ordinary_user(dir.path(), &["run", "plan.toml", "--out", "alone"]);
    for said in [beside_them, alone] {
        assert!(said.err.contains("the machine is overloaded: in game 0"), "{}", said.err);
    }
}
