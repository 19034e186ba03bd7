//! `croupier run`: plans, logs, records, resuming.

use std::fs;

use crate::common::{croupier, file, read, tree};
use tempfile::TempDir;

const CONFIG: &str =
    r#"{ "ai_dirs": [], "ai": ["house:naive", "house:greedy"], "ais": ["house:pass"], "num_games": 20 }"#;

#[test]
fn last_cards_own_config_plays_a_tournament_and_writes_four_kinds_of_log() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    let said = croupier(dir.path(), &["run", "config.json", "--seed", "7"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let start = "Loaded AI house:naive\nLoaded AI house:greedy\nLoaded AI house:pass\nLoading complete\n";
    assert!(said.out.starts_with(start), "{}", said.out);
    assert!(said.out.contains("TOURNAMENT DONE IN ") && said.out.contains("Logs and record are in ./logs"));
    let overall = read(dir.path(), "logs/overall-stats.log");
    let heading = overall.lines().next().unwrap().split("  ").map(str::trim).filter(|h| !h.is_empty());
    let expected = "AI|pass moves|cards played|illegal moves|times punished|punishment taken|games \
                    won|points taken|hand value pts|last card pts";
    assert_eq!(heading.collect::<Vec<_>>().join("|"), expected);
    let per_bot = read(dir.path(), "logs/ai-stats/house-naive.log");
    assert_eq!(per_bot.lines().count(), 21, "a heading and a row per game");
    assert!(per_bot.lines().nth(1).unwrap().starts_with("0 "));
    let game = read(dir.path(), "logs/game/0006.log");
    // Three bots fill four seats: one of them sits twice, under a name of its own.
    assert!(game.contains("#2") && game.lines().count() == 7, "{game}");
    assert!(read(dir.path(), "logs/readable/0019.log").contains(" plays card(s) [The "));
    assert!(!dir.path().join("logs/readable/0020.log").exists());
}

#[test]
fn the_readable_log_of_a_game_is_what_croupier_log_prints() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    croupier(dir.path(), &["run", "config.json", "--seed", "7", "-q"]);
    for record in ["logs", "logs/record.croupier"] {
        let told = croupier(dir.path(), &["log", record, "6"]);
        assert_eq!(told.out, read(dir.path(), "logs/readable/0006.log"));
    }
    let missing = croupier(dir.path(), &["log", "logs", "20"]);
    assert_eq!(missing.code, 2);
    assert_eq!(
        missing.err,
        "croupier: logs/record.croupier: there is no game 20; 20 were planned, numbered from 0\n"
    );
}

#[test]
fn a_game_is_written_as_a_page_of_pictures_and_no_file_is_overwritten() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    croupier(dir.path(), &["run", "config.json", "--seed", "7", "-q"]);
    let said = croupier(dir.path(), &["log", "logs", "6", "--html", "six.html"]);
    assert_eq!((said.code, said.out.as_str()), (0, "six.html: game 6, turn by turn\n"));
    let page = read(dir.path(), "six.html");
    assert!(page.contains("id=\"turn-0\"") && !page.contains("face down") && !page.contains("<script"));
    let again = croupier(dir.path(), &["log", "logs", "7", "--html", "six.html"]);
    assert_eq!(again.code, 2);
    assert_eq!(again.err, "croupier: --html six.html: there is such a file already; name a new one\n");
    assert_eq!(read(dir.path(), "six.html"), page);
    croupier(dir.path(), &["log", "logs", "6", "--html", "seat.html", "--seat", "2"]);
    assert!(read(dir.path(), "seat.html").contains("face down"));
    let none = croupier(dir.path(), &["log", "logs", "6", "--html", "none.html", "--seat", "4"]);
    assert_eq!((none.code, none.err.as_str()), (2, "croupier: --seat 4: the seats are 0 to 3\n"));
}

#[test]
fn the_same_plan_and_seed_write_the_same_bytes_on_any_number_of_threads() {
    let dir = TempDir::new().unwrap();
    file(
        dir.path(),
        "plan.toml",
        "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:threshold\"]\ngames = 3000\n",
    );
    for (out, threads) in [("one", "1"), ("three", "3")] {
        let said = croupier(
            dir.path(),
            &["run", "plan.toml", "--seed", "5", "--threads", threads, "--out", out, "-q"],
        );
        assert_eq!(said.code, 0, "{}", said.err);
    }
    assert!(tree(&dir.path().join("one")) == tree(&dir.path().join("three")));
    assert!(dir.path().join("one/readable/2999.log").exists());
}

#[test]
fn a_run_replaces_the_files_of_the_run_before_and_leaves_all_others() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    croupier(dir.path(), &["run", "config.json", "-q"]);
    file(dir.path(), "logs/readable/notes.txt", "mine");
    let said = croupier(dir.path(), &["run", "config.json", "-q", "--games", "5"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let stories = fs::read_dir(dir.path().join("logs/readable")).unwrap().count();
    assert_eq!(stories, 6, "five stories and the notes");
    assert_eq!(read(dir.path(), "logs/readable/notes.txt"), "mine");
}

#[test]
fn files_that_no_run_wrote_are_never_overwritten() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    file(dir.path(), "logs/overall-stats.log", "of another program");
    let said = croupier(dir.path(), &["run", "config.json", "-q"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("overall-stats.log is there, and no run of croupier wrote it"), "{}", said.err);
    assert_eq!(tree(&dir.path().join("logs")).len(), 1);
}

#[test]
fn beyond_ten_thousand_games_only_the_record_keeps_them_unless_files_are_asked_for() {
    let dir = TempDir::new().unwrap();
    file(
        dir.path(),
        "plan.toml",
        "game = \"no-thanks\"\nbots = [\"house:TakeSmall\", \"house:random\"]\ngames = 10001\n",
    );
    let said = croupier(dir.path(), &["run", "plan.toml", "-q", "--seed", "1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let names: Vec<_> = tree(&dir.path().join("logs")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["overall-stats.log".into(), std::path::PathBuf::from("record.croupier")]);
    assert!(croupier(dir.path(), &["log", "logs", "10000"]).out.contains("penalty"));
}

#[test]
fn a_run_that_was_cut_off_is_resumed_to_the_same_end() {
    let dir = TempDir::new().unwrap();
    let plan = "game = \"last-card\"\nbots = [\"house:naive\", \"house:greedy\", \"house:pass\", \
                \"house:random\"]\ngames = 3000\nseed = 11\n";
    file(dir.path(), "plan.toml", plan);
    croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "cut"]);
    // The record as a killed program leaves it: some whole blocks and a piece of one.
    let record = dir.path().join("cut/record.croupier");
    let bytes = fs::read(&record).unwrap();
    fs::write(&record, &bytes[..bytes.len() / 2]).unwrap();
    let said = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "cut", "--resume"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(tree(&dir.path().join("whole")) == tree(&dir.path().join("cut")));
    let again = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "cut", "--resume"]);
    assert_eq!((again.code, again.out), (0, said.out), "a complete run has nothing left to play");
}

#[test]
fn another_tournament_is_not_resumed() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    croupier(dir.path(), &["run", "config.json", "-q", "--seed", "1"]);
    let before = tree(dir.path());
    let said = croupier(dir.path(), &["run", "config.json", "-q", "--seed", "2", "--resume"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("was made by another tournament (seed: 1 there, 2 here)"), "{}", said.err);
    let none = croupier(dir.path(), &["run", "config.json", "-q", "--out", "elsewhere", "--resume"]);
    assert!(none.err.contains("there is nothing to resume"), "{}", none.err);
    assert!(tree(dir.path()) == before);
}

#[test]
fn times_are_taken_only_where_the_plan_asks_and_change_nothing_else() {
    let dir = TempDir::new().unwrap();
    let plan = "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:random\"]\ngames = 50\nseed = 3\n";
    file(dir.path(), "plain.toml", plan);
    file(dir.path(), "timed.toml", &format!("{plan}timed = true\n"));
    croupier(dir.path(), &["run", "plain.toml", "-q", "--out", "plain"]);
    croupier(dir.path(), &["run", "timed.toml", "-q", "--out", "timed"]);
    let plain = fs::read(dir.path().join("plain/record.croupier")).unwrap();
    let timed = fs::read(dir.path().join("timed/record.croupier")).unwrap();
    assert!(timed.len() > plain.len() && timed[..plain.len()] == plain);
}

#[test]
fn a_record_is_verified_to_the_same_standings_and_a_changed_one_is_not() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    let played = croupier(dir.path(), &["run", "config.json", "-q", "--seed", "7"]);
    let verified = croupier(dir.path(), &["verify", "logs"]);
    assert_eq!(verified.code, 0, "{}", verified.err);
    assert!(verified.out.starts_with(&played.out), "{}", verified.out);
    assert!(
        verified.out.contains("\n20 games replay move by move; the record is complete\n"),
        "{}",
        verified.out
    );
    // The secret of another seed is another one.
    let path = dir.path().join("logs/record.croupier");
    let bytes = fs::read(&path).unwrap();
    let at = bytes.windows(10).position(|part| part == b"\"number\":7").unwrap();
    let changed: Vec<u8> = [&bytes[..at + 9], b"8", &bytes[at + 10..]].concat();
    fs::write(&path, changed).unwrap();
    let verified = croupier(dir.path(), &["verify", "logs"]);
    assert_eq!(verified.code, 1);
    assert!(
        verified.err.contains("the secret in the record is not the one of its seed 8"),
        "{}",
        verified.err
    );
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "config.json", CONFIG);
    let said = croupier(dir.path(), &["run", "config.json", "--json", "--seed", "7"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (json["game"].as_str(), json["games"].as_u64(), json["seed"].as_u64()),
        (Some("last-card"), Some(20), Some(7))
    );
    assert_eq!(json["standings"][0]["rank"], 1);
    assert_eq!(json["standings"].as_array().unwrap().len(), 6, "three bots and their copies");
}

#[test]
fn quick_commands_take_the_options_of_their_game() {
    let dir = TempDir::new().unwrap();
    let bots = "\"house:basic\", \"house:minmax\"";
    let plan = format!("game = \"hearts\"\nbots = [{bots}]\ngames = 4\nseed = 1\n[options]\ntarget = 10\n");
    file(dir.path(), "plan.toml", &plan);
    let standings = |words: &[&str]| {
        let said = croupier(dir.path(), words);
        assert_eq!(said.code, 0, "{}", said.err);
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        json["standings"].clone()
    };
    let planned = standings(&["run", "plan.toml", "--json"]);
    let quick = ["hearts", "house:basic", "house:minmax", "--games", "4", "--seed", "1", "--json"];
    let with = |options: &'static str| [&quick[..], &["--options", options]].concat();
    assert_eq!(standings(&with(r#"{"target": 10}"#)), planned);
    assert_ne!(standings(&quick), planned);
    for (options, said) in [(r#"{"taget": 10}"#, "taget"), ("10", "--options 10: "), ("{", "--options {: ")] {
        let bad = croupier(dir.path(), &with(options));
        assert!(bad.code == 2 && bad.err.contains(said), "{}", bad.err);
    }
}
