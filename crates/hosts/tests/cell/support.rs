//! Cells, bots written on the spot, and bounded waiting.

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use croupier_hosts::cell::{
    Cell, Ending, Grouping, Guard, Launcher, NoCell, SandboxSpec, SandboxedProcess, Tier,
};
use tempfile::TempDir;

/// Far beyond what anything here takes: only a broken cell waits that long.
pub(crate) const LONG: Duration = Duration::from_secs(30);

pub(crate) fn launcher() -> Launcher {
    Launcher::at(env!("CARGO_BIN_EXE_cell_entry"))
}

type Found = Result<Cell, NoCell>;

fn found(tier: Tier) -> &'static Found {
    static BUBBLEWRAP: OnceLock<Found> = OnceLock::new();
    static LANDLOCK: OnceLock<Found> = OnceLock::new();
    let place = if tier == Tier::Bubblewrap { &BUBBLEWRAP } else { &LANDLOCK };
    place.get_or_init(|| Cell::of_tier(tier, &launcher()))
}

fn needed(tier: Tier) -> &'static Cell {
    found(tier).as_ref().unwrap_or_else(|why| panic!("this machine lacks what this test needs: {why}"))
}

pub(crate) fn bubblewrap() -> &'static Cell {
    needed(Tier::Bubblewrap)
}

pub(crate) fn landlock() -> &'static Cell {
    needed(Tier::Landlock)
}

/// The tiers that keep a bot in. One that this machine lacks is left out and named here; the tests that need
/// exactly it fail with the reason.
pub(crate) fn walled() -> Vec<&'static Cell> {
    let tiers = [Tier::Bubblewrap, Tier::Landlock].map(found);
    tiers.iter().filter_map(|found| found.as_ref().err()).for_each(|why| eprintln!("left out: {why}"));
    let cells: Vec<_> = tiers.into_iter().flatten().collect();
    assert!(!cells.is_empty(), "this machine has no walled cell: {tiers:?}");
    cells
}

/// The same as a machine has them where this program may make no control group.
pub(crate) fn ungrouped() -> &'static [Cell] {
    static FOUND: OnceLock<Vec<Cell>> = OnceLock::new();
    let without = |tier| Cell::of_tier_and(tier, Grouping::Without, &launcher());
    let cells =
        FOUND.get_or_init(|| [Tier::Bubblewrap, Tier::Landlock].map(without).into_iter().flatten().collect());
    assert!(!cells.is_empty(), "this machine has no walled cell");
    cells
}

/// With control groups and without.
pub(crate) fn every() -> impl Iterator<Item = &'static Cell> {
    walled().into_iter().chain(ungrouped())
}

/// Whether bots may start processes of their own in this cell: where nobody can count them, they may not.
pub(crate) fn may_fork(cell: &Cell) -> bool {
    cell.protection().holds(Guard::Processes)
}

/// A folder that any user may read, unlike other temporary folders: a bot of root's is another user.
pub(crate) fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("opened");
    folder
}

pub(crate) fn sh(script: &str) -> SandboxSpec {
    let mut spec = SandboxSpec::new("/bin/sh");
    spec.args = vec!["-c".into(), script.into()];
    spec
}

/// A Python bot, run by an interpreter that every user may read.
pub(crate) fn python(script: &str) -> SandboxSpec {
    let (program, prefix) =
        interpreters().first().unwrap_or_else(|| panic!("these tests need python3; install it"));
    python_of(program, prefix, script)
}

pub(crate) fn python_of(program: &Path, prefix: &Path, script: &str) -> SandboxSpec {
    let mut spec = SandboxSpec::new(program);
    spec.args = ["-I", "-S", "-c", script].map(Into::into).into();
    spec.readable = vec![prefix.to_owned()];
    spec
}

/// The system's own Python and the one on the path, each as it says itself: executable and prefix.
pub(crate) fn interpreters() -> &'static [(PathBuf, PathBuf)] {
    static FOUND: OnceLock<Vec<(PathBuf, PathBuf)>> = OnceLock::new();
    FOUND.get_or_init(|| ["/usr/bin/python3", "python3"].into_iter().filter_map(interpreter).collect())
}

fn interpreter(name: &str) -> Option<(PathBuf, PathBuf)> {
    let says = "import sys; print(sys.executable); print(sys.base_prefix)";
    let output =
        Command::new(name).args(["-c", says]).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut lines = text.lines().map(PathBuf::from);
    Some((lines.next()?, lines.next()?))
}

/// What a bot wrote and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) output: String,
    pub(crate) errors: String,
    pub(crate) ending: Ending,
}

/// Runs a bot to its end.
pub(crate) fn run(cell: &Cell, spec: &SandboxSpec) -> Ran {
    let process = cell.spawn(spec).unwrap_or_else(|error| panic!("{}: not started: {error}", cell.tier()));
    finish(process)
}

pub(crate) fn finish(mut process: SandboxedProcess) -> Ran {
    let output = reading(process.output.try_clone().expect("cloned"));
    let errors = reading(process.errors.try_clone().expect("cloned"));
    let ending = process.handle.ended_within(LONG).expect("the bot ends in time");
    let output = output.recv_timeout(LONG).expect("nobody holds its output then");
    let errors = errors.recv_timeout(LONG).expect("nobody holds its errors then");
    Ran { output, errors, ending }
}

/// Everything up to the end of a pipe, read by another thread.
pub(crate) fn reading(mut pipe: File) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// The next line of a pipe, read byte by byte so that nothing behind it is lost.
pub(crate) fn line(pipe: &File) -> String {
    let (sender, receiver) = channel();
    let mut pipe = pipe.try_clone().expect("cloned");
    thread::spawn(move || {
        let (mut bytes, mut byte) = (Vec::new(), [0]);
        while pipe.read(&mut byte).is_ok_and(|read| read == 1) && byte[0] != b'\n' {
            bytes.push(byte[0]);
        }
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver.recv_timeout(LONG).expect("a line in time")
}

/// Runs a bot that must print exactly this and end well.
pub(crate) fn says(cell: &Cell, spec: &SandboxSpec, expected: &str) {
    let ran = run(cell, spec);
    assert_eq!((ran.output.trim(), ran.ending), (expected, Ending::Exit(0)), "{}: {ran:?}", cell.tier());
}

/// A number of seconds to sleep that nobody else on this machine sleeps, to find sleepers by.
pub(crate) fn unique_nap() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("86400.{}{:03}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The machine's processes whose command line holds a word.
pub(crate) fn running(word: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    processes
        .filter_map(|entry| {
            let words = fs::read(entry.path().join("cmdline")).ok()?;
            let mut words = words.split(|byte| *byte == 0);
            words.any(|each| each == word.as_bytes()).then(|| entry.file_name().to_str()?.parse().ok())?
        })
        .collect()
}

/// Whether something becomes true in time.
pub(crate) fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < LONG {
        if holds() {
            return true;
        }
        thread::yield_now();
    }
    false
}
