//! What a record keeps of bots in WebAssembly: the fuel of every move and what counted it; and all of it the
//! same wherever and on however many threads it is played, bots that run out of fuel included.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::wasm::{FOREVER, I32, constant, of_no_thanks};
use crate::common::{croupier, file};
use tempfile::TempDir;

/// A bot that thinks in Python, and longer about some cards than about others; what it hashes and draws is
/// part of it.
const THINKER: &str = "import random
from NoThanksPlayer import Player
class Thinker(Player):
    def take(self, card, state):
        words = {str(n) for n in range(card.number)}
        if card.number == 30:
            while True: pass
        return random.random() < len(words) / 70
";

/// The open card, from the view in the buffer.
fn open_card() -> Vec<u8> {
    [constant(I32, 1024), vec![0x2d, 0, 3]].concat()
}

/// Takes cards below 12.
fn modest() -> Vec<u8> {
    [open_card(), constant(I32, 12), vec![0x49, 0xad]].concat()
}

/// The same, but thinks forever about the 20 and the 25.
fn stubborn() -> Vec<u8> {
    let is = |card: u32| [open_card(), constant(I32, card), vec![0x46]].concat();
    [is(20), is(25), vec![0x72, 0x04, 0x40], FOREVER.to_vec(), vec![0x0b], modest()].concat()
}

/// Plays a tournament of both with players of the house in a process of its own.
fn play(dir: &Path, threads: &str) {
    fs::write(dir.join("stubborn.wasm"), of_no_thanks().asked(&stubborn()).bytes()).unwrap();
    fs::write(dir.join("sound.wasm"), of_no_thanks().asked(&modest()).bytes()).unwrap();
    file(dir, "thinker.py", THINKER);
    let plan = "game = \"no-thanks\"\nbots = [\"stubborn.wasm\", \"sound.wasm\", \"thinker.py\", \
                \"house:CutOff14\", \"house:random\"]\ngames = 24\nlanes = 2\nseed = 11\ncell = \
                \"wasm\"\n[limits]\nmove_ms = 5\nrestarts = 1000\n";
    file(dir, "plan.toml", plan);
    let said = croupier(dir, &["run", "plan.toml", "--threads", threads]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("stubborn: ") && said.out.contains("Thinker: "), "both run out: {}", said.out);
}

#[test]
fn the_whole_record_repeats_in_every_process_and_on_any_threads() {
    let record = |threads: &str| {
        let dir = TempDir::new().unwrap();
        play(dir.path(), threads);
        fs::read(dir.path().join("logs/record.croupier")).unwrap()
    };
    let first = record("1");
    for threads in ["2", "1"] {
        assert!(record(threads) == first, "the record on {threads} threads is another");
    }
}

#[test]
fn whoever_is_put_out_by_fuel_is_put_out_in_the_same_game_of_every_run() {
    let runs = ["1", "2"].map(|threads| {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join("stubborn.wasm"), of_no_thanks().asked(&stubborn()).bytes()).unwrap();
        let plan = "game = \"no-thanks\"\nplayers = 3\nbots = [\"stubborn.wasm\", \"house:CutOff14\", \
                    \"house:TakeSmall\", \"house:random\"]\ngames = 400\nlanes = 2\nseed = \
                    11\n[limits]\nmove_ms = 5\nrestarts = 2\n";
        file(dir.path(), "plan.toml", plan);
        let said = croupier(dir.path(), &["run", "plan.toml", "--json", "--threads", threads]);
        assert_eq!(said.code, 0, "{}", said.err);
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let out = json["put_out"][0].clone();
        assert!(out["name"] == "stubborn" && out["border"].as_u64() < Some(400), "{json}");
        (out, fs::read(dir.path().join("logs/record.croupier")).unwrap())
    });
    let [(first, one), (second, other)] = runs;
    assert_eq!(first, second);
    assert!(one == other, "the records differ");
}

#[test]
fn the_head_names_wasmtime_and_every_move_of_such_a_bot_has_its_fuel() {
    let dir = TempDir::new().unwrap();
    play(dir.path(), "2");
    let record = fs::read(dir.path().join("logs/record.croupier")).unwrap();
    let head = String::from_utf8_lossy(&record).into_owned();
    assert_eq!(head.matches("\"runs_in\":\"Wasmtime 48.0.8").count(), 3, "{head}");
    assert_eq!(
        head.matches("\"runs_in\":\"Wasmtime 48.0.8, fuel croupier/2, Python's component ").count(),
        1,
        "{head}"
    );
    let said = croupier(dir.path(), &["report", "logs", "--format", "csv", "--out", "tables"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let moves = fs::read_to_string(dir.path().join("tables/moves.csv")).unwrap();
    let mut fuel: BTreeMap<&str, Vec<Option<u64>>> = BTreeMap::new();
    for row in moves.lines().skip(1) {
        let bot = row.split(',').nth(3).unwrap();
        let mut from_the_end = row.rsplit(',');
        let thought: Option<f64> = from_the_end.next().unwrap().parse().ok();
        let burnt: Option<u64> = from_the_end.next().unwrap().parse().ok();
        // Thinking time is fuel on the reference machine.
        assert_eq!(thought, burnt.map(|burnt| burnt as f64 / 1e7), "{row}");
        fuel.entry(bot).or_default().push(burnt);
    }
    assert_eq!(fuel.len(), 5, "{moves}");
    for (bot, fuel) in fuel {
        let is_house = bot.starts_with("house:");
        assert!(fuel.iter().all(|fuel| fuel.is_some() != is_house), "{bot}: {fuel:?}");
        // Whoever runs out has burnt a tank of twice its 50,000,000.
        let most = fuel.iter().flatten().max();
        assert_eq!(
            most.is_some_and(|&most| most >= 100_000_000),
            ["stubborn", "Thinker"].contains(&bot),
            "{bot}: {most:?}"
        );
    }
    let said = croupier(dir.path(), &["log", "logs", "3"]);
    assert!(said.out.contains("Fuel per move; 10,000,000 are a millisecond"), "{}", said.out);
    assert!(said.out.contains("  sound: "), "{}", said.out);
}

#[test]
fn a_bot_without_a_turn_of_its_own_left_burns_nothing() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("sound.wasm"), of_no_thanks().asked(&[0x00]).bytes()).unwrap();
    let plan = "game = \"no-thanks\"\nbots = [\"sound.wasm\", \"house:random\", \"house:random\"]\ngames = \
                4\nseed = 1\n[limits]\nrestarts = 0\n";
    file(dir.path(), "plan.toml", plan);
    croupier(dir.path(), &["run", "plan.toml"]);
    croupier(dir.path(), &["report", "logs", "--format", "csv", "--out", "tables"]);
    let moves = fs::read_to_string(dir.path().join("tables/moves.csv")).unwrap();
    let burnt = moves.lines().skip(1).filter(|row| row.contains(",sound,") && !row.ends_with(',')).count();
    assert_eq!(burnt, 1, "only its first turn was reached, then it was out: {moves}");
}

#[test]
fn a_record_whose_fuel_was_counted_in_another_way_is_not_played_again() {
    let dir = TempDir::new().unwrap();
    play(dir.path(), "2");
    let path = dir.path().join("logs/record.croupier");
    let record = fs::read(&path).unwrap();
    let (ours, before) = (b"fuel croupier/2", b"fuel croupier/1");
    let mut older = record.clone();
    for at in 0..record.len() - ours.len() {
        if record[at..].starts_with(ours) {
            older[at..at + before.len()].copy_from_slice(before);
        }
    }
    fs::write(&path, &older).unwrap();
    let said = croupier(dir.path(), &["rerun", "logs"]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains("where fuel was counted in another way"), "{}", said.err);
    assert_eq!(said.err.trim_end().lines().count(), 1, "{}", said.err);
    assert!(fs::read(&path).unwrap() == older, "nothing is written");
}
