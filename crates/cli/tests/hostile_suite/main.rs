//! Every bot of `tests/hostile` at a table with honest bots, in every cell that this machine has, started by
//! root and by an ordinary user. What is told of it is what its head says, and the games of honest bots are
//! the same as beside bots that mean no harm.
//!
//! To add one: write it with its three facts (`bots.rs` reads them), see it succeed, mend what it breaks.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(target_os = "linux")]

mod bots;
#[path = "../common/mod.rs"]
mod common;
mod compiled;
mod page;
mod tournament;
#[cfg(feature = "wasm")]
mod wat;
mod web;

use std::fs;
use std::path::{Path, PathBuf};

use bots::Bot;
use common::cells::{self, CellTier, User};
use tournament::{Setting, heirs, played, played_quietly};

const HONEST: [&str; 2] = ["Honest", "house:CutOff14"];
/// So many hostile bots sit in one tournament: each plays the honest ones, and the others.
const AT_ONCE: usize = 7;

/// Plays bots, a few at once, each as the file that it is entered as.
fn attack(bots: &[(Bot, PathBuf)], setting: Setting) {
    let mut troubles = Vec::new();
    for from in (0..bots.len()).step_by(AT_ONCE) {
        // The last ones sit with some that have sat already: every tournament is of one size, in which honest
        // bots meet.
        let some = &bots[from.min(bots.len().saturating_sub(AT_ONCE))..(from + AT_ONCE).min(bots.len())];
        let files: Vec<PathBuf> = some.iter().map(|(_, file)| file.clone()).collect();
        let played_with = played(&files, setting);
        let mut found = played_with.troubles(&HONEST);
        for (bot, _) in some {
            let (told, log) = (played_with.told(bot), played_with.log(bot));
            found.extend(bot.judge(&told, &log).err().map(|why| format!("{}: {why}", bot.name)));
            if let Some(line) = log.lines().find(|line| line.contains("GOT IN")) {
                found.push(format!("{}: {line}", bot.name));
            }
        }
        let loaded = some.len() - played_with.left_out();
        if played_with.stories_of(HONEST) != beside_quiet_bots(loaded, setting) {
            found.push("honest bots had other games than beside quiet ones".to_owned());
        }
        found.extend(heirs().iter().map(|heir| format!("somebody is left behind: {heir}")));
        if !found.is_empty() {
            let names: Vec<&str> = some.iter().map(|(bot, _)| bot.name.as_str()).collect();
            troubles.push(format!("{setting:?}, {names:?}:\n{}", found.join("\n")));
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n\n"));
}

/// The stories of honest bots' games where so many others do nothing but take cards.
fn beside_quiet_bots(count: usize, setting: Setting) -> Vec<String> {
    let played = played_quietly(count, setting);
    assert_eq!(played.troubles(&HONEST), Vec::<String>::new());
    played.stories_of(HONEST)
}

/// Those that are played as they are.
fn as_they_are(language: &str, tier: CellTier) -> Vec<(Bot, PathBuf)> {
    let bots = bots::of(language).into_iter().filter(|bot| tier != CellTier::None || !bot.needs_walls());
    bots.map(|bot| (bot.clone(), bot.file)).collect()
}

fn python(user: User, tier: CellTier) {
    attack(&as_they_are("python", tier), Setting::new(user, tier));
}

fn executables(user: User, tier: CellTier) {
    let dir = common::folder();
    let program = |(bot, file): (Bot, PathBuf)| {
        let file = if bot.name.ends_with(".c") { compiled::by_cc(&file, dir.path()) } else { file };
        (bot, file)
    };
    let bots: Vec<_> = as_they_are("executable", tier).into_iter().map(program).collect();
    attack(&bots, Setting::new(user, tier));
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn python_behind_bubblewrap_started_by_root() {
    python(User::Root, CellTier::Bubblewrap);
}

#[test]
fn python_behind_bubblewrap_started_by_an_ordinary_user() {
    python(User::Ordinary, CellTier::Bubblewrap);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn python_behind_landlock_started_by_root() {
    python(User::Root, CellTier::Landlock);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn python_behind_landlock_started_by_an_ordinary_user() {
    python(User::Ordinary, CellTier::Landlock);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn python_with_limits_only_started_by_root() {
    python(User::Root, CellTier::None);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn python_with_limits_only_started_by_an_ordinary_user() {
    python(User::Ordinary, CellTier::None);
}

#[test]
fn executables_behind_bubblewrap() {
    executables(User::Root, CellTier::Bubblewrap);
    executables(User::Ordinary, CellTier::Bubblewrap);
}

#[test]
fn executables_behind_landlock() {
    executables(User::Root, CellTier::Landlock);
    executables(User::Ordinary, CellTier::Landlock);
}

#[test]
fn executables_with_limits_only() {
    executables(User::Root, CellTier::None);
    executables(User::Ordinary, CellTier::None);
}

/// Who starts a tournament, and which walls there are.
type InCell = (User, CellTier);

/// The cells in which every change plays the languages that are quick enough.
const USUAL: [InCell; 3] = [
    (User::Root, CellTier::Bubblewrap),
    (User::Ordinary, CellTier::Bubblewrap),
    (User::Root, CellTier::Landlock),
];
/// All others.
const OTHERS: [InCell; 3] =
    [(User::Ordinary, CellTier::Landlock), (User::Root, CellTier::None), (User::Ordinary, CellTier::None)];

fn java(cells: [InCell; 3]) {
    let dir = common::folder();
    let jar = |(bot, file): (Bot, PathBuf)| (bot, compiled::jar(&file, dir.path()));
    for (user, walls) in cells {
        let bots: Vec<_> = as_they_are("java", walls).into_iter().map(jar).collect();
        attack(&bots, Setting::new(user, walls));
    }
}

#[test]
fn java_in_the_usual_cells() {
    java(USUAL);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn java_in_all_other_cells() {
    java(OTHERS);
}

fn haskell(cells: [InCell; 3]) {
    for (user, walls) in cells {
        // Compiling what never ends takes its minute: `hosts/tests/waits.rs` gives it a shorter one.
        let bots = as_they_are("haskell", walls).into_iter().filter(|(bot, _)| bot.name != "Endless.hs");
        attack(&bots.collect::<Vec<_>>(), Setting::new(user, walls));
    }
}

#[test]
fn haskell_in_the_usual_cells() {
    haskell(USUAL);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn haskell_in_all_other_cells() {
    haskell(OTHERS);
}

fn javascript(cells: [InCell; 3]) {
    for (user, walls) in cells {
        attack(&as_they_are("javascript", walls), Setting::new(user, walls));
    }
}

#[test]
fn javascript_in_the_usual_cells() {
    javascript(USUAL);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn javascript_in_all_other_cells() {
    javascript(OTHERS);
}

/// Sources in C, which are compiled in the cell in which they play.
fn c(cells: [InCell; 3]) {
    for (user, walls) in cells {
        attack(&as_they_are("c", walls), Setting::new(user, walls));
    }
}

#[test]
fn sources_in_c_in_the_usual_cells() {
    c(USUAL);
}

#[test]
#[ignore = "takes minutes: scripts/test long hostile"]
fn sources_in_c_in_all_other_cells() {
    c(OTHERS);
}

/// A compiler for Rust often lies in the home of whoever installed it, where another user finds none.
#[test]
fn sources_in_rust_behind_bubblewrap() {
    attack(&as_they_are("rust", CellTier::Bubblewrap), Setting::new(User::Root, CellTier::Bubblewrap));
}

/// Modules run in our own process, whoever starts it and whatever cell there is.
#[cfg(feature = "wasm")]
#[test]
fn modules() {
    let dir = common::folder();
    let assembled = |bot: Bot| {
        let file = dir.path().join(Path::new(&bot.name).with_extension("wasm"));
        fs::write(&file, wat::assemble(&fs::read_to_string(&bot.file).unwrap())).unwrap();
        (bot, file)
    };
    let bots: Vec<_> = bots::of("wasm").into_iter().map(assembled).collect();
    attack(&bots, Setting::new(User::Root, CellTier::Bubblewrap));
}

#[test]
fn landlock_is_what_a_machine_without_bubblewrap_has() {
    let dir = common::folder();
    let output =
        cells::croupier(dir.path(), User::Root, CellTier::Landlock, &["doctor", "--json"]).output().unwrap();
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let best = said["cells"].as_array().unwrap().iter().find(|cell| cell["works"] == true).unwrap();
    assert_eq!(best["tier"], "landlock");
}
