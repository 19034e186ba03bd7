//! `croupier compare`, as the author of a bot uses it.

use crate::common::croupier;
use serde_json::Value;
use tempfile::TempDir;

const TWO: [&str; 3] = ["compare", "house:threshold", "house:CutOff14"];
const NO_THANKS: [&str; 4] = ["--game", "no-thanks", "--seed", "3"];

fn json(dir: &TempDir, words: &[&str]) -> (i32, Value) {
    let said = croupier(dir.path(), &[words, &["--json"]].concat());
    (said.code, serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}{}", said.out, said.err)))
}

#[test]
fn a_better_bot_is_a_success_and_the_same_the_other_way_round_is_not() {
    let dir = TempDir::new().unwrap();
    let (code, better) = json(&dir, &[&TWO[..], &NO_THANKS].concat());
    assert_eq!((code, &better["verdict"]), (0, &Value::from("better")));
    let (code, worse) = json(&dir, &[&["compare", TWO[2], TWO[1]][..], &NO_THANKS].concat());
    assert_eq!((code, &worse["verdict"]), (1, &Value::from("worse")));
    let number = |answer: &Value, key: &str| answer[key].as_f64().unwrap();
    assert!(number(&better, "low") > 0.0 && number(&worse, "high") < 0.0);
    assert!((number(&better, "advantage") + number(&worse, "advantage")).abs() < 1e-9);
    assert!(better["games"].as_u64().unwrap() < 3000, "{better}");
}

#[test]
fn a_bot_is_like_itself_within_a_tolerance_and_never_better() {
    let dir = TempDir::new().unwrap();
    let same = ["compare", "house:threshold", "house:threshold"];
    let (code, alike) = json(&dir, &[&same[..], &NO_THANKS, &["--tolerance", "1"]].concat());
    assert_eq!((code, &alike["verdict"]), (1, &Value::from("alike")));
    let (code, open) = json(&dir, &[&same[..], &NO_THANKS, &["--games", "200"]].concat());
    assert_eq!((code, &open["verdict"], &open["games"]), (1, &Value::from("open"), &Value::from(200)));
}

#[test]
fn the_answer_does_not_depend_on_threads_and_its_record_replays() {
    let dir = TempDir::new().unwrap();
    let run = |threads: &str, out: &str| {
        croupier(dir.path(), &[&TWO[..], &NO_THANKS, &["-q", "--threads", threads, "--out", out]].concat())
    };
    let (one, two) = (run("1", "one"), run("2", "two"));
    assert!(one.code == 0 && one.out == two.out && one.err.is_empty(), "{}{}", one.out, one.err);
    assert!(
        one.out.starts_with("house:threshold is better than house:CutOff14 by ")
            && one.out.contains(" penalty a game (95 % interval ")
            && one.out.contains("design substitute, seed 3"),
        "{}",
        one.out
    );
    let record = |out: &str| std::fs::read(dir.path().join(out).join("record.croupier")).unwrap();
    assert!(record("one") == record("two"));
    let verified = croupier(dir.path(), &["verify", "one"]);
    assert!(verified.code == 0 && verified.out.contains("the record is complete"), "{}", verified.out);
}

#[test]
fn every_game_compares_its_own_players() {
    let dir = TempDir::new().unwrap();
    for (game, new, old, design) in [
        ("hearts", "house:careful", "house:basic", "substitute"),
        ("last-card", "house:greedy", "house:naive", "substitute"),
        ("jujitsu", "house:draw-card", "house:random", "pairs"),
        ("score-four", "house:one-ply", "house:random", "pairs"),
    ] {
        let (code, answer) = json(&dir, &["compare", new, old, "--game", game, "--seed", "1"]);
        assert_eq!((code, &answer["design"]), (0, &Value::from(design)), "{answer}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_sentence() {
    let dir = TempDir::new().unwrap();
    let said = |words: &[&str]| {
        let said = croupier(dir.path(), &[&["compare"], words].concat());
        assert_eq!(said.code, 2, "{}{}", said.out, said.err);
        said.err
    };
    let two = ["house:threshold", "house:CutOff14"];
    assert!(said(&[&two[..], &["--game", "chess"]].concat()).contains("chess"));
    let crowded = said(&[&two[..], &["--game", "no-thanks", "--players", "9"]].concat());
    assert_eq!(crowded, "croupier: No Thanks! is played by 2 or 3 or 4 or 5, not by 9\n");
    let fair = said(&[&two[..], &["--game", "no-thanks", "--design", "fair"]].concat());
    assert!(fair.contains("\"fair\" is no design; there are random, balanced"), "{fair}");
    let negative = said(&[&two[..], &["--game", "no-thanks", "--tolerance=-1"]].concat());
    assert_eq!(negative, "croupier: the tolerance -1 is no difference; 0 or more is\n");
}

#[cfg(target_os = "linux")]
#[test]
fn two_versions_of_a_python_bot_are_compared_with_new_instances_in_every_game() {
    let version = |limit: u32| {
        format!(
            "from NoThanksPlayer import Player\nclass Mine(Player):\n    played = 0\n    def \
             startGame(self):\n        self.played += 1\n        assert self.played == 1\n    def take(self, \
             card, state):\n        return self.penaltyWhenTake(card) - self.penalty() < {limit}\n"
        )
    };
    let dir = crate::common::folder();
    crate::common::file(dir.path(), "new.py", &version(10));
    crate::common::file(dir.path(), "old.py", &version(30));
    let words = ["compare", "new.py", "old.py", "--game", "no-thanks", "--seed", "1", "--games", "640"];
    let said = croupier(dir.path(), &[&words[..], &["--json", "--players", "3"]].concat());
    let answer: Value =
        serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{}{}", said.out, said.err));
    assert_eq!(answer["faults"], serde_json::json!([]), "{answer}");
    assert_eq!((said.code, &answer["verdict"]), (0, &Value::from("better")), "{answer}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_says_what_is_known() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let dir = TempDir::new().unwrap();
    let same = ["compare", "house:threshold", "house:threshold", "--game", "no-thanks", "--out", "out"];
    let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(dir.path())
        .args(same)
        .args(["--games", "1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (record, begun) = (dir.path().join("out/record.croupier"), Instant::now());
    while record.metadata().map_or(0, |meta| meta.len()) < 50_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no block was written");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = crate::common::said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    assert!(stopped.out.starts_with("interrupted: new is ahead by 0.00 (−"), "{}", stopped.out);
}

#[test]
fn a_comparison_goes_on_to_the_same_answer_and_takes_the_games_options() {
    let dir = TempDir::new().unwrap();
    let two = [
        "compare",
        "house:draw-card",
        "house:random",
        "--game",
        "jujitsu",
        "--seed",
        "1",
        "--out",
        "out",
        "-q",
    ];
    let options = ["--options", "{\"rounds\": [5, 5]}"];
    let first = croupier(dir.path(), &[&two[..], &options].concat());
    assert_eq!(first.code, 0, "{}{}", first.out, first.err);
    let record = || std::fs::read(dir.path().join("out/record.croupier")).unwrap();
    let whole = record();
    // The last block of a record that was cut off in the middle is played again.
    std::fs::write(dir.path().join("out/record.croupier"), &whole[..whole.len() - 30]).unwrap();
    let again = croupier(dir.path(), &[&two[..], &options, &["--resume"]].concat());
    assert_eq!((again.code, &again.out), (0, &first.out), "{}", again.err);
    assert!(record() == whole);
    let other = croupier(dir.path(), &[&two[..], &["--resume"]].concat());
    assert!(
        other.code == 2 && other.err.contains("was made by another tournament (options: "),
        "{}",
        other.err
    );
    let wrong = croupier(dir.path(), &[&two[..], &["--options", "{\"round\": [5]}"]].concat());
    assert!(wrong.code == 2 && wrong.err.contains("unknown field `round`"), "{}", wrong.err);
}
