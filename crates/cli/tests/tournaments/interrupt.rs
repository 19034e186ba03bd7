//! Ctrl-C, TERM and HUP: the run says what it waits for, loses no finished game, and can be resumed.

#[cfg(target_os = "linux")]
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::common::running::{Running, To};
use crate::common::{croupier, file, said};
use tempfile::TempDir;

const PLAN: &str = "game = \"last-card\"\nbots = [\"house:naive\", \"house:greedy\", \"house:pass\", \
                    \"house:random\"]\ngames = 60000\nseed = 5\n";

#[test]
fn an_interrupted_run_says_what_it_has_and_goes_on_with_resume() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(dir.path())
        .args(["run", "plan.toml", "--threads", "1", "--out", "kept"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let record = dir.path().join("kept/record.croupier");
    let begun = Instant::now();
    // As soon as the first block is in, and long before the last one.
    while record.metadata().map_or(0, |meta| meta.len()) < 2000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no block was written");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    assert!(
        stopped.out.contains("house:greedy") && stopped.out.contains("Logs and record are in"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.err.contains(" of 60000 games")
            && stopped.err.contains("croupier run plan.toml --threads 1 --out kept --resume goes on"),
        "{}",
        stopped.err
    );
    let whole = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    let resumed = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "kept", "--resume"]);
    assert_eq!((resumed.code, resumed.out), (0, whole.out));
    let read = |folder: &str| std::fs::read(dir.path().join(folder).join("record.croupier")).unwrap();
    assert!(read("kept") == read("whole"));
}

/// Answers a little later than it could, and prints which games it plays.
#[cfg(target_os = "linux")]
const SLOW: &str = "
import time
from croupier import no_thanks
class Slow(no_thanks.Player):
    def start(self, start):
        print('begins', start.game, flush=True)
    def end(self, view, scores):
        print('ends', flush=True)
    def choose(self, view):
        time.sleep(0.004)
        return view.coins_on_card > 1 or view.card < 10
";

/// Never answers.
#[cfg(target_os = "linux")]
const SILENT: &str = "
import time
from croupier import no_thanks
class Silent(no_thanks.Player):
    def choose(self, view):
        print('asked', flush=True)
        while True:
            time.sleep(1000)
";

/// Speaks all the time and never says anything.
#[cfg(target_os = "linux")]
const DRIP: &str = r#"#!/usr/bin/env python3
import json, sys, time
sys.stdin.readline()
print('{"type":"hello","protocol":1,"name":"Drip"}', flush=True)
while True:
    print('{}', flush=True)
    time.sleep(0.02)
"#;

#[cfg(target_os = "linux")]
fn plan(bots: &str, more: &str) -> String {
    format!("game = \"no-thanks\"\nplayers = 2\nbots = [{bots}]\nseed = 5\n{more}")
}

/// What the bot printed, lane by lane.
#[cfg(target_os = "linux")]
fn bot_logs(folder: &Path) -> [String; 2] {
    let logs = ["Slow.log", "Slow.lane2.log"].map(|log| folder.join("bot-logs").join(log));
    logs.map(|log| std::fs::read_to_string(log).unwrap_or_default())
}

/// How often it printed this, in all lanes.
#[cfg(target_os = "linux")]
fn count(logs: &[String; 2], what: &str) -> u64 {
    logs.iter().flat_map(|log| log.lines()).filter(|line| line.starts_with(what)).count() as u64
}

/// How often it printed this so far.
#[cfg(target_os = "linux")]
fn printed(folder: &Path, what: &str) -> u64 {
    count(&bot_logs(folder), what)
}

/// What was added to logs in a run that went on.
#[cfg(target_os = "linux")]
fn added(before: &[String; 2], after: &[String; 2]) -> [String; 2] {
    std::array::from_fn(|lane| {
        let added = after[lane].strip_prefix(before[lane].as_str());
        let added = added.unwrap_or_else(|| panic!("what was printed before is gone: {}", after[lane]));
        if before[lane].is_empty() {
            return added.to_owned();
        }
        let said = added.trim_start().strip_prefix("[the run was interrupted here, and goes on]\n");
        said.unwrap_or_else(|| panic!("it is not said where the run goes on: {added}")).to_owned()
    })
}

/// Interrupts a run once some games are finished, goes on with it, and compares all with a run that was left
/// alone.
#[cfg(target_os = "linux")]
fn interrupted_and_resumed(more: &str, signal: &str, to: To) {
    let dir = crate::common::folder();
    file(dir.path(), "slow.py", SLOW);
    file(dir.path(), "plan.toml", &plan("\"slow.py\", \"house:TakeSmall\"", more));
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    let logs = dir.path().join("logs");
    run.until("games are finished", || printed(&logs, "ends") > 1);
    let bots = run.bots();
    assert!(!bots.is_empty());
    run.signal(signal, to);
    let (code, said) = run.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("waiting for") && said.contains("Ctrl-C again ends at once"), "{said}");
    let number = |before: &str| {
        said.split(before).nth(1).map_or(0, |rest| rest.split(' ').next().unwrap().parse::<u64>().unwrap())
    };
    let finished = number("stopped after ") + number(" games; ");
    let ended = printed(&logs, "ends");
    assert!(finished >= ended, "{ended} games were finished: {said}");
    assert!(said.contains("run plan.toml --resume goes on"), "{said}");
    Running::until_gone(&bots);
    assert_eq!(Running::temporary(dir.path()), [""; 0]);

    let before = bot_logs(&logs);
    let resumed = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    let again = count(&added(&before, &bot_logs(&logs)), "begins");
    let whole = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    assert_eq!((resumed.code, whole.code), (0, 0), "{}{}", resumed.err, whole.err);
    let games = |folder: &str| crate::common::games_part(&dir.path().join(folder).join("record.croupier"));
    assert!(games("logs") == games("whole"), "the records differ");
    let files = |folder: &str| {
        let mut files = crate::common::tree(&dir.path().join(folder));
        files.retain(|(path, _)| !path.starts_with("bot-logs") && !path.starts_with("record.croupier"));
        files
    };
    assert_eq!(files("logs"), files("whole"));
    let moves = croupier(dir.path(), &["report", "logs", "--table", "moves", "--out", "-", "-q"]).out;
    let untimed = moves.lines().skip(1).find(|row| row.ends_with(','));
    assert!(moves.lines().count() > 16 && untimed.is_none(), "{untimed:?} has lost how long it took");
    let all = printed(&dir.path().join("whole"), "begins");
    if more.contains("instances = \"game\"") {
        assert!(
            again + finished <= all,
            "{finished} of {all} games were finished, and {again} played after that"
        );
    } else {
        // It is asked its finished games again, and then plays the others: none is played twice.
        assert_eq!(again, all);
        let told = format!("going on after {finished} games; asking Slow their earlier games again");
        assert!(resumed.err.contains(&told), "{}", resumed.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_finished_game_of_an_open_batch_is_lost() {
    interrupted_and_resumed("games = 16\n", "INT", To::Program);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_sends_ctrl_c_to_the_bots_too_and_term_does_the_same() {
    interrupted_and_resumed("games = 16\n", "INT", To::Group);
    interrupted_and_resumed("games = 16\n", "TERM", To::Group);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_lost_in_several_lanes_nor_when_the_terminal_closes() {
    interrupted_and_resumed("games = 40\nlanes = 2\n", "HUP", To::Program);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_lost_where_every_game_has_its_own_instance() {
    interrupted_and_resumed("games = 16\ninstances = \"game\"\n", "INT", To::Program);
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_ends_at_once_and_leaves_nothing_behind() {
    let dir = crate::common::folder();
    file(dir.path(), "silent.py", SILENT);
    let limits = "games = 8\n[limits]\nmove_ms = 3600000\n";
    file(dir.path(), "plan.toml", &plan("\"silent.py\", \"house:TakeSmall\"", limits));
    let mut run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/bot-logs/Silent.log", 5);
    let bots = run.bots();
    assert!(!bots.is_empty() && !Running::temporary(dir.path()).is_empty());
    run.signal("INT", To::Group);
    let line = run.line_with("waiting for");
    assert!(line.contains("waiting for Silent in game 0"), "{line}");
    run.signal("INT", To::Group);
    let (code, said) = run.end();
    assert_eq!(code, Some(130), "{said}");
    Running::until_gone(&bots);
    assert_eq!(Running::temporary(dir.path()), [""; 0]);
    assert!(!dir.path().join("logs/record.lock").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_never_answers_is_not_waited_for() {
    use std::os::unix::fs::PermissionsExt;
    let dir = crate::common::folder();
    let drip = file(dir.path(), "drip", DRIP);
    std::fs::set_permissions(&drip, std::fs::Permissions::from_mode(0o755)).unwrap();
    let limits = "games = 8\n[limits]\nmove_ms = 100\nload_ms = 60000\n";
    file(dir.path(), "plan.toml", &plan("\"drip\", \"house:TakeSmall\"", limits));
    let mut run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.croupier", 1);
    run.until("the bot runs", || !run.bots().is_empty());
    let bots = run.bots();
    run.signal("INT", To::Program);
    run.line_with("stopping");
    let begun = Instant::now();
    let (code, said) = run.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(60), "it waited for {:?}", begun.elapsed());
    Running::until_gone(&bots);
    assert_eq!(Running::temporary(dir.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_is_gone_is_no_reason_to_fail() {
    let dir = crate::common::folder();
    file(dir.path(), "slow.py", SLOW);
    file(dir.path(), "plan.toml", &plan("\"slow.py\", \"house:TakeSmall\"", "games = 16\n"));
    let mut run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.journal", 100);
    run.stop_reading();
    run.signal("HUP", To::Program);
    assert_eq!(run.end().0, Some(130));
}
