//! What a bot calls itself: it is shown as far as it can be, and ends nobody's tournament.

use std::fs;
use std::path::Path;

use crate::common::{Said, croupier, file, folder, refused};
use serde_json::Value;

const HEAD: &str = "from NoThanksPlayer import Player\n";
const PLAN: &str = "game = \"no-thanks\"\nbots = [\"rogue.py\", \"house:CutOff14\", \
                    \"house:TakeSmall\"]\nseed = 4\ngames = 2\n";

fn played(dir: &Path, bot: &str) -> Said {
    file(dir, "rogue.py", &format!("{HEAD}{bot}"));
    file(dir, "plan.toml", PLAN);
    let said = croupier(dir, &["run", "plan.toml", "--json"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot is called: {}", said.err);
    said
}

/// The names in the standings, best first.
fn names(said: &Said) -> Vec<String> {
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let text = json.to_string();
    assert!(!text.contains("\\u001b") && !text.contains('\u{202e}'), "{text}");
    json["standings"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

/// The names of the bots' logs.
fn logs(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir.join("logs/bot-logs")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_class_name_of_three_hundred_letters_is_cut() {
    let dir = folder();
    let said = played(dir.path(), &format!("class {}(Player):\n    pass\n", "R".repeat(300)));
    assert!(names(&said).contains(&"R".repeat(60)), "{}", said.out);
    assert_eq!(logs(dir.path()), [format!("{}.log", "R".repeat(60))]);
    assert!(!said.out.contains("does not load"), "it plays under its own name: {}", said.out);
}

#[test]
fn a_file_with_sixty_thousand_classes_does_not_load() {
    let dir = folder();
    let many = "for n in range(60000):\n    globals()[f'Bot{n}'] = type(f'Bot{n}', (Player,), \
                {'__module__': __name__})\n";
    file(dir.path(), "rogue.py", &format!("{HEAD}{many}"));
    file(dir.path(), "plan.toml", PLAN);
    // A busy machine may not get so far as to count them.
    refused(dir.path(), &["run", "plan.toml"]);
}

#[test]
fn nobody_takes_a_name_of_the_house() {
    let dir = folder();
    let said = played(
        dir.path(),
        "class A(Player):\n    pass\nglobals()['house:CutOff14'] = A\n__all__ = ['house:CutOff14']\n",
    );
    let mut names = names(&said);
    names.sort();
    assert_eq!(names, ["house-CutOff14#2", "house:CutOff14", "house:TakeSmall"]);
    assert_eq!(logs(dir.path()), ["house-CutOff14#2.log"]);
}

#[test]
fn names_are_neither_paths_nor_commands_to_a_terminal() {
    let dir = folder();
    let said = played(
        dir.path(),
        "class A(Player):\n    pass\nclass B(Player):\n    pass\nclass C(Player):\n    pass\nNAMES = \
         {'../../x': A, '\\x1b[2J\\u202eX': B, ' ': C}\nglobals().update(NAMES)\n__all__ = list(NAMES)\n",
    );
    assert_eq!(names(&said).len(), 5, "{}", said.out);
    assert_eq!(logs(dir.path()), ["-..-..-x.log", "[2JX.log", "bot.log"]);
    assert!(!dir.path().join("x.log").exists());
}

#[test]
fn a_class_that_chooses_a_name_is_called_by_its_class_as_ever() {
    let dir = folder();
    let said = played(
        dir.path(),
        "class Mine(Player):\n    def __init__(self):\n        super().__init__()\n        self.name = \
         'house:TakeSmall'\n",
    );
    assert!(names(&said).contains(&"Mine".to_owned()), "{}", said.out);
}

#[test]
fn a_plan_calls_bots_by_names_and_teams() {
    let dir = folder();
    file(dir.path(), "amy.py", &format!("{HEAD}class Player1(Player):\n    pass\n"));
    file(
        dir.path(),
        "zed.py",
        &format!("{HEAD}class Player1(Player):\n    pass\nclass Other(Player):\n    pass\n"),
    );
    let plan = |bots: &str| {
        file(dir.path(), "plan.toml", &format!("game = \"no-thanks\"\nseed = 4\ngames = 2\n{bots}"));
    };
    plan(
        "[[bot]]\nbot = \"amy.py\"\nname = \"Team \\u001b[31mone\"\nteam = \"Amy\"\n[[bot]]\nbot = \
         \"zed.py#Player1\"\n[[bot]]\nbot = \"house:TakeSmall\"\nname = \"Small\"\n",
    );
    let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
    let mut called = names(&said);
    called.sort();
    assert_eq!(called, ["Player1", "Small", "Team [31mone"]);
    assert!(said.out.contains("\"team\": \"Amy\""), "{}", said.out);
    let table = croupier(dir.path(), &["run", "plan.toml", "--out", "again"]);
    assert!(table.out.lines().nth(1).unwrap().contains(" team "), "{}", table.out);
    // Two classes of one name are told apart by their files.
    plan("bots = [\"amy.py\", \"zed.py\", \"house:TakeSmall\"]\n");
    let mut called = names(&croupier(dir.path(), &["run", "plan.toml", "--json", "--out", "apart"]));
    called.sort();
    assert_eq!(called, ["Other", "Player1 (amy)", "Player1 (zed)", "house:TakeSmall"]);
    plan("[[bot]]\nbot = \"zed.py\"\nname = \"Zed\"\n[[bot]]\nbot = \"house:TakeSmall\"\n");
    let said = croupier(dir.path(), &["run", "plan.toml", "--out", "none"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert_eq!(
        said.err,
        "croupier: plan.toml, line 6: \"zed.py\" holds 2 bots; one has the name with zed.py#Class\n"
    );
}
