//! `croupier check` with bots in WebAssembly: their game is told from themselves, and the check prints how
//! much of its budget each kind of call used, the same at every run.

use std::fs;

use crate::common::wasm::{I32, TRAP, constant, func, of_no_thanks};
use crate::common::{croupier, file};
use serde_json::Value;
use tempfile::TempDir;

/// The fuel of each kind of call, as JSON.
fn fuel(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).unwrap();
    report["fuel"].as_array().unwrap().clone()
}

#[test]
fn a_module_tells_its_game_and_each_kind_of_call_its_fuel() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("bot.wasm"), of_no_thanks().bytes()).unwrap();
    let words = ["check", "bot.wasm", "--games", "3"];
    let said = croupier(dir.path(), &words);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("bot plays No Thanks!."), "{}", said.out);
    assert!(said.out.contains("\nFuel, in milliseconds of the reference machine:\n"), "{}", said.out);
    let json = || croupier(dir.path(), &[&words[..], &["--json"]].concat()).out;
    let (once, again) = (fuel(&json()), fuel(&json()));
    assert_eq!(once, again, "fuel is the same at every run");
    let calls: Vec<&str> = once.iter().map(|kind| kind["call"].as_str().unwrap()).collect();
    assert!(calls.starts_with(&["a game begins", "the first move of a game"]), "{calls:?}");
    assert_eq!(calls.last(), Some(&"a game is over"));
    for kind in &once {
        // A handful of instructions, of the ten thousand million that a second of No Thanks! is.
        assert!(kind["mean_fuel"].as_u64().unwrap() < 20, "{kind}");
        assert!(kind["most_of_limit"].as_f64().unwrap() < 1e-6, "{kind}");
    }
}

#[test]
fn a_python_class_of_another_game_has_a_budget_too() {
    let dir = TempDir::new().unwrap();
    let example = format!("{}/../../examples/score-four/example_bot.py", env!("CARGO_MANIFEST_DIR"));
    file(dir.path(), "bot.py", &fs::read_to_string(example).unwrap());
    let words = ["check", "bot.py", "--games", "2", "--cell", "wasm", "--json"];
    let said = croupier(dir.path(), &words);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let many = fuel(&said.out).into_iter().find(|kind| kind["call"] == "a later move, more legal").unwrap();
    let most = many["most_of_limit"].as_f64().unwrap();
    assert!(many["mean_fuel"].as_u64().unwrap() > 10_000 && most > 0.0 && most < 1.0, "{many}");
}

#[test]
fn a_module_of_no_game_of_ours_and_one_that_does_not_load_say_so() {
    let dir = TempDir::new().unwrap();
    let hello = |body: &[u8]| of_no_thanks().with(func("croupier_hello", &[], &[I32], body)).bytes();
    fs::write(dir.path().join("stranger.wasm"), hello(&constant(I32, 7))).unwrap();
    let said = croupier(dir.path(), &["check", "stranger.wasm"]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains("its croupier_hello names none of ours; say it with --game"), "{}", said.err);
    fs::write(dir.path().join("broken.wasm"), hello(TRAP)).unwrap();
    let said = croupier(dir.path(), &["check", "broken.wasm"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(
        said.out.contains("broken.wasm does not load") && said.out.contains("unreachable"),
        "{}",
        said.out
    );
}

#[test]
fn a_player_of_the_house_has_no_budget_of_fuel() {
    let dir = TempDir::new().unwrap();
    let said =
        croupier(dir.path(), &["check", "house:CutOff14", "--game", "no-thanks", "--games", "1", "--json"]);
    assert!(fuel(&said.out).is_empty(), "{}", said.out);
}
