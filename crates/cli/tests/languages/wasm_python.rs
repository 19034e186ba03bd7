//! Python bots inside WebAssembly: the same results and the same words as in a process of their own, and what
//! goes wrong costs the bot and nobody else. The component must have been built: `scripts/wasm-python`, which
//! `scripts/test` calls.

use std::path::Path;

use crate::common::{Said, croupier, file, read, refused, tree};
use tempfile::TempDir;

const HEAD: &str = "from NoThanksPlayer import Player\nimport os, sys, time\nclass Rogue(Player):\n";
const PLAN: &str = "game = \"no-thanks\"\nbots = [\"rogue.py\", \"house:CutOff14\", \
                    \"house:TakeSmall\"]\nseed = 4\ncell = \"wasm\"\n";

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Plays a few games of a bot with this text against the house; the rest of the plan may limit it.
fn played(dir: &Path, bot: &str, more: &str) -> Said {
    file(dir, "rogue.py", bot);
    file(dir, "plan.toml", &format!("{PLAN}{more}"));
    let said = croupier(dir, &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    said
}

/// The line below the table that tells of a bot.
fn told(bot: &str, more: &str) -> String {
    let dir = TempDir::new().unwrap();
    let said = played(dir.path(), bot, more);
    said.out
        .lines()
        .find(|line| line.starts_with("Rogue: ") || line.starts_with("rogue.py: "))
        .unwrap_or_else(|| panic!("{}", said.out))
        .to_owned()
}

#[test]
fn the_original_beginners_play_the_same_games_as_in_processes() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "beginners.py", &example("no-thanks/beginners.py"));
    let play = |cell: &str| {
        let words = ["no-thanks", "60", "beginners.py", "--seed", "5", "--cell", cell, "--out", cell];
        let said = croupier(dir.path(), &words);
        assert_eq!(said.code, 0, "{}", said.err);
        // The lines about the folder differ, since the folders do.
        let told = |line: &&str| !line.starts_with("Logs and record") && !line.starts_with("croupier report");
        said.out.lines().filter(told).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(play("wasm"), play("process"));
}

#[test]
fn typed_examples_of_every_game_play_without_a_fault() {
    for (game, file_name) in [
        ("hearts", "hearts/example_bot.py"),
        ("jujitsu", "jujitsu/example_bot.py"),
        ("last-card", "last-card/example_bot.py"),
        ("score-four", "score-four/example_bot.py"),
        ("no-thanks", "no-thanks/example_bot.py"),
        ("no-thanks", "no-thanks/learner.py"),
    ] {
        let dir = TempDir::new().unwrap();
        file(dir.path(), "bot.py", &example(file_name));
        let plan = format!(
            "game = \"{game}\"\nbots = [\"bot.py\", \"house:random\", \"house:random\", \
             \"house:random\"]\ngames = 6\nseed = 1\ncell = \"wasm\"\n"
        );
        file(dir.path(), "plan.toml", &plan);
        let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
        assert_eq!(said.code, 0, "{game}: {}", said.err);
        let outcome: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        for bot in outcome["standings"].as_array().unwrap() {
            let sound = bot["faults"] == 0 && bot["illegal"] == 0 && bot["disqualified"].is_null();
            assert!(sound, "{game}: {bot}");
        }
    }
}

#[test]
fn a_tournament_with_a_bot_out_of_fuel_repeats_in_every_process_and_on_any_threads() {
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        while card.number == 20: pass\n        return \
         time.time() % 2 < 1\n"
    );
    let records: Vec<_> = ["1", "2", "1"]
        .iter()
        .map(|threads| {
            let dir = TempDir::new().unwrap();
            file(dir.path(), "rogue.py", &bot);
            let more = "games = 12\nlanes = 2\n[limits]\nmove_ms = 20\nrestarts = 100\n";
            file(dir.path(), "plan.toml", &format!("{PLAN}{more}"));
            let said = croupier(dir.path(), &["run", "plan.toml", "--threads", threads]);
            assert_eq!(said.code, 0, "{}", said.err);
            assert!(said.out.contains("late"), "{}", said.out);
            let kept =
                |name: &Path| name.extension().is_none_or(|end| end != "times") && !name.ends_with("record");
            let files: Vec<_> =
                tree(&dir.path().join("logs")).into_iter().filter(|(name, _)| kept(name)).collect();
            assert!(files.len() > 3, "{files:?}");
            files
        })
        .collect();
    for other in &records[1..] {
        let differing: Vec<_> =
            records[0].iter().zip(other).filter(|(one, two)| one != two).map(|(one, _)| &one.0).collect();
        assert!(differing.iter().all(|name| name.to_string_lossy().contains("croupier")), "{differing:?}");
    }
}

#[test]
fn an_endless_loop_is_late_and_told_in_fuel() {
    let line = told(
        &format!("{HEAD}    def take(self, card, state):\n        while True: pass\n"),
        "games = 2\n[limits]\nmove_ms = 30\n",
    );
    assert!(line.contains("late: used the fuel of 0.06 s; that of 0.03 s is allowed"), "{line}");
}

#[test]
fn sleeping_burns_fuel_too() {
    let line =
        told(&format!("{HEAD}    def take(self, card, state):\n        time.sleep(5)\n"), "games = 2\n");
    assert!(line.contains("late: used the fuel of"), "{line}");
}

#[test]
fn an_exception_is_told_with_its_line_and_its_trace_is_in_the_log() {
    let dir = TempDir::new().unwrap();
    let bot = format!(
        "{HEAD}    def take(self, card, state):\n        print('thinking', card)\n        return 1 / 0\n"
    );
    let said = played(dir.path(), &bot, "games = 2\n");
    assert!(
        said.out.contains("crashed: ZeroDivisionError: division by zero (rogue.py, line 6)"),
        "{}",
        said.out
    );
    let log = read(dir.path(), "logs/bot-logs/Rogue.log");
    assert!(log.starts_with("[game 0, its turn 1]\nthinking "), "{log}");
    assert!(log.contains("  File \"rogue.py\", line 6, in take\n    return 1 / 0\n"), "{log}");
    assert!(!log.contains("_component.py"), "{log}");
}

#[test]
fn bots_that_do_not_load_say_why() {
    let load = |text: &str| {
        let dir = TempDir::new().unwrap();
        file(dir.path(), "rogue.py", text);
        file(dir.path(), "plan.toml", &format!("{PLAN}games = 2\n[limits]\nload_ms = 3000\n"));
        refused(dir.path(), &["run", "plan.toml"])
    };
    let line = load("class Rogue(:\n");
    assert!(line.contains("does not load: SyntaxError") && line.contains("line 1"), "{line}");
    let line = load("import numpy\n");
    assert!(line.contains("No module named 'numpy': this cell has only the standard library"), "{line}");
    let line = load("while True: pass\n");
    assert!(line.contains("it does not finish loading"), "{line}");
    let line = load("import sys\nsys.exit(3)\n");
    assert!(line.contains("the bot called sys.exit(3)"), "{line}");
}

#[test]
fn nothing_of_the_machine_is_within_reach() {
    for (call, error) in [
        ("open('/etc/passwd')", "Error"),
        ("os.listdir('/')", "Error"),
        ("os.environ['HOME']", "KeyError"),
        ("__import__('socket').create_connection(('127.0.0.1', 80))", "Error"),
        ("os.fork()", "Error"),
        ("__import__('threading').Thread(target=print).start()", "Error"),
        ("sys.exit(0)", "the bot called sys.exit(0)"),
    ] {
        let line = told(&format!("{HEAD}    def take(self, card, state):\n        {call}\n"), "games = 2\n");
        assert!(line.contains("crashed: ") && line.contains(error), "{call}: {line}");
    }
}

#[test]
fn memory_and_recursion_end_as_exceptions_of_the_bot() {
    let hog = format!("{HEAD}    def take(self, card, state):\n        self.hoard = bytearray(1 << 30)\n");
    assert!(told(&hog, "games = 2\n").contains("MemoryError"), "{}", told(&hog, "games = 2\n"));
    let deep = format!("{HEAD}    def take(self, card, state):\n        return self.take(card, state)\n");
    assert!(told(&deep, "games = 2\n").contains("RecursionError"), "{}", told(&deep, "games = 2\n"));
}

#[test]
fn a_neighbour_is_imported_and_a_rival_is_not() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "helper.py", "LIMIT = 12\n");
    let line = "    def take(self, card, state):\n        from helper import LIMIT\n        return \
                card.number < LIMIT\n";
    let said = played(dir.path(), &format!("{HEAD}{line}"), "games = 2\n");
    assert!(!said.out.contains("Rogue: "), "{}", said.out);
    file(
        dir.path(),
        "rival.py",
        "from NoThanksPlayer import Player\nclass Rival(Player):\n    def take(self, card, state):\n        \
         return False\n",
    );
    file(dir.path(), "rogue.py", &format!("import rival\n{HEAD}    pass\n"));
    file(dir.path(), "plan.toml", &format!("{}games = 2\n", PLAN.replace("house:CutOff14", "rival.py")));
    let said = refused(dir.path(), &["run", "plan.toml"]);
    assert!(said.contains("No module named 'rival'"), "{said}");
}

#[test]
fn without_the_component_one_sentence_says_how_to_build_it() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "rogue.py", HEAD);
    file(dir.path(), "plan.toml", PLAN);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(dir.path())
        .args(["run", "plan.toml"])
        .env("XDG_CACHE_HOME", dir.path())
        .output()
        .unwrap();
    let said = crate::common::said(output);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("scripts/wasm-python builds python-"), "{}", said.err);
}
