//! All bots are loaded before the first game, really: started and greeted. What does not load ends the
//! command, or is left out where that was asked for.

use std::path::Path;
use std::sync::{Arc, Barrier, Mutex};

use crate::common::server::{Server, ok};
use crate::common::{croupier, file, folder, read, refused};
use serde_json::{Value, json};

const GOOD: &str = "from NoThanksPlayer import Player\nclass Good(Player):\n    def take(self, card, \
                    state):\n        return card.coins > 3\n";
/// One class of three cannot be made.
const TEAM: &str = "from NoThanksPlayer import Player\nclass One(Player):\n    pass\nclass Third(Player):\n    \
                    def __init__(self):\n        self.table = {}['openings']\nclass Two(Player):\n    pass\n";

/// The rows of the original's table: name, games, average.
fn rows(out: &str) -> Vec<&str> {
    let table = out.lines().skip_while(|line| !line.starts_with("NAME"));
    table.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn a_broken_file_beside_good_ones_changes_nobodys_mean() {
    let dir = folder();
    file(dir.path(), "good.py", GOOD);
    file(dir.path(), "broken.py", "class Broken(:\n");
    let (broken, good) = (["broken.py"].as_slice(), ["good.py", "NoThanksBeginners"]);
    let play = |more: &[&str]| {
        let words = [["no-thanks", "2000"].as_slice(), more, &good, &["--seed", "9", "--without-broken"]];
        croupier(dir.path(), &words.concat())
    };
    let (with, without) = (play(broken), play(&[]));
    assert_eq!((with.code, without.code), (0, 0), "{}{}", with.err, without.err);
    assert_eq!(rows(&with.out), rows(&without.out));
    assert_eq!(rows(&with.out).len(), 7, "{}", with.out);
    let above = with.out.find("Left out: broken.py does not load: SyntaxError").unwrap();
    assert!(above < with.out.find("NAME").unwrap() && !without.out.contains("Left out"), "{}", with.out);
}

#[test]
fn a_class_that_cannot_be_made_is_found_before_the_first_game() {
    let dir = folder();
    file(dir.path(), "team.py", TEAM);
    let said = refused(dir.path(), &["no-thanks", "10", "team.py", "--out", "kept"]);
    assert!(said.starts_with("croupier: team.py (Third) does not load: KeyError: 'openings'"), "{said}");
    let words = ["no-thanks", "10", "team.py", "--without-broken", "--json"];
    let said = croupier(dir.path(), &words);
    assert_eq!(said.code, 0, "{}", said.err);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let mut names: Vec<&str> =
        json["standings"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["One", "Two"], "the others of the file play");
    assert_eq!(json["left_out"][0]["name"], "Third");
}

#[test]
fn in_folders_that_are_searched_what_does_not_load_is_left_out_with_its_reason() {
    let dir = folder();
    let example = "../../examples/last-card/example_bot.py";
    let example = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(example)).unwrap();
    file(dir.path(), "ais/good.py", &example);
    file(dir.path(), "ais/notes.txt", "no bot");
    file(dir.path(), "ais/broken.py", "class Broken(:\n");
    let config = r#"{ "ai_dirs": ["ais"], "ai": ["house:naive"], "num_games": 4 }"#;
    file(dir.path(), "config.json", config);
    let said = croupier(dir.path(), &["run", "config.json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("File ") && lines[0].ends_with("ais/notes.txt is not valid: skipping"));
    assert!(lines.contains(&"Loaded AI ais/good.py") && lines.contains(&"Loading complete"), "{}", said.out);
    assert!(!said.out.contains("Loaded AI ais/broken.py"), "{}", said.out);
    assert!(said.out.contains("Left out: ais/broken.py does not load: SyntaxError"), "{}", said.out);

    file(
        dir.path(),
        "plan.toml",
        "game = \"no-thanks\"\ndirs = [\"dir\"]\nbots = [\"house:random\"]\ngames = 4\n",
    );
    file(dir.path(), "dir/good.py", GOOD);
    file(dir.path(), "dir/notes.txt", "no bot");
    file(dir.path(), "dir/broken.py", "class Broken(:\n");
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("dir/notes.txt is not valid: skipping"), "{}", said.err);
    assert!(said.out.starts_with("Left out: dir/broken.py does not load: SyntaxError"), "{}", said.out);
    let said = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert!(said.code == 0 && said.out.starts_with("Left out: dir/broken.py"), "{}{}", said.out, said.err);
    let report = croupier(dir.path(), &["report", "logs", "--format", "markdown", "--out", "-"]);
    assert!(report.out.contains("Left out: dir/broken.py does not load"), "{}", report.out);
    assert!(read(dir.path(), "logs/overall-stats.log").contains("Good"));
}

#[test]
fn bots_are_greeted_side_by_side() {
    // Each answers its first hello only when the other has been greeted too.
    let (both, greeted) = (Arc::new(Barrier::new(2)), Arc::new(Mutex::new(Vec::new())));
    let bot = || {
        let (both, greeted) = (Arc::clone(&both), Arc::clone(&greeted));
        let first = Mutex::new(true);
        Server::start(move |seen| match seen.json()["type"].as_str().unwrap() {
            "hello" => {
                if std::mem::take(&mut *first.lock().unwrap()) {
                    let last = both.wait().is_leader();
                    greeted.lock().unwrap().push(last);
                }
                ok(r#"{"type":"hello","protocol":1}"#)
            }
            "ask" => ok(&json!({"type": "answer", "move": "take"}).to_string()),
            _ => Some("HTTP/1.1 204 No Content\r\n\r\n".to_owned()),
        })
    };
    let (one, other, dir) = (bot(), bot(), folder());
    let said = croupier(dir.path(), &["no-thanks", "2", &one.url(), &other.url(), "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(greeted.lock().unwrap().len(), 2);
}
