//! How often equals are told apart, played by real players of the house; and ratings from a record.

use crate::common::croupier;
use serde_json::Value;
use tempfile::TempDir;

/// In how many of so many tournaments anyone was told apart from anyone.
fn alarms(tournaments: u64, words: &[&str]) -> u64 {
    let dir = TempDir::new().unwrap();
    let told_apart = |seed: u64| {
        let seed = seed.to_string();
        let said = croupier(dir.path(), &[words, &["--json", "--threads", "1", "--seed", &seed]].concat());
        assert_eq!(said.code, 0, "seed {seed}: {}", said.err);
        let outcome: Value = serde_json::from_str(&said.out).unwrap();
        outcome["standings"].as_array().unwrap().iter().any(|line| line["group"] != "a")
    };
    (1..=tournaments).filter(|&seed| told_apart(seed)).count() as u64
}

/// One in twenty, and three standard errors of the simulation.
fn at_most(tournaments: u64) -> u64 {
    let expected = 0.05 * tournaments as f64;
    (expected + 3.0 * (expected * 0.95).sqrt()) as u64
}

#[test]
fn five_equal_players_of_no_thanks_are_told_apart_in_one_of_twenty_tournaments_at_most() {
    let words = [&["no-thanks", "60"][..], &["house:threshold"; 5]].concat();
    let found = alarms(400, &words);
    println!("{found} of 400");
    assert!(found <= at_most(400), "{found} of 400");
}

#[test]
fn four_equal_players_of_score_four_are_told_apart_in_one_of_twenty_tournaments_at_most() {
    let words = [&["score-four", "--games", "60"][..], &["house:random"; 4]].concat();
    let found = alarms(300, &words);
    println!("{found} of 300");
    assert!(found <= at_most(300), "{found} of 300");
}

#[test]
fn no_design_tells_equals_apart_more_often_though_its_games_share_deals() {
    let dir = TempDir::new().unwrap();
    for design in ["balanced", "pairs", "substitute", "rotate"] {
        let bots = ["\"house:threshold\""; 5].join(", ");
        let plan = format!(
            "game = \"no-thanks\"\nbots = [{bots}]\nplayers = 3\ngames = 120\ndesign = \
             \"{design}\"\ngame_files = false\n"
        );
        let path = crate::common::file(dir.path(), &format!("{design}.toml"), &plan);
        let out = dir.path().join(design);
        let found = alarms(100, &["run", path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        println!("{design}: {found} of 100");
        assert!(found <= at_most(100), "{design}: {found} of 100");
    }
}

#[test]
fn a_much_better_player_is_told_apart_and_its_rank_is_sure() {
    let dir = TempDir::new().unwrap();
    let words = [
        "no-thanks",
        "200",
        "house:RandomPlayer",
        "house:CutOff14",
        "house:RandomPlayer",
        "--seed",
        "1",
        "--json",
    ];
    let outcome: Value = serde_json::from_str(&croupier(dir.path(), &words).out).unwrap();
    let first = &outcome["standings"][0];
    assert_eq!((&first["name"], &first["group"]), (&"house:CutOff14".into(), &"a".into()));
    assert_eq!(first["ranks"], serde_json::json!([1, 1]));
    let others: Vec<&Value> = (1..3).map(|at| &outcome["standings"][at]["ranks"]).collect();
    assert_eq!(others, [&serde_json::json!([2, 3]); 2]);
}

#[test]
fn a_record_is_rated_with_intervals_and_pair_by_pair() {
    let dir = TempDir::new().unwrap();
    let played =
        ["hearts", "house:careful", "house:random", "--games", "60", "--seed", "3", "--out", "kept", "-q"];
    let outcome = croupier(dir.path(), &[&played[..], &["--json"]].concat());
    let outcome: Value = serde_json::from_str(&outcome.out).unwrap();
    let said = croupier(dir.path(), &["ratings", "kept", "--json"]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(outcome["ratings"], json, "the outcome of a run with a record has the same ratings");
    let [first, second] = &json["ratings"].as_array().unwrap()[..] else { panic!("{json}") };
    assert_eq!((&first["name"], &second["name"]), (&"house:careful".into(), &"house:random".into()));
    let number = |value: &Value| value.as_f64().unwrap();
    // Two ratings lie around their average, and the stronger one's interval is above it.
    assert!((number(&first["rating"]) + number(&second["rating"]) - 3000.0).abs() < 1e-6);
    assert!(number(&first["interval"][0]) > 1500.0 && number(&first["running"]) > number(&second["running"]));
    let pair = &json["pairs"][0];
    assert_eq!((&pair["games"], &pair["share"]["samples"]), (&60.into(), &60.into()));
    assert!(number(&pair["share"]["interval"][0]) > 0.5, "{pair}");
    assert_eq!(json["circle"], Value::Null);
    let table = croupier(dir.path(), &["ratings", "kept"]).out;
    assert!(table.contains("house:careful") && table.contains("Share of the games"), "{table}");
}

#[test]
fn a_record_that_is_not_there_is_bad_input() {
    let dir = TempDir::new().unwrap();
    let said = croupier(dir.path(), &["ratings", "nowhere"]);
    assert_eq!((said.code, said.err.as_str()), (2, "croupier: there is no record nowhere\n"));
}
