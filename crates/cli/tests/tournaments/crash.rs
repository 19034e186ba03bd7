//! Killed runs, full disks, torn files, two runs in one folder: whatever ends a run, the next one goes on
//! from there.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::running::{Running, To};
use crate::common::{croupier, file, folder, games_part};

/// Takes a card now and then, a little later than it could.
const SLOW: &str = "
import time
from croupier import no_thanks
class Slow(no_thanks.Player):
    def choose(self, view):
        time.sleep(0.002)
        return view.coins_on_card > 2 or view.card < 12
";

fn slow_plan(dir: &Path) {
    file(dir, "slow.py", SLOW);
    let plan = "game = \"no-thanks\"\nplayers = 2\nbots = [\"slow.py\", \"house:TakeSmall\"]\nseed = \
                9\ngames = 24\n";
    file(dir, "plan.toml", plan);
}

/// Goes on with a run and compares it with one that was left alone.
fn goes_on_to_the_same_end(dir: &Path) {
    let resumed = croupier(dir, &["run", "plan.toml", "-q", "--resume"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    if !dir.join("whole").exists() {
        assert_eq!(croupier(dir, &["run", "plan.toml", "-q", "--out", "whole"]).code, 0);
    }
    let record = |folder: &str| games_part(&dir.join(folder).join("record.croupier"));
    assert!(record("logs") == record("whole"), "the records differ");
    for left in ["record.journal", "record.lock", "record.times"] {
        assert!(!dir.join("logs").join(left).exists(), "{left} is left behind");
    }
    let verified = croupier(dir, &["verify", "logs"]);
    assert!(verified.code == 0 && verified.out.contains("the record is complete"), "{}", verified.err);
}

#[test]
fn a_killed_run_goes_on_wherever_it_was_killed() {
    let dir = folder();
    slow_plan(dir.path());
    // At the first game in the journal, at the first block, at the second, and a few times in between.
    for (n, (name, bytes)) in
        [("journal", 60), ("croupier", 900), ("journal", 400), ("croupier", 1100), ("times", 40)]
            .iter()
            .enumerate()
    {
        let words: &[&str] = if n == 0 { &["run", "plan.toml"] } else { &["run", "plan.toml", "--resume"] };
        let run = Running::start(dir.path(), words);
        let watched = dir.path().join(format!("logs/record.{name}"));
        let enough = || fs::metadata(&watched).is_ok_and(|meta| meta.len() >= *bytes);
        run.until(name, || enough() || Running::has_ended(run.id()));
        run.signal("KILL", To::Program);
        let (_, said) = run.end();
        assert!(!said.contains("panicked"), "{said}");
    }
    goes_on_to_the_same_end(dir.path());
}

#[test]
fn a_torn_block_and_a_torn_journal_cost_their_last_games_only() {
    let dir = folder();
    slow_plan(dir.path());
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.times", 20);
    run.until_file("logs/record.journal", 200);
    run.signal("KILL", To::Program);
    run.end();
    for (name, cut) in [("record.croupier", 7), ("record.journal", 5), ("record.times", 1)] {
        let path = dir.path().join("logs").join(name);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - cut]).unwrap();
    }
    goes_on_to_the_same_end(dir.path());
}

#[test]
fn a_damaged_journal_stops_the_run_and_stays_as_it_is() {
    let dir = folder();
    slow_plan(dir.path());
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.journal", 200);
    run.signal("KILL", To::Program);
    run.end();
    let path = dir.path().join("logs/record.journal");
    let mut bytes = fs::read(&path).unwrap();
    bytes[30] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let record = fs::read(dir.path().join("logs/record.croupier")).unwrap();
    let said = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("record.journal: damaged at byte 16"), "{}", said.err);
    assert!(fs::read(&path).unwrap() == bytes);
    assert!(fs::read(dir.path().join("logs/record.croupier")).unwrap() == record);
    fs::remove_file(&path).unwrap();
    goes_on_to_the_same_end(dir.path());
}

#[test]
fn a_full_disk_ends_the_run_with_its_name_and_the_next_goes_on() {
    // The record is full first where players are quick, and the journal where they are not.
    for (bot, games) in [("house:CutOff14", 1500), ("house:flagship@20", 80)] {
        let dir = folder();
        let plan = "game = \"no-thanks\"\nplayers = 2\nseed = 9\ngame_files = false\n";
        let bots = format!("games = {games}\nbots = [\"{bot}\", \"house:TakeSmall\"]\n");
        file(dir.path(), "plan.toml", &format!("{plan}{bots}"));
        // No file may be larger than 2 kB: the system says so as it does of a full disk, once the signal is
        // ignored.
        let words =
            format!("trap '' XFSZ; ulimit -f 2; exec {} run plan.toml", env!("CARGO_BIN_EXE_croupier"));
        let mut command = Command::new("sh");
        command.args(["-c", &words]);
        let (code, said) = Running::start_as(dir.path(), command).end();
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("logs/record.") && said.contains("File too large"), "{said}");
        goes_on_to_the_same_end(dir.path());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let dir = folder();
    slow_plan(dir.path());
    let said = croupier(dir.path(), &["run", "plan.toml", "--out", "/proc/nowhere"]);
    assert!(said.code == 1 && said.err.contains("/proc/nowhere"), "{} {}", said.code, said.err);
}

#[test]
fn a_second_run_in_the_same_folder_is_told_who_is_there() {
    let dir = folder();
    slow_plan(dir.path());
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.journal", 100);
    // It stands still, so that it has not ended before the others have begun, however long that takes.
    run.signal("STOP", To::Program);
    for words in [&["run", "plan.toml"][..], &["run", "plan.toml", "--resume"]] {
        let said = croupier(dir.path(), words);
        let holder = format!("logs is in use by `croupier run plan.toml` (process {})", run.id());
        assert!(said.code == 2 && said.err.contains(&holder), "{} {}", said.code, said.err);
    }
    run.signal("KILL", To::Program);
    run.end();
    // Whoever was killed holds nothing any more, though its file is still there.
    goes_on_to_the_same_end(dir.path());
}

#[test]
fn the_next_run_cleans_up_behind_a_killed_one() {
    let dir = folder();
    slow_plan(dir.path());
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until_file("logs/record.journal", 100);
    let bots = run.bots();
    run.signal("KILL", To::Program);
    run.end();
    Running::until_gone(&bots);
    assert!(!Running::temporary(dir.path()).is_empty(), "nothing was left to clean up");
    let (code, said) = Running::start(dir.path(), &["run", "plan.toml", "--resume"]).end();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(Running::temporary(dir.path()), [""; 0]);
}
