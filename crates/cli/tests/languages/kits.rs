//! The kits for C and Rust: what their pages and examples show is a bot, in every game, and the same one in every language.

use std::path::Path;

use crate::common::java::example;
use crate::common::{croupier, file, folder};
use serde_json::Value;

/// A language, how its files end, and a bot for each game.
const KITS: [(&str, &str); 2] = [("c", "c"), ("rust", "rs")];
const BOTS: [(&str, &str); 5] = [
    ("no-thanks", "bargain"),
    ("hearts", "duck"),
    ("jujitsu", "bidder"),
    ("last-card", "shedder"),
    ("score-four", "blocker"),
];

/// Checks a bot; its game, as it told itself.
fn checked(dir: &Path, name: &str, source: &str, more: &[&str]) -> String {
    file(dir, name, source);
    let said = croupier(dir, &[&["check", name, "--games", "2", "--json"], more].concat());
    assert_eq!(said.code, 0, "{name}: {}{}", said.out, said.err);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    report["game"].as_str().unwrap().to_owned()
}

#[test]
fn the_examples_are_sound_bots_of_every_game_and_tell_which() {
    let dir = folder();
    for (language, ending) in KITS {
        for (game, bot) in BOTS {
            let source = example(&format!("{game}/{language}/{bot}.{ending}"));
            assert_eq!(checked(dir.path(), &format!("{bot}.{ending}"), &source, &[]), game, "{language}");
        }
    }
}

#[test]
fn a_game_without_a_part_of_its_own_is_played_too() {
    let dir = folder();
    for (language, ending) in KITS {
        let source = example(&format!("any-game/{language}/chancer.{ending}"));
        for game in ["last-card", "score-four"] {
            let name = format!("chancer.{ending}");
            assert_eq!(checked(dir.path(), &name, &source, &["--game", game]), game, "{language}");
        }
    }
}

#[test]
fn the_first_bots_of_the_page_for_c_are_bots() {
    let page = include_str!("../../../../languages/c/README.md");
    let bots: Vec<&str> =
        page.split("```c\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let dir = folder();
    let games: Vec<String> = bots.iter().map(|bot| checked(dir.path(), "bot.c", bot, &[])).collect();
    assert_eq!(games, BOTS.map(|(game, _)| game));
}

#[test]
fn the_same_bot_plays_the_same_games_in_every_language() {
    for (game, bot) in [BOTS[0], BOTS[2], BOTS[4]] {
        let played = |language: &str, ending: &str| {
            let dir = folder();
            let name = format!("{bot}.{ending}");
            file(dir.path(), &name, &example(&format!("{game}/{language}/{name}")));
            let plan = format!(
                "game = \"{game}\"\nbots = [\"{name}\", \"house:random\"]\ngames = 20\nseed = 3\nout = \"out\"\n"
            );
            file(dir.path(), "plan.toml", &plan);
            let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
            assert_eq!(said.code, 0, "{name}: {}{}", said.out, said.err);
            let outcome: Value = serde_json::from_str(&said.out).unwrap();
            let mut figures: Vec<[Value; 2]> = outcome["standings"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| [row["mean"].clone(), row["faults"].clone()])
                .collect();
            figures.sort_by_key(|row| format!("{row:?}"));
            figures
        };
        let first = played("javascript", "js");
        assert!(first.iter().all(|row| row[1] == 0), "{game}: {first:?}");
        for (language, ending) in KITS {
            assert_eq!(played(language, ending), first, "{game} in {language}");
        }
    }
}

#[test]
fn what_is_no_card_is_a_fault_in_words_and_what_a_bot_prints_is_no_answer() {
    let dir = folder();
    let source = "#define CROUPIER_NAME \"Odd\"\n#include <croupier/hearts.h>\n\
        int choose(const hearts_view *view) {\n    printf(\"thinking of \");\n    printf(\"%d cards\\n\", view->cards);\n    \
        return view->cards == 13 ? view->legal[0] : 99;\n}\n";
    file(dir.path(), "odd.c", source);
    let plan =
        "game = \"hearts\"\nbots = [\"odd.c\", \"house:random\"]\ngames = 2\nseed = 1\nout = \"out\"\n";
    file(dir.path(), "plan.toml", plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("choose returned 99; a card is a number from 0 to 51"), "{}", said.out);
    let log = common::read(dir.path(), "out/bot-logs/Odd.log");
    assert!(log.contains("thinking of 13 cards"), "{log}");
}
