//! `croupier calibrate`, with budgets in steps: the same games on every machine.

use crate::common::{croupier, read};
use serde_json::Value;
use tempfile::TempDir;

const LADDER: [&str; 8] = ["calibrate", "no-thanks", "--budgets", "20,300", "--games", "64", "--seats", "2"];

#[test]
fn every_rung_is_measured_against_the_one_below_and_on_one_scale() {
    let dir = TempDir::new().unwrap();
    let words = ["calibrate", "no-thanks", "--budgets", "10", "--games", "64", "--json"];
    let said = croupier(dir.path(), &words);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&said.out).unwrap();
    let tables = found["tables"].as_array().unwrap();
    assert_eq!(tables.iter().map(|table| &table["players"]).collect::<Vec<_>>(), [2, 5]);
    for table in tables {
        let bouts = table["bouts"].as_array().unwrap();
        let pairs: Vec<[&str; 2]> =
            bouts.iter().map(|bout| ["rung", "below"].map(|key| bout[key].as_str().unwrap())).collect();
        assert_eq!(pairs, [["minmax", "basic"], ["advanced", "minmax"], ["flagship@10", "advanced"]]);
        // A policy against any legal move: far apart, so that the first look decides.
        assert_eq!((&bouts[0]["verdict"], &bouts[0]["games"]), (&Value::from("better"), &Value::from(64)));
        assert!(bouts[0]["low"].as_f64().unwrap() > 0.0 && bouts[0]["won"].as_f64().unwrap() > 0.8);
        assert!(bouts.iter().all(|bout| bout["missteps"] == 0 && bout["clock"]["moves"].as_u64() > Some(0)));
        let strengths = table["strengths"].as_array().unwrap();
        assert_eq!((strengths.len(), &strengths[3]["rung"]), (4, &Value::from("basic")), "{strengths:?}");
    }
    let records = ["2-players/minmax-over-basic", "5-players/flagship@10-over-advanced"];
    for record in records.map(|name| format!("calibration-no-thanks/{name}")) {
        assert_eq!(croupier(dir.path(), &["verify", &record]).code, 0, "{record}");
    }
}

#[test]
fn games_without_luck_begin_with_drawn_moves_the_same_for_both_games_of_a_deal() {
    let dir = TempDir::new().unwrap();
    let words = ["calibrate", "score-four", "--budgets", "20", "--games", "64", "-q"];
    assert_eq!(croupier(dir.path(), &words).code, 0);
    let beads = |game: &str| {
        let record = "calibration-score-four/2-players/advanced-over-minmax";
        let told = croupier(dir.path(), &["log", record, game]).out;
        let bead = |line: &&str| line.contains(") on row");
        let lines: Vec<String> = told.lines().filter(bead).take(4).map(str::to_owned).collect();
        assert_eq!(lines.len(), 4, "{told}");
        lines.iter().map(|line| line.split_once(") on row").unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(beads("0"), beads("1"));
    assert_ne!(beads("0"), beads("2"));
}

#[test]
fn moves_are_timed_and_a_promised_time_is_held_against_them() {
    let dir = TempDir::new().unwrap();
    let words = ["calibrate", "score-four", "--budgets", "1ms", "--games", "2", "--json"];
    let found: Value = serde_json::from_str(&croupier(dir.path(), &words).out).unwrap();
    let bouts = found["tables"][0]["bouts"].as_array().unwrap();
    let [advanced, flagship] = [&bouts[1]["clock"], &bouts[2]["clock"]];
    assert_eq!((&bouts[2]["rung"], &advanced["kept"]), (&Value::from("flagship@1ms"), &Value::Null));
    // Two games of at least seven beads, of which two are drawn and not timed.
    assert!(flagship["moves"].as_u64().unwrap() >= 2, "{flagship}");
    assert!((0.0..=1.0).contains(&flagship["kept"].as_f64().unwrap()), "{flagship}");
    let [nearly_all, longest] = ["micros_999", "micros_longest"].map(|key| flagship[key].as_u64().unwrap());
    assert!(0 < nearly_all && nearly_all <= longest, "{flagship}");
    let table = croupier(dir.path(), &["calibrate", "score-four", "--resume", "-q"]).out;
    assert!(table.lines().any(|line| line.starts_with("flagship@1ms") && line.contains(" ms ")), "{table}");
}

#[test]
fn the_same_calibration_gives_the_same_tables_on_any_number_of_threads() {
    let dir = TempDir::new().unwrap();
    let run = |threads: &str, out: &str| {
        let said = croupier(dir.path(), &[&LADDER[..], &["-q", "--threads", threads, "--out", out]].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.out
    };
    assert_eq!(run("1", "one"), run("2", "two"));
    let again =
        croupier(dir.path(), &["calibrate", "no-thanks", "--out", "one", "--resume", "--markdown", "-q"]);
    let command = "`croupier calibrate no-thanks --budgets 20,300 --games 64 --seats 2 --seed 1`";
    assert!(again.out.starts_with(command) && again.out.contains("| minmax | basic | 64 |"), "{}", again.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_calibration_goes_on_to_the_same_tables() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let dir = TempDir::new().unwrap();
    let whole = croupier(dir.path(), &[&LADDER[..], &["-q", "--out", "whole"]].concat());
    let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(dir.path())
        .args(LADDER)
        .args(["--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let second = dir.path().join("calibration-no-thanks/2-players/advanced-over-minmax/record.croupier");
    let begun = Instant::now();
    while !second.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the second bout never began");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = crate::common::said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    assert!(stopped.err.contains("croupier calibrate no-thanks --resume goes on"), "{}", stopped.err);
    assert!(stopped.out.contains("minmax") && !stopped.out.contains("flagship@300"), "{}", stopped.out);
    let resumed = croupier(dir.path(), &["calibrate", "no-thanks", "--resume", "-q"]);
    assert_eq!((resumed.code, resumed.out), (0, whole.out));
}

#[test]
fn what_cannot_be_calibrated_is_refused_in_one_sentence_and_nothing_is_written() {
    let dir = TempDir::new().unwrap();
    let refused = |words: &[&str]| {
        let said = croupier(dir.path(), &[&["calibrate"], words].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        said.err
    };
    assert!(refused(&["chess"]).contains("chess"));
    let fast = refused(&["no-thanks", "--budgets", "fast"]);
    assert_eq!(fast, "croupier: \"fast\" is no budget; 10ms, 2s or a number of steps is\n");
    let crowded = refused(&["no-thanks", "--seats", "9"]);
    assert_eq!(crowded, "croupier: No Thanks! is played by 2 or 3 or 4 or 5, not by 9\n");
    assert!(refused(&["no-thanks", "--resume"]).contains("there is nothing to resume"));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let quick = ["no-thanks", "--budgets", "5", "--games", "2", "--seats", "2", "-q"];
    assert_eq!(croupier(dir.path(), &[&["calibrate"], &quick[..]].concat()).code, 0);
    assert!(refused(&quick).contains("is there already; go on with it by --resume"));
    let other = refused(&["no-thanks", "--resume", "--budgets", "7"]);
    assert!(
        other.contains("was made with other settings: croupier calibrate no-thanks --budgets 5"),
        "{other}"
    );
    assert!(read(dir.path(), "calibration-no-thanks/calibration.json").contains("\"seed\":1"));
}
