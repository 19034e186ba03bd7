//! A bot that is put out on the way is not seated again: from a border of batches on, the others play without
//! it, the same however often and in how many pieces the plan is played.

use std::fs;
use std::path::Path;

use crate::common::{croupier, file, folder, games_part, read};
use serde_json::Value;

/// Ends in its fifth game, for good.
const ROGUE: &str = "from NoThanksPlayer import Player\nimport os\nclass Rogue(Player):\n    begun = 0\n    \
                     def startGame(self):\n        self.begun += 1\n    def take(self, card, state):\n        \
                     if self.begun > 4:\n            os._exit(3)\n        return True\n";
const HOUSE: [&str; 5] = ["RandomPlayer", "LowerPenalty", "CutOff14", "TakeSmall", "CoinsDependent"];
const BATCH: u64 = 8;

fn plan(more: &str) -> String {
    let house = HOUSE.map(|name| format!("\"house:{name}\"")).join(", ");
    format!(
        "game = \"no-thanks\"\nbots = [\"rogue.py\", {house}]\nplayers = 3\ngames = 160\nseed = \
         4\n{more}\n[limits]\nrestarts = 0\n"
    )
}

fn played(dir: &Path, more: &str) -> Value {
    file(dir, "rogue.py", ROGUE);
    file(dir, "plan.toml", &plan(more));
    let said = croupier(dir, &["run", "plan.toml", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

/// The stories in which the rogue sits, by their numbers.
fn stories_with_rogue(dir: &Path) -> Vec<u64> {
    let stories = fs::read_dir(dir.join("logs/readable")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<u64> = stories
        .filter(|path| fs::read_to_string(path).unwrap().contains("Rogue"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().parse().unwrap())
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn from_the_border_on_tables_are_drawn_from_those_who_are_left() {
    for (more, ahead) in [("", 4 * BATCH), ("lanes = 2\n", 8 * BATCH)] {
        let dir = folder();
        let json = played(dir.path(), more);
        let out = &json["put_out"][0];
        let (game, border) = (out["game"].as_u64().unwrap(), out["border"].as_u64().unwrap());
        assert_eq!((out["name"].as_str(), border), (Some("Rogue"), game / BATCH * BATCH + ahead));
        assert!(out["why"].as_str().unwrap().starts_with("ended once"), "{out}");
        let with_rogue = stories_with_rogue(dir.path());
        assert!(with_rogue.iter().all(|&number| number < border), "{with_rogue:?}");
        let after = with_rogue.iter().filter(|&&number| number > game).count() as u64;
        assert_eq!(json["uncounted"], after);
        let counted: u64 =
            json["standings"].as_array().unwrap().iter().map(|line| line["games"].as_u64().unwrap()).sum();
        assert_eq!(counted + out["games"].as_u64().unwrap(), 3 * (160 - after));
        assert!(json["standings"].as_array().unwrap().iter().all(|line| line["name"] != "Rogue"));
        assert_eq!(croupier(dir.path(), &["verify", "logs"]).code, 0);
        let said = croupier(dir.path(), &["rerun", "logs"]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    }
}

#[test]
fn games_between_are_marked_and_the_reason_is_told_once() {
    let dir = folder();
    let json = played(dir.path(), "");
    let game = json["put_out"][0]["game"].as_u64().unwrap();
    let (told, later): (Vec<u64>, Vec<u64>) =
        stories_with_rogue(dir.path()).into_iter().partition(|&number| number <= game);
    assert!(!later.is_empty(), "the rogue sits at a table before the border");
    let story = |number: u64| read(dir.path(), &format!("logs/readable/{number:04}.log"));
    let last = story(*told.last().unwrap());
    assert_eq!(last.matches("ended once").count(), 1, "{last}");
    for number in later {
        let story = story(number);
        assert!(story.starts_with("This game counts for nobody.\n"), "{story}");
        assert!(!story.contains("ended once") && story.contains("Rogue gave no answer\n"), "{story}");
    }
    let said = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert!(said.out.contains("; not ranked, after 5 games with a mean penalty of "), "{}", said.out);
    assert!(said.out.contains(" for nobody, with a bot at the table that was out\n"), "{}", said.out);
    let report = croupier(dir.path(), &["report", "logs", "--format", "markdown", "--out", "-"]).out;
    assert!(report.contains("Rogue: disqualified in game"), "{report}");
}

#[test]
fn a_run_that_goes_on_knows_who_is_out_wherever_it_was_cut_off() {
    let dir = folder();
    played(dir.path(), "lanes = 2\n");
    let record = dir.path().join("logs/record.croupier");
    let (whole, games) = (fs::read(&record).unwrap(), games_part(&record));
    for tenths in [2, 4, 6, 8] {
        fs::write(&record, &whole[..games.len() * tenths / 10]).unwrap();
        let said = croupier(dir.path(), &["run", "plan.toml", "--resume", "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(games_part(&record) == games, "cut off at {tenths} tenths, other games follow");
    }
}

#[test]
fn a_design_that_needs_everyone_drops_its_games() {
    let dir = folder();
    let json = played(dir.path(), "design = \"balanced\"\n");
    let out = &json["put_out"][0];
    let with_rogue = stories_with_rogue(dir.path());
    assert!(with_rogue.iter().all(|&number| number < out["border"].as_u64().unwrap()), "{with_rogue:?}");
    // Half of the games of six bots at tables for three have the rogue at the table.
    assert!(json["uncounted"].as_u64().unwrap() > 50, "{json}");
    let games: Vec<u64> =
        json["standings"].as_array().unwrap().iter().map(|line| line["games"].as_u64().unwrap()).collect();
    assert!(games.iter().max().unwrap() - games.iter().min().unwrap() <= 8, "{games:?}");
    let verified = croupier(dir.path(), &["verify", "logs"]);
    assert!(verified.code == 0 && verified.out.contains("stays as even as it was"), "{}", verified.out);
    assert_eq!(croupier(dir.path(), &["rerun", "logs"]).code, 0);
}

#[test]
fn with_too_few_left_the_tournament_ends_and_says_why() {
    let dir = folder();
    file(dir.path(), "rogue.py", ROGUE);
    let bots = "bots = [\"rogue.py\", \"house:CutOff14\", \"house:TakeSmall\"]";
    let plan =
        format!("game = \"no-thanks\"\n{bots}\nplayers = 3\ngames = 160\nseed = 4\n[limits]\nrestarts = 0\n");
    file(dir.path(), "plan.toml", &plan);
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let why = "Ended after 8 games: 2 bots are left, and 3 sit at a table; out of the tournament: Rogue";
    assert!(said.out.lines().any(|line| line == why), "{}", said.out);
    let again = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert!(again.code == 0 && again.out.contains(why), "{}{}", again.out, again.err);
}

/// Is up, and throws on every turn.
const THROWER: &str = "from NoThanksPlayer import Player\nclass Rogue(Player):\n    def take(self, card, \
                       state):\n        raise ValueError(7)\n";

/// Answers in every fifteenth of its games, and throws in all others.
const MOODY: &str = "from NoThanksPlayer import Player\nclass Rogue(Player):\n    begun = 0\n    def \
                     startGame(self):\n        self.begun += 1\n    def take(self, card, state):\n        if \
                     self.begun % 15:\n            raise ValueError(7)\n        return True\n";

fn played_by(dir: &Path, rogue: &str, more: &str, words: &[&str]) -> Value {
    file(dir, "rogue.py", rogue);
    file(dir, "plan.toml", &plan(more));
    let said = croupier(dir, &[&["run", "plan.toml", "--json"], words].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

fn games_hash(dir: &Path) -> Value {
    let verified = croupier(dir, &["verify", "logs", "--json"]);
    assert_eq!(verified.code, 0, "{}", verified.err);
    serde_json::from_str::<Value>(&verified.out).unwrap()["games_hash"].clone()
}

#[test]
fn whoever_throws_on_every_turn_is_put_out_with_its_twentieth_game_on_any_threads_and_after_any_cut() {
    for more in ["", "lanes = 2\n"] {
        let dir = folder();
        let json = played_by(dir.path(), THROWER, more, &["--threads", "1"]);
        let out = &json["put_out"][0];
        let why = "gave no good answer in 20 games in a row; in the last of them: crashed: ValueError: 7";
        assert!(out["why"].as_str().unwrap().starts_with(why), "{out}");
        let (game, border) = (out["game"].as_u64().unwrap(), out["border"].as_u64().unwrap());
        let with_rogue = stories_with_rogue(dir.path());
        assert_eq!(with_rogue.iter().filter(|&&number| number <= game).count(), 20);
        assert!(with_rogue.iter().all(|&number| number < border), "{with_rogue:?}");
        assert!(json["standings"].as_array().unwrap().iter().all(|line| line["name"] != "Rogue"));
        let hash = games_hash(dir.path());
        assert!(hash.is_string(), "{hash}");
        played_by(dir.path(), THROWER, more, &["--threads", "2"]);
        assert_eq!(games_hash(dir.path()), hash, "on two threads");
        let record = dir.path().join("logs/record.croupier");
        let (whole, games) = (fs::read(&record).unwrap(), games_part(&record));
        // In the middle of its twenty games, behind them, and behind the border.
        for percent in [25, 35, 90] {
            fs::write(&record, &whole[..games.len() * percent / 100]).unwrap();
            assert_eq!(croupier(dir.path(), &["run", "plan.toml", "--resume"]).code, 0);
            assert_eq!(games_hash(dir.path()), hash, "cut off at {percent} %, other games follow");
        }
    }
}

#[test]
fn whoever_answers_now_and_then_is_never_put_out() {
    let dir = folder();
    let json = played_by(dir.path(), MOODY, "", &[]);
    assert_eq!(json["put_out"].as_array().map_or(0, Vec::len), 0, "{json}");
    assert!(json["standings"].as_array().unwrap().iter().any(|line| line["name"] == "Rogue"), "{json}");
}

#[test]
fn someone_who_is_put_out_by_the_host_gives_the_same_games_on_any_threads() {
    for more in ["", "lanes = 2\n", "design = \"balanced\"\nlanes = 2\n"] {
        let hashes = ["1", "2"].map(|threads| {
            let dir = folder();
            let json = played_by(dir.path(), ROGUE, more, &["--threads", threads]);
            assert_eq!(json["put_out"][0]["name"], "Rogue", "{json}");
            games_hash(dir.path())
        });
        assert!(hashes[0].is_string() && hashes[0] == hashes[1], "{more}: {hashes:?}");
    }
}

/// Ends where it is first asked.
const ABRUPT: &str = "from NoThanksPlayer import Player\nimport os\nclass Rogue(Player):\n    def take(self, \
                      card, state):\n        os._exit(3)\n";
/// Ends in its third game of Score Four, for good.
const RASH: &str = "import os\nfrom croupier import score_four\nclass Rogue(score_four.Player):\n    begun = \
                    0\n    def start(self, start):\n        self.begun += 1\n    def choose(self, \
                    view):\n        if self.begun > 2:\n            os._exit(3)\n        return \
                    min(view.free())\n";

#[test]
fn pairs_rotate_and_a_round_robin_drop_its_fixtures() {
    let house = "\"house:random\", \"house:one-ply\", \"house:random\"";
    let round_robin = format!(
        "game = \"score-four\"\nbots = [\"rogue.py\", {house}]\ngames = 96\nseed = \
         4\n[limits]\nrestarts = 0\n"
    );
    // Where every game has its own instances, the border is up to 1,024 games ahead.
    let many = |design: &str| {
        let more = format!("design = \"{design}\"\ninstances = \"game\"\n");
        plan(&more).replace("games = 160", "games = 1800")
    };
    let designs = [(ABRUPT, many("pairs")), (ABRUPT, many("rotate")), (RASH, round_robin)];
    for (rogue, plan) in designs {
        let dir = folder();
        file(dir.path(), "rogue.py", rogue);
        file(dir.path(), "plan.toml", &plan);
        let said = croupier(dir.path(), &["run", "plan.toml", "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let json: Value = serde_json::from_str(&said.out).unwrap();
        let out = &json["put_out"][0];
        assert_eq!(out["name"], "Rogue", "{plan}: {json}");
        let border = out["border"].as_u64().unwrap();
        let all = json["games"].as_u64().unwrap();
        assert!(border < all, "{plan}: {json}");
        assert!(stories_with_rogue(dir.path()).iter().all(|&number| number < border), "{plan}");
        // What would seat it behind the border is not played, and counts for nobody.
        let behind = (border..all)
            .filter(|number| !dir.path().join(format!("logs/readable/{number:04}.log")).exists())
            .count() as u64;
        assert!(behind > 0 && json["uncounted"].as_u64().unwrap() >= behind, "{plan}: {json}");
        assert_eq!(croupier(dir.path(), &["verify", "logs"]).code, 0, "{plan}");
        assert_eq!(croupier(dir.path(), &["rerun", "logs"]).code, 0, "{plan}");
    }
}
