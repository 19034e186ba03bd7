//! The kits for languages that are compiled: what their pages and examples show is a bot, in every game, and
//! the same one in every language.

use std::path::Path;

use crate::common::java::example;
use crate::common::{croupier, file, folder};
use serde_json::Value;

/// A language, how its files end, and a bot for each game.
const KITS: [(&str, &str); 3] = [("c", "c"), ("cpp", "cpp"), ("rust", "rs")];
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

/// A page that shows a first bot for each game is true.
fn first_bots_are_bots(page: &str, ending: &str) {
    let begins = format!("```{ending}\n");
    let bots = page.split(&begins).skip(1).map(|rest| rest.split("```").next().unwrap());
    let (dir, name) = (folder(), format!("bot.{ending}"));
    let games: Vec<String> = bots.map(|bot| checked(dir.path(), &name, bot, &[])).collect();
    assert_eq!(games, BOTS.map(|(game, _)| game));
}

#[test]
fn the_first_bots_of_the_page_for_c_are_bots() {
    first_bots_are_bots(include_str!("../../../../languages/c/README.md"), "c");
}

#[test]
fn the_first_bots_of_the_page_for_cpp_are_bots() {
    first_bots_are_bots(include_str!("../../../../languages/cpp/README.md"), "cpp");
}

#[test]
fn what_a_bot_in_cpp_throws_is_a_fault_in_its_words_and_it_plays_on() {
    let dir = folder();
    let source = r#"
#include <croupier/no_thanks.h>
#include <stdexcept>
int choose(const no_thanks_view *view) {
    if (view->round == 2) throw std::runtime_error("bad luck");
    return 1;
}
"#;
    file(dir.path(), "odd.cpp", source);
    let plan =
        "game = \"no-thanks\"\nbots = [\"odd.cpp\", \"house:random\"]\ngames = 2\nseed = 1\nout = \"out\"\n";
    file(dir.path(), "plan.toml", plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("threw an exception: bad luck"), "{}", said.out);
}

#[test]
fn the_same_bot_plays_the_same_games_in_every_language() {
    for (game, bot) in [BOTS[0], BOTS[2], BOTS[4]] {
        let played = |language: &str, ending: &str| {
            let dir = folder();
            let name = format!("{bot}.{ending}");
            file(dir.path(), &name, &example(&format!("{game}/{language}/{name}")));
            let plan = format!(
                "game = \"{game}\"\nbots = [\"{name}\", \"house:random\"]\ngames = 20\nseed = 3\nout = \
                 \"out\"\n"
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
    let source = "#define CROUPIER_NAME \"Odd\"\n#include <croupier/hearts.h>\nint choose(const hearts_view \
                  *view) \
                  {\n    printf(\"thinking of \");\n    printf(\"%d cards\\n\", view->cards);\n    return 99;\n}\n";
    file(dir.path(), "odd.c", source);
    let plan =
        "game = \"hearts\"\nbots = [\"odd.c\", \"house:random\"]\ngames = 2\nseed = 1\nout = \"out\"\n";
    file(dir.path(), "plan.toml", plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("choose returned 99; a card is a number from 0 to 51"), "{}", said.out);
    let log = crate::common::read(dir.path(), "out/bot-logs/odd.log");
    assert!(log.contains("thinking of 26 cards\n"), "{log}");
}

/// A kit as it is written, in a folder of its own.
fn kit(language: &str) -> tempfile::TempDir {
    let dir = folder();
    let said = croupier(dir.path(), &["kit", language, "kit"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    dir
}

#[test]
fn a_kit_holds_what_its_language_needs_and_a_bot_for_every_game() {
    for (language, file) in [
        ("python", "croupier/hearts.py"),
        ("java", "croupier.jar"),
        ("haskell", "Hearts/Types.hs"),
        ("javascript", "package.json"),
        ("c", "croupier/hearts.h"),
        ("cpp", "croupier/hearts.h"),
        ("rust", "Cargo.toml"),
        ("wasm", "croupier.h"),
        ("program", "protocol.md"),
    ] {
        let dir = kit(language);
        assert!(dir.path().join("kit").join(file).is_file(), "{language}: {file}");
        assert!(dir.path().join("kit/examples/no-thanks").is_dir(), "{language}");
    }
}

#[test]
fn bots_are_built_at_home_with_nothing_but_the_kit() {
    let built = |language: &str, command: &str, args: &[&str]| {
        let dir = kit(language);
        let mut compiler = std::process::Command::new(command);
        let output = compiler.args(args).current_dir(dir.path().join("kit")).output().unwrap();
        assert!(output.status.success(), "{language}: {}", String::from_utf8_lossy(&output.stderr));
    };
    built("c", "cc", &["-std=gnu11", "-I.", "-o", "duck", "examples/hearts/duck.c"]);
    built("cpp", "c++", &["-std=gnu++17", "-I.", "-o", "duck", "examples/hearts/duck.cpp"]);
    built("java", "javac", &["-cp", "croupier.jar", "-d", "out", "examples/hearts/Lowest.java"]);
    let lib = ["--edition", "2021", "--crate-type", "rlib", "--crate-name", "croupier", "src/lib.rs"];
    built("rust", "rustc", &lib);
    let import = "import sys; sys.path[:0] = ['.', 'examples/hearts']; import example_bot";
    built("python", "python3", &["-c", import]);
}

#[test]
fn a_kit_writes_over_nothing_of_others_and_may_be_written_again() {
    let dir = kit("c");
    assert_eq!(croupier(dir.path(), &["kit", "c", "kit"]).code, 0);
    file(dir.path(), "kit/croupier/serve.h", "mine");
    let said = croupier(dir.path(), &["kit", "c", "kit"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("kit/croupier/serve.h is there already and is another file"), "{}", said.err);
    assert_eq!(crate::common::read(dir.path(), "kit/croupier/serve.h"), "mine");
    let said = croupier(dir.path(), &["kit", "cobol"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("\"cobol\" is no language; python, java, "), "{}", said.err);
}
