//! The commands of single games, and the lists.

use crate::common::{croupier, tree};
use serde_json::Value;
use tempfile::TempDir;

fn out(words: &[&str]) -> String {
    let dir = TempDir::new().unwrap();
    let said = croupier(dir.path(), words);
    assert_eq!(said.code, 0, "{words:?}: {}", said.err);
    assert!(tree(dir.path()).is_empty(), "files are written only with --out");
    said.out
}

#[test]
fn a_match_of_jujitsu_is_told_as_the_original_told_it() {
    let told = out(&["jujitsu", "house:draw-card", "house:random", "5", "6", "7", "--seed", "1"]);
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("New game between house:draw-card and house:random with rounds [5, 6, 7]"));
    assert_eq!(lines.next(), Some("Starting new round with N=5"));
    let turn = lines.next().unwrap();
    assert!(
        turn.starts_with("VC: ") && turn.contains(" -- house:draw-card bid ") && turn.ends_with(']'),
        "{turn}"
    );
    assert_eq!(told.lines().filter(|line| line.starts_with("VC: ")).count(), 18);
    let end = told.lines().find(|line| line.starts_with("Game ended. ")).unwrap();
    assert!(end.contains("house:draw-card got ") && end.ends_with(" points"), "{end}");
}

#[test]
fn many_matches_of_jujitsu_give_a_table() {
    let table = out(&["jujitsu", "house:draw-card", "house:random", "--games", "50", "--seed", "1"]);
    assert!(table.contains("match points") || table.contains("match"), "{table}");
    assert!(table.lines().nth(2).unwrap().contains("house:draw-card"), "{table}");
}

#[test]
fn hearts_is_played_by_two_or_four_and_by_nobody_else() {
    let table = out(&["hearts", "house:basic", "house:careful", "--games", "20", "--seed", "1"]);
    assert!(table.contains("house:careful") && table.contains("moons"), "{table}");
    out(&["hearts", "house:basic", "house:basic", "house:careful", "house:random", "--games", "3"]);
    let dir = TempDir::new().unwrap();
    let three = croupier(dir.path(), &["hearts", "house:basic", "house:basic", "house:basic"]);
    assert_eq!(
        (three.code, three.err.as_str()),
        (2, "croupier: Hearts has exactly 2 or 4 bots at a table; 3 were named\n")
    );
}

#[test]
fn a_round_robin_of_score_four_has_a_cross_table_and_meets_everyone_equally_often() {
    let table =
        out(&["score-four", "house:random", "house:one-ply", "house:random", "--games", "10", "--seed", "1"]);
    // Three bots have six ordered pairs: ten games become twelve.
    assert!(table.contains("against") && table.contains("12 games, seed 1"), "{table}");
}

#[test]
fn the_lists_name_every_game_and_every_player() {
    let games: Value = serde_json::from_str(&out(&["games", "--json"])).unwrap();
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names[..5], ["last-card", "no-thanks", "hearts", "jujitsu", "score-four"]);
    assert_eq!(names, croupier_games::list::names());
    let bots: Value = serde_json::from_str(&out(&["bots", "--json"])).unwrap();
    for (game, bot) in
        [("last-card", "house:greedy"), ("no-thanks", "house:threshold"), ("score-four", "house:one-ply")]
    {
        assert!(bots.as_array().unwrap().iter().any(|b| b["game"] == game && b["bot"] == bot), "{bot}");
    }
    assert!(out(&["bots", "jujitsu"]).contains("house:draw-card"));
    let flagship = bots.as_array().unwrap().iter().find(|b| b["bot"] == "house:flagship").unwrap();
    assert_eq!(flagship["takes_budget"], true);
    assert!(out(&["bots", "score-four"]).contains("house:flagship@10ms"));
}

#[test]
fn all_lists_fit_a_terminal_of_80_columns() {
    for words in [&["games"][..], &["bots"]] {
        for line in out(words).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
