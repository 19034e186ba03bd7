//! Bots in JavaScript: the examples are sound, and what a bot does wrong is told in its own words.

use crate::common::java::example;
use crate::common::{croupier, file, folder, refused};
use serde_json::Value;

const HEAD: &str = "import { Player } from \"croupier/no-thanks\";\n";
const OTHERS: [&str; 2] = ["house:CutOff14", "house:TakeSmall"];

/// The command of a few games of No Thanks! with a bot that is called by this name.
fn words(called: &str) -> [&str; 8] {
    ["no-thanks", "3", called, OTHERS[0], OTHERS[1], "--seed", "4", "--json"]
}

/// These games, with a bot of this text.
fn played(text: &str, called: &str) -> Value {
    let dir = folder();
    file(dir.path(), "bot.js", text);
    let said = croupier(dir.path(), &words(called));
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

/// What is said of a bot of this text, which does not load.
fn unloaded(text: &str) -> String {
    let dir = folder();
    file(dir.path(), "bot.js", text);
    refused(dir.path(), &words("bot.js"))
}

#[test]
fn the_examples_of_all_games_are_sound_and_tell_their_game() {
    for (game, name) in [
        ("no-thanks", "bargain"),
        ("hearts", "duck"),
        ("jujitsu", "bidder"),
        ("last-card", "shedder"),
        ("score-four", "blocker"),
    ] {
        let dir = folder();
        let name = format!("{name}.js");
        file(dir.path(), &name, &example(&format!("{game}/javascript/{name}")));
        let said = croupier(dir.path(), &["check", &name, "--games", "2", "--json"]);
        assert_eq!(said.code, 0, "{game}: {}{}", said.out, said.err);
        let report: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!((report["game"].as_str(), report["sound"].as_bool()), (Some(game), Some(true)));
    }
}

#[test]
fn what_goes_wrong_is_told_in_the_bots_own_words() {
    for (class, told) in [
        (
            "export class A extends Player { choose() { throw new TypeError('no idea'); } }",
            "TypeError: no idea",
        ),
        (
            "export class A extends Player { choose() { return 7; } }",
            "choose returned 7; true takes the card",
        ),
    ] {
        let result = played(&format!("{HEAD}{class}\n"), "bot.js").to_string();
        assert!(result.contains(told), "{class}: {result}");
    }
    for (class, told) in [
        ("export class A {}", "it exports no class that extends a Player of croupier"),
        ("export class A extends Player { choose() { return missing( } }", "SyntaxError"),
    ] {
        let result = unloaded(&format!("{HEAD}{class}\n"));
        assert!(result.contains(told), "{class}: {result}");
    }
}

#[test]
fn a_class_of_several_is_chosen_by_its_name_and_a_promise_is_waited_for() {
    let text = format!(
        "{HEAD}export class A extends Player {{ async choose() {{ return true; }} }}\n\
         export class B extends Player {{ choose() {{ return false; }} }}\n"
    );
    let result = unloaded(&text);
    assert!(result.contains("it exports several bots, A, B; name one, as in file.js#Class"), "{result}");
    let result = played(&text, "bot.js#A").to_string();
    assert!(!result.contains("does not load"), "{result}");
}

#[test]
fn chance_is_the_same_whenever_a_game_is_played_again() {
    let text =
        format!("{HEAD}export class A extends Player {{ choose() {{ return Math.random() < 0.5; }} }}\n");
    let scores = |result: Value| {
        result["standings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].to_string() + &row["mean"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(scores(played(&text, "bot.js")), scores(played(&text, "bot.js")));
}

#[test]
fn a_bot_that_requires_its_player_is_told_to_import_it() {
    let said = unloaded(
        "const { Player } = require(\"croupier/no-thanks\");\nmodule.exports = { A: class A extends Player {} };\n",
    );
    let words =
        "croupier/no-thanks is imported and not required: import { Player } from \"croupier/no-thanks\"";
    assert!(said.contains(words) && !said.contains("Require stack"), "{said}");
    assert!(!said.contains("packages.toml"), "{said}");
}

#[test]
fn a_promise_that_nothing_can_keep_any_more_is_a_fault_and_the_bot_plays_on() {
    let class = "export class A extends Player { asked = 0; choose() { \
                 this.asked += 1; console.log(`asked ${this.asked}`); \
                 return this.asked === 1 ? new Promise(() => {}) : true; } }";
    let result = played(&format!("{HEAD}{class}\n"), "bot.js");
    let words = "choose returned a promise that nothing can keep any more";
    let standings = result["standings"].as_array().unwrap();
    let bot = standings.iter().find(|row| row["name"] == "bot").unwrap();
    assert_eq!(bot["faults"], 1, "the same instance plays on: {bot}");
    assert!(result.to_string().contains(words), "{result}");
    let said = unloaded(&format!("{HEAD}await new Promise(() => {{}});\n"));
    assert!(said.contains("it does not finish loading: an await in it waits for what cannot come"), "{said}");
}

#[test]
fn what_is_thrown_where_nobody_waits_is_told_in_its_own_words() {
    let class = "export class A extends Player { choose() { return new Promise(() => { \
                 setTimeout(() => { throw new RangeError('from a timer'); }); }); } }";
    let result = played(&format!("{HEAD}{class}\n"), "bot.js").to_string();
    assert!(result.contains("RangeError: from a timer"), "{result}");
}

/// What a bot of this game, which returns this, is told; nothing where it is an answer.
fn told(game: &str, chosen: &str) -> String {
    let dir = folder();
    let text = format!(
        "import {{ Player }} from \"croupier/{game}\";\n\
         export class A extends Player {{ choose(view) {{ return {chosen}; }} }}\n"
    );
    file(dir.path(), "bot.js", &text);
    let others =
        if game == "no-thanks" { "\"house:CutOff14\", \"house:TakeSmall\"" } else { "\"house:random\"" };
    let plan = format!("game = \"{game}\"\nbots = [\"bot.js\", {others}]\ngames = 1\nseed = 4\n");
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let shown: Value = serde_json::from_str(&said.out).unwrap();
    let row = shown["standings"].as_array().unwrap().iter().find(|row| row["name"] == "bot").unwrap();
    if row["faults"] == 0 { String::new() } else { said.out }
}

#[test]
fn values_that_stand_for_an_answer_are_one_and_what_is_none_is_not_told_as_if_it_were() {
    for (game, chosen) in [
        ("no-thanks", "new Boolean(view.card < 20)"),
        ("jujitsu", "BigInt(view.hand[0])"),
        ("jujitsu", "new Number(view.hand[0])"),
        ("score-four", "view.free()[0].map(BigInt)"),
        ("last-card", "{ cards: view.hand.find((card) => view.fits(card) && card[0] !== 'A') ?? [] }"),
    ] {
        assert_eq!(told(game, chosen), "", "{game}: {chosen}");
    }
    let circle = "(() => { const a = []; a.push(a); return a; })()";
    for (game, chosen) in [("no-thanks", "7n"), ("jujitsu", "[7n]"), ("score-four", circle)] {
        let said = told(game, chosen);
        assert!(said.contains("choose returned ") && !said.contains("TypeError"), "{game}: {chosen}: {said}");
    }
}

#[test]
fn a_decision_of_last_card_that_forgets_its_return_is_told_and_null_passes() {
    let said = told("last-card", "undefined");
    assert!(said.contains("choose returned nothing; null passes"), "{said}");
    assert_eq!(told("last-card", "null"), "");
}

#[test]
fn a_web_server_is_told_that_its_author_starts_it() {
    for text in [
        "import express from 'express';\nexpress().listen(8080);\n",
        "import { createServer } from 'node:http';\nconst server = createServer(() => {});\n",
    ] {
        let said = unloaded(text);
        assert!(said.contains("a web server is started by its author, and named by its url"), "{said}");
        assert!(!said.contains("packages.toml"), "{said}");
    }
}
