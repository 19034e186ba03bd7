//! Seats of one bot in one row of the standings.

use crate::common::{croupier, file, read};
use serde_json::Value;
use tempfile::TempDir;

const PLAN: &str = "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:CutOff14\", \
                    \"house:TakeSmall\"]\ngames = 60\nseed = 3\n";

fn rows(out: &str) -> Vec<(String, u64, u64, f64)> {
    let result: Value = serde_json::from_str(out).unwrap();
    let row = |row: &Value| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let width = row["interval"][1].as_f64().unwrap() - row["interval"][0].as_f64().unwrap();
        (text("name"), row["games"].as_u64().unwrap(), row["samples"].as_u64().unwrap(), width)
    };
    result["standings"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_bot_in_two_seats_has_one_row_with_both_games_and_one_sample_a_game() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    let run = |more: &[&str]| {
        let said = croupier(dir.path(), &[&["run", "plan.toml", "--json"], more].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        rows(&said.out)
    };
    let (apart, pooled) = (run(&["--out", "apart"]), run(&["--out", "pooled", "--pool"]));
    assert_eq!(apart.len(), 3, "{apart:?}");
    let of = |rows: &[(String, u64, u64, f64)], name: &str| {
        rows.iter().find(|row| row.0 == name).unwrap_or_else(|| panic!("{rows:?}")).clone()
    };
    assert_eq!(pooled.len(), 2, "{pooled:?}");
    let both = of(&pooled, "house:CutOff14");
    assert_eq!((both.1, both.2), (120, 60), "{both:?}");
    assert_eq!(of(&pooled, "house:TakeSmall"), of(&apart, "house:TakeSmall"), "nobody else's row changes");
    // The record and its logs have every seat, whatever is shown.
    assert_eq!(read(dir.path(), "apart/overall-stats.log"), read(dir.path(), "pooled/overall-stats.log"));
    assert_eq!(croupier(dir.path(), &["verify", "pooled"]).code, 0);
    file(dir.path(), "plan.toml", &format!("{PLAN}pool = true\n"));
    assert_eq!(run(&["--out", "planned"]), pooled);
}

#[test]
fn a_report_pools_seats_too() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    assert_eq!(croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "out"]).code, 0);
    let table = |more: &[&str]| {
        let words = ["report", "out", "--table", "standings", "--format", "csv", "--out", "-", "-q"];
        let said = croupier(dir.path(), &[&words[..], more].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    assert_eq!(table(&[]).lines().count(), 4);
    let pooled = table(&["--pool"]);
    assert_eq!(pooled.lines().count(), 3, "{pooled}");
    assert!(!pooled.contains("#2") && pooled.contains(",120,"), "{pooled}");
}
