//! `croupier solve` and `croupier exploitability`: tables that are kept and checked, and what the best
//! opponent wins.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Said, croupier, file, folder, said};
use serde_json::Value;
use tempfile::TempDir;

const MATCH: [&str; 10] =
    ["jujitsu", "house:flagship", "house:draw-card", "5", "7", "--games", "6", "--seed", "3", "--json"];

/// Calls `croupier` with a cache folder of its own.
fn with_cache(cache: &Path, words: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    said(command.env("XDG_CACHE_HOME", cache).current_dir(cache).args(words).output().unwrap())
}

fn exploited(folder: &Path, words: &[&str]) -> Vec<Value> {
    let said = croupier(folder, &[&["exploitability", "--json"], words].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn tables_are_kept_and_a_damaged_one_is_made_anew() {
    let cache = TempDir::new().unwrap();
    let first = with_cache(cache.path(), &MATCH);
    assert_eq!(first.code, 0, "{}", first.err);
    let kept = |cards| cache.path().join(format!("croupier/solved/jujitsu-{cards}-v1.table"));
    let whole = std::fs::read(kept(7)).unwrap();
    assert!(kept(5).is_file());
    std::fs::write(kept(7), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(with_cache(cache.path(), &MATCH).out, first.out);
    assert!(std::fs::read(kept(7)).unwrap() == whole, "it was made anew");
}

#[test]
fn without_a_cache_folder_the_games_are_the_same() {
    let cache = TempDir::new().unwrap();
    let first = with_cache(cache.path(), &MATCH);
    let blocked = file(cache.path(), "blocked", "a file, no folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let second =
        said(command.env("XDG_CACHE_HOME", &blocked).current_dir(cache.path()).args(MATCH).output().unwrap());
    assert_eq!((second.code, second.out), (0, first.out), "{}", second.err);
}

#[test]
fn a_table_is_written_where_it_is_asked_for() {
    let cache = TempDir::new().unwrap();
    let said = with_cache(cache.path(), &["solve", "jujitsu", "6", "--out", "six.table", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let told: Value = serde_json::from_str(&said.out).unwrap();
    let bytes = std::fs::metadata(cache.path().join("six.table")).unwrap().len();
    assert!(bytes > 8 * told["positions"].as_u64().unwrap(), "{told}");
    assert!(!cache.path().join("croupier").exists());
}

/// Solves rounds of nine cards until the layer with so many cards in each hand is kept, and ends that with a
/// signal.
#[cfg(unix)]
fn ended_after(cache: &Path, layer: &str, signal: &str) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let words = ["solve", "jujitsu", "9", "--threads", "1", "--out", "nine.table"];
    let child = command.current_dir(cache).args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.unwrap();
    let kept = cache.join("nine.table.layers").join(layer);
    let begun = Instant::now();
    // A layer is there as soon as it is whole, and long before the next one is.
    while !kept.is_file() {
        assert!(begun.elapsed() < Duration::from_secs(120), "layer {layer} was not kept");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    said(child.wait_with_output().unwrap())
}

#[test]
#[cfg(unix)]
fn solving_that_was_stopped_or_killed_goes_on_where_it_was() {
    let cache = TempDir::new().unwrap();
    let stopped = ended_after(cache.path(), "3", "-INT");
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    let told =
        "of 2426 patterns of hands are kept in nine.table.layers, and the same command goes on from there";
    assert!(stopped.err.contains(told), "{}", stopped.err);
    assert!(!cache.path().join("nine.table").exists());
    assert_ne!(ended_after(cache.path(), "5", "-KILL").code, 0);
    let solve = |out: &str| -> Value {
        let said = with_cache(cache.path(), &["solve", "jujitsu", "9", "--out", out, "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        serde_json::from_str(&said.out).unwrap()
    };
    let (resumed, whole) = (solve("nine.table"), solve("whole.table"));
    let patterns = |told: &Value, name: &str| told[name].as_u64().unwrap();
    assert!((1..2426).contains(&patterns(&resumed, "resumed")), "{resumed}");
    assert_eq!((patterns(&whole, "resumed"), patterns(&whole, "patterns")), (0, 2426));
    let read = |name: &str| std::fs::read(cache.path().join(name)).unwrap();
    assert!(read("nine.table") == read("whole.table"), "the table is the same");
    assert!(!cache.path().join("nine.table.layers").exists(), "what is whole needs no layers");
}

#[test]
fn what_cannot_be_solved_is_told_in_one_sentence() {
    let dir = TempDir::new().unwrap();
    for (words, told) in [
        (&["solve", "chess", "5"][..], "croupier: \"chess\" cannot be solved; jujitsu can\n"),
        (&["solve", "jujitsu", "13"], "croupier: Jujitsu of 13 cards is not solved; of 3 to 11 it is\n"),
        (
            &["exploitability", "house:random", "--cards", "9"],
            "croupier: a round of 9 cards is not gone through; one of 3 to 7 cards is\n",
        ),
    ] {
        let said = croupier(dir.path(), words);
        assert_eq!((said.code, said.err.as_str()), (2, told));
    }
}

#[test]
fn players_of_the_house_are_exploited_as_much_as_they_should_be() {
    let dir = TempDir::new().unwrap();
    let names = ["house:equilibrium", "house:flagship", "house:draw-card"];
    let found = exploited(dir.path(), &[&names[..], &["--cards", "3"]].concat());
    let points: Vec<f64> = found.iter().map(|found| found["points"].as_f64().unwrap()).collect();
    assert!(
        points[0].abs() < 1e-9 && points[1] <= 0.15 + 1e-9 && (points[2] - 2.0 / 3.0).abs() < 1e-9,
        "{points:?}"
    );
}

const PYTHON: &str = "import random
from croupier import jujitsu

class Drawer(jujitsu.Player):
    def choose(self, view):
        return view.lot[-1]

class Chancer(jujitsu.Player):
    def choose(self, view):
        return random.choice(view.hand)
";

#[test]
fn a_bot_from_outside_is_asked_in_every_position() {
    let dir = folder();
    file(dir.path(), "bots.py", PYTHON);
    let found = exploited(dir.path(), &["bots.py#Drawer", "house:draw-card", "--cards", "4"]);
    assert_eq!(found[0]["exact"], true);
    let points = |at: usize| found[at]["points"].as_f64().unwrap();
    assert!((points(0) - points(1)).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_bot_that_bids_at_random_is_estimated_and_so_called() {
    let dir = folder();
    file(dir.path(), "bots.py", PYTHON);
    let found = exploited(dir.path(), &["bots.py#Chancer", "house:random", "--cards", "3"]);
    assert_eq!(found[0]["exact"], false);
    let points = |at: usize| found[at]["points"].as_f64().unwrap();
    assert!((points(0) - points(1)).abs() < 0.5, "{found:?}");
    let said = croupier(dir.path(), &["exploitability", "bots.py#Chancer", "--cards", "5"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("bids at random, and is estimated only in rounds of at most 4 cards"),
        "{}",
        said.err
    );
}
