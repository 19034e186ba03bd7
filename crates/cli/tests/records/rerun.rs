//! `croupier rerun` and `croupier verify`: records played again.

use std::fs;
use std::path::Path;

use crate::common::{croupier, file, folder, read};

fn played(dir: &Path, plan: &str, out: &str, threads: &str) {
    file(dir, "plan.toml", plan);
    let said = croupier(dir, &["run", "plan.toml", "--out", out, "--threads", threads, "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
}

const HOUSE: &str = "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:threshold\", \
                     \"house:TakeSmall\"]\ngames = 60\nseed = 4\n";

#[test]
fn players_of_the_house_play_every_game_again_as_recorded() {
    let dir = folder();
    for (game, bots) in [
        ("jujitsu", "\"house:random\", \"house:draw-card\""),
        ("last-card", "\"house:naive\", \"house:greedy\", \"house:pass\""),
    ] {
        played(
            dir.path(),
            &format!("game = \"{game}\"\nbots = [{bots}]\ngames = 30\nseed = 4\n"),
            "logs",
            "2",
        );
        let said = croupier(dir.path(), &["rerun", "logs", "--out", "again"]);
        assert_eq!((said.code, said.out.as_str()), (0, "30 games, all as recorded\n"), "{}", said.err);
        assert!(
            fs::read(dir.path().join("again/record.croupier")).unwrap()
                == fs::read(dir.path().join("logs/record.croupier")).unwrap()
        );
        assert_eq!(croupier(dir.path(), &["rerun", "logs", "7"]).out, "Game 7 is as recorded\n");
    }
}

#[test]
fn a_game_goes_on_from_a_turn_with_another_bot_and_is_recorded() {
    let dir = folder();
    played(dir.path(), HOUSE, "logs", "1");
    let told = croupier(dir.path(), &["log", "logs", "9"]).out;
    let words = ["rerun", "logs", "9", "--from", "20", "--seat", "1=house:RandomPlayer", "--out", "other"];
    let said = croupier(dir.path(), &words);
    assert_eq!(said.code, 0, "{}", said.err);
    let (before, after) = said.out.split_once("\n— from here on it is played anew —\n").unwrap();
    // Twenty turns of the story are the record's own, but for the name in the first seat.
    let unnamed = |line: &str| line.split_once(' ').map(|(_, rest)| rest.to_owned());
    for (then, now) in told.lines().zip(before.lines()).filter(|(then, _)| then.contains(" passes on ")) {
        assert_eq!(unnamed(then), unnamed(now));
    }
    assert!(before.contains("house:RandomPlayer") && after.contains(" won"));
    assert!(croupier(dir.path(), &["log", "other", "9"]).out.contains("house:RandomPlayer"));
    // The same bots, asked from the middle on: these look at the view alone, so they play as they did.
    let same = croupier(dir.path(), &["rerun", "logs", "9", "--from", "20", "-q"]);
    assert_eq!((same.code, same.out.as_str()), (0, "Game 9 is as recorded\n"));
}

#[test]
fn what_cannot_be_played_again_is_said_in_a_sentence() {
    let dir = folder();
    played(dir.path(), HOUSE, "logs", "1");
    let say = |words: &[&str]| {
        let said = croupier(dir.path(), words);
        assert_eq!(said.code, 2, "{}", said.err);
        said.err
    };
    assert!(say(&["rerun", "logs", "60"]).contains("there is no game 60; 60 were planned, numbered from 0"));
    assert!(say(&["rerun", "logs", "0", "--from", "0"]).contains("turns are counted from 1"));
    assert!(say(&["rerun", "logs", "0", "--from", "9999"]).contains("turns; 1 to "));
    assert!(say(&["rerun", "logs", "0", "--seat", "4=house:threshold"]).contains("with a seat from 1 to 3"));
    assert!(
        say(&["rerun", "logs", "0", "--bots", "house:threshold"]).contains("3 are needed, one for each seat")
    );
    assert!(say(&["rerun", "logs", "--bots", "house:nobody"]).contains("the house has no player"));
}

#[test]
fn verify_finds_a_changed_score_in_the_logs() {
    let dir = folder();
    played(dir.path(), HOUSE, "logs", "1");
    let good = croupier(dir.path(), &["verify", "logs"]);
    // Two logs a game, one a bot, and one over all.
    assert!(
        good.code == 0 && good.out.contains("All 124 logs beside it give the same scores and standings"),
        "{}",
        good.out
    );
    let json = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&croupier(dir.path(), words).out).unwrap()
    };
    let verified = json(&["verify", "logs", "--json"]);
    assert_eq!((&verified["logs"], &verified["complete"]), (&124.into(), &true.into()));
    assert_eq!(verified["standings"], json(&["run", "plan.toml", "--out", "other", "--json"])["standings"]);
    for log in ["game/0003.log", "overall-stats.log", "ai-stats/house-threshold.log"] {
        let text = read(dir.path(), &format!("logs/{log}"));
        let digit = text.rfind(|c: char| c.is_ascii_digit() && c != '9').unwrap();
        let changed = format!("{}9{}", &text[..digit], &text[digit + 1..]);
        fs::write(dir.path().join("logs").join(log), changed).unwrap();
        let bad = croupier(dir.path(), &["verify", "logs"]);
        assert!(
            bad.code == 1 && bad.err.contains(&format!("{log}: it does not say what the record says")),
            "{}",
            bad.err
        );
        fs::write(dir.path().join("logs").join(log), text).unwrap();
    }
}

/// A bot that remembers all games of its lane, and shows it in its moves.
#[cfg(target_os = "linux")]
const LEARNER: &str = "
from croupier import no_thanks


class Counter(no_thanks.Player):
    seen = 0

    def choose(self, view):
        Counter.seen += 1
        return view.card < 8 + Counter.seen % 13
";

/// Each move of a timed game has its `ms`, and those of a seat are what it thought in the game.
#[cfg(target_os = "linux")]
fn thinking_time_adds_up(dir: &Path, record: &str) {
    let rows = |table: &str| -> Vec<serde_json::Value> {
        let words = ["report", record, "--table", table, "--format", "json", "--out", "-", "-q"];
        serde_json::from_str(&croupier(dir, &words).out).unwrap()
    };
    let moves = rows("moves");
    for seat in rows("games") {
        let own = moves.iter().filter(|mv| mv["game"] == seat["game"] && mv["seat"] == seat["seat"]);
        let sum: f64 = own.map(|mv| mv["ms"].as_f64().unwrap() * 1000.0).sum();
        assert_eq!(sum.round() as u64, seat["thinking_us"].as_u64().unwrap(), "{seat}");
    }
    assert!(moves.iter().any(|mv| mv["ms"].as_f64() > Some(0.0)));
}

#[cfg(target_os = "linux")]
#[test]
fn bots_in_processes_play_the_same_on_any_number_of_threads_and_when_played_again() {
    let dir = folder();
    file(dir.path(), "counter.py", LEARNER);
    let plan = "game = \"no-thanks\"\nbots = [\"counter.py\", \"house:CutOff14\", \
                \"house:RandomPlayer\"]\ngames = 48\nseed = 4\nlanes = 2\n";
    played(dir.path(), plan, "one", "1");
    played(dir.path(), plan, "four", "4");
    let moves = |record: &str| {
        let table = croupier(dir.path(), &["report", record, "--table", "moves", "--out", "-", "-q"]).out;
        assert!(table.contains("Counter"), "{table}");
        let rows = table.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned());
        rows.collect::<Vec<_>>()
    };
    assert_eq!(moves("one"), moves("four"));
    thinking_time_adds_up(dir.path(), "one");
    // Times stand in the files, and differ; the games are the same.
    let hash = |record: &str| -> String {
        let said = croupier(dir.path(), &["verify", record, "--json"]).out;
        let json: serde_json::Value = serde_json::from_str(&said).unwrap();
        json["games_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("one"), hash("four"));
    assert!(croupier(dir.path(), &["verify", "one"]).out.contains(&format!("Games hash: {}\n", hash("one"))));
    let said = croupier(dir.path(), &["rerun", "one"]);
    assert_eq!((said.code, said.out.as_str()), (0, "48 games, all as recorded\n"), "{}", said.err);
    // In another program, the bot is told to have changed, and the first turn that differs is named.
    file(dir.path(), "counter.py", &LEARNER.replace("8 +", "20 +"));
    let other = croupier(dir.path(), &["rerun", "one"]);
    assert_eq!(other.code, 1, "{}", other.out);
    assert_eq!(other.err, "croupier: Counter has changed since the record was made\n");
    assert!(other.out.starts_with("It differs from the record: game "), "{}", other.out);
    fs::remove_file(dir.path().join("counter.py")).unwrap();
    let gone = croupier(dir.path(), &["rerun", "one"]);
    let why = "a bot of this record is not found again: there is no bot \"counter.py\"";
    assert!(gone.code == 2 && gone.err.contains(why), "{}", gone.err);
}

#[cfg(feature = "wasm")]
#[test]
fn bots_that_ran_in_webassembly_run_there_again_on_the_limits_of_the_record() {
    let dir = folder();
    // Late at card 20 on a budget of 3 ms, and never on the usual one.
    let bot = "from NoThanksPlayer import Player\nclass Slow(Player):\n    def take(self, card, state):\n        \
               for _ in range(200_000 if card.number == 20 else 0): pass\n        return card.number < 15\n";
    file(dir.path(), "slow.py", bot);
    let plan = "game = \"no-thanks\"\nbots = [\"slow.py\", \"house:CutOff14\", \"house:TakeSmall\"]\ngames = \
                10\nseed = 4\ncell = \"wasm\"\nlimits = { move_ms = 3, restarts = 100 }\n";
    played(dir.path(), plan, "logs", "1");
    let said = croupier(dir.path(), &["rerun", "logs"]);
    assert_eq!((said.code, said.out.as_str()), (0, "10 games, all as recorded\n"), "{}", said.err);
    let said = croupier(dir.path(), &["rerun", "logs", "--limits", "{}"]);
    assert_eq!(said.code, 1, "with more fuel nobody is late: {}", said.out);
    let said = croupier(dir.path(), &["rerun", "logs", "--limits", "{\"moves\": 1}"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--limits {\"moves\": 1}: unknown field `moves`, expected"), "{}", said.err);
}
