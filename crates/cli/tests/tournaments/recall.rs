//! A run that goes on: bots that live through the tournament are asked their earlier games again, and play on
//! as if nothing had happened; whoever answers otherwise begins a new part of the record.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::java::jar;
use crate::common::running::{Running, To};
use crate::common::server::{Seen, Server, lowest, ok};
use crate::common::{croupier, file, folder, games_part};

const COUNTER: &str = include_str!("../bots/counter.py");

const PROGRAM: &str = include_str!("../bots/program.py");

/// Nobody can know what it plays next.
const FICKLE: &str = "
import os, time
from croupier import no_thanks
class Fickle(no_thanks.Player):
    def __init__(self):
        self.own = os.urandom(64)
        self.asked = 0
    def end(self, view, scores):
        print('ends', flush=True)
    def choose(self, view):
        time.sleep(0.002)
        self.asked += 1
        return self.own[self.asked % 64] % 4 == 0
";

/// It is late in its first game, crashes in the third, and counts in all of them.
const CLUMSY: &str = "
import time
from croupier import no_thanks
class Clumsy(no_thanks.Player):
    def __init__(self):
        self.games = self.asked = 0
    def start(self, start):
        self.games += 1
    def end(self, view, scores):
        print('ends', flush=True)
    def choose(self, view):
        self.asked += 1
        if self.asked in (3, 9, 10):
            time.sleep(0.5)
        if self.games == 3:
            raise ValueError('not the third')
        time.sleep(0.002)
        return (self.asked + self.games) % 3 == 0
";

/// How many games the bots of a run say they have ended since it last went on, in all lanes.
fn ended(logs: &Path) -> usize {
    let Ok(folder) = fs::read_dir(logs.join("bot-logs")) else { return 0 };
    let texts = folder.filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok());
    let last = |text: String| text.rsplit("[the run was interrupted here").next().unwrap().to_owned();
    texts.map(last).map(|text| text.lines().filter(|line| line.contains("ends")).count()).sum()
}

/// Interrupts a run after some games, lets it go on as often as it takes, and gives what it said last.
fn interrupted(dir: &Path, signals: &[(&str, usize)]) -> String {
    let mut words = vec!["run", "plan.toml"];
    for &(signal, games) in signals {
        let run = Running::start(dir, &words);
        run.until("games have ended", || ended(&dir.join("logs")) >= games || Running::has_ended(run.id()));
        run.signal(signal, To::Program);
        let (_, said) = run.end();
        assert!(!said.contains("panicked"), "{said}");
        words = vec!["run", "plan.toml", "--resume"];
    }
    let resumed = croupier(dir, &words);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    resumed.err
}

/// Whether two records have the same games.
fn same(dir: &Path, one: &str, other: &str) -> bool {
    let games = |folder: &str| games_part(&dir.join(folder).join("record.croupier"));
    games(one) == games(other)
}

/// Plays a plan with interruptions and without, and compares; what was said when it went on last.
fn remembers(dir: &Path, plan: &str, signals: &[(&str, usize)]) -> String {
    file(dir, "plan.toml", plan);
    let said = interrupted(dir, signals);
    assert!(said.contains("their earlier games again, so that they remember them"), "{said}");
    assert!(!said.contains("otherwise"), "{said}");
    let whole = croupier(dir, &["run", "plan.toml", "-q", "--out", "whole"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert!(same(dir, "logs", "whole"), "the games differ: {said}");
    let again = croupier(dir, &["rerun", "logs", "-q"]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    said
}

fn program(dir: &Path, name: &str, text: &str) {
    let path = file(dir, name, text);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn plan(bots: &str, more: &str) -> String {
    format!("game = \"no-thanks\"\nplayers = 3\nbots = [{bots}, \"house:TakeSmall\"]\nseed = 5\n{more}")
}

#[test]
fn what_a_bot_has_learnt_outlives_the_run() {
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    program(dir.path(), "program", PROGRAM);
    let plan = plan("\"counter.py\", \"program\"", "games = 24\n");
    // In its first block, and in its second: from the journal alone, and from the record.
    remembers(dir.path(), &plan, &[("INT", 6), ("KILL", 26)]);
}

#[test]
fn every_lane_remembers_its_own_games() {
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    program(dir.path(), "program", PROGRAM);
    let plan = plan("\"counter.py\", \"program\"", "games = 40\nlanes = 2\n");
    remembers(dir.path(), &plan, &[("TERM", 44)]);
}

#[test]
fn whoever_was_late_or_crashed_has_done_so_when_the_run_goes_on() {
    let dir = folder();
    file(dir.path(), "clumsy.py", CLUMSY);
    let more = "games = 16\n[limits]\nmove_ms = 250\n";
    file(dir.path(), "plan.toml", &plan("\"clumsy.py\", \"house:TakeSmall\"", more));
    let said = interrupted(dir.path(), &[("KILL", 9)]);
    assert!(!said.contains("otherwise"), "{said}");
    let whole = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    for game in 0..16 {
        let [resumed, whole] = ["logs", "whole"].map(|folder| story(dir.path(), folder, game));
        assert_eq!(resumed, whole, "game {game}");
    }
}

/// The moves of a game. How late somebody was stands in the record, too, and is never the same.
fn story(dir: &Path, folder: &str, game: u64) -> Vec<String> {
    let told = croupier(dir, &["log", folder, &game.to_string()]).out;
    let moves = told.lines().filter(|line| !line.contains("thought for"));
    moves.map(str::to_owned).collect()
}

/// That it is asked nothing is heard in `overheard/asked_again.rs`.
#[test]
fn a_bot_that_keeps_nothing_plays_on_and_the_run_says_that_it_is_not_asked_again() {
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    let thrift = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/no-thanks/haskell/Thrift.hs");
    fs::copy(thrift, dir.path().join("Thrift.hs")).unwrap();
    let said = remembers(dir.path(), &plan("\"counter.py\", \"Thrift.hs\"", "games = 24\n"), &[("INT", 6)]);
    assert!(said.contains("; asking Counter their earlier games again"), "{said}");
    assert!(said.contains("Thrift keeps nothing between games and is asked only those again"), "{said}");
}

/// It keeps nothing, and thinks for ever about some cards.
const LOOPS: &str = "
from NoThanksPlayer import Player
class Loops(Player):
    def take(self, card, state):
        while card.number == 19:
            pass
        return card.number < 16
";

#[test]
fn a_bot_that_keeps_nothing_and_was_late_is_put_out_in_the_game_in_which_it_would_have_been() {
    let dir = folder();
    file(dir.path(), "counter.py", COUNTER);
    file(dir.path(), "loops.py", LOOPS);
    let more = "games = 16\n[limits]\nmove_ms = 150\nrestarts = 4\n";
    file(dir.path(), "plan.toml", &plan("\"counter.py\", \"loops.py\"", more));
    let said = interrupted(dir.path(), &[("KILL", 4)]);
    assert!(said.contains("Loops keeps nothing between games and is asked only those again"), "{said}");
    assert!(!said.contains("otherwise"), "{said}");
    let whole = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let stories = |folder: &str| (0..16).map(|game| story(dir.path(), folder, game)).collect::<Vec<_>>();
    assert_eq!(stories("logs"), stories("whole"));
    let log = fs::read_to_string(dir.path().join("whole/bot-logs/Loops.log")).unwrap();
    assert!(log.contains("[out of the tournament: "), "{log}");
}

#[cfg(feature = "wasm")]
#[test]
fn a_bot_in_webassembly_remembers_too() {
    let dir = folder();
    file(dir.path(), "counter.py", &COUNTER.replace("        time.sleep(0.002)\n", ""));
    program(dir.path(), "program", PROGRAM);
    let plan = plan("\"counter.py\", \"program\"", "games = 16\ncell = \"wasm\"\n");
    remembers(dir.path(), &plan, &[("KILL", 20)]);
}

#[test]
fn a_bot_in_java_remembers_too() {
    const ELEPHANT: &str = r#"package ca.unbc.cpsc.elephant;
import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.*;
public class Elephant implements Player {
    private int tried;
    public void reset() { System.out.println("ends"); }
    public void noteOpponentsId(int id) { tried += id; }
    public void startGameAs(Colour c) {}
    public void opponentPlays(Location l) { tried += l.getRow(); }
    public Location requestMoveLocation() {
        try { Thread.sleep(2); } catch (InterruptedException e) { }
        return retry();
    }
    public Location retry() {
        final int peg = tried++ * 7 % 16;
        return new Location() { public int getRow() { return peg / 4; } public int getColumn() { return peg % 4; } };
    }
    public void noteGameOver(GameOverStatus s) {}
}
"#;
    let dir = folder();
    jar(&dir.path().join("elephant.jar"), &[("Elephant.java", ELEPHANT)], None);
    let plan = "game = \"score-four\"\nbots = [\"elephant.jar\", \"house:random\"]\ngames = 24\nseed = 1\n";
    remembers(dir.path(), plan, &[("INT", 3), ("KILL", 14)]);
}

#[test]
fn a_bot_behind_a_url_has_lived_on_and_is_asked_nothing_again() {
    let dir = folder();
    let server = Server::start(|seen| {
        std::thread::sleep(std::time::Duration::from_millis(3));
        ok(&lowest(seen))
    });
    let plan = format!(
        "game = \"jujitsu\"\nbots = [\"{}\", \"house:draw-card\"]\ngames = 24\nseed = 4\n[options]\nrounds = \
         [5, 5]\n",
        server.url()
    );
    file(dir.path(), "plan.toml", &plan);
    let begun = || {
        let first = |seen: &Seen| {
            let request = seen.json();
            let hand = request["myCardsRemaining"].as_array().map_or(0, Vec::len);
            request["currentRound"] == 1 && hand == 5
        };
        server.seen().iter().filter(|seen| first(seen)).count()
    };
    let run = Running::start(dir.path(), &["run", "plan.toml"]);
    run.until("games are played", || begun() > 4);
    run.signal("INT", To::Program);
    let (code, said) = run.end();
    assert_eq!(code, Some(130), "{said}");
    let resumed = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.err.contains("lived on by themselves and are asked nothing again"), "{}", resumed.err);
    // All games once, and the one that was broken off twice.
    assert!((24..=25).contains(&begun()), "{}", begun());
}

#[test]
fn whoever_answers_otherwise_is_named_and_begins_a_new_part() {
    let dir = folder();
    file(dir.path(), "fickle.py", FICKLE);
    file(dir.path(), "counter.py", COUNTER);
    file(dir.path(), "plan.toml", &plan("\"fickle.py\", \"counter.py\"", "games = 24\n"));
    let said = interrupted(dir.path(), &[("INT", 22)]);
    let told = "Fickle answered otherwise when it was asked its earlier games again (game ";
    let line = said.lines().find(|line| line.contains(told)).unwrap_or_else(|| panic!("{said}"));
    assert!(
        line.contains("the record has \"") && line.contains("; a new part of the record begins with game ")
    );
    assert!(!line.contains("Counter"), "{line}");
    let sentence = line.trim_start_matches("croupier: ");
    let verified = croupier(dir.path(), &["verify", "logs"]);
    assert!(verified.code == 0 && verified.out.contains("the record is complete"), "{}", verified.err);
    assert!(verified.out.contains(sentence), "{}", verified.out);
    let json: serde_json::Value =
        serde_json::from_str(&croupier(dir.path(), &["verify", "logs", "--json"]).out).unwrap();
    let part = &json["parts"][0];
    assert!(line.ends_with(&format!("with game {}", part["game"])), "{part}");
    assert_eq!((&part["lane"], &part["otherwise"][0]["entrant"]), (&0.into(), &0.into()));
    let report = croupier(dir.path(), &["report", "logs", "--out", "report.md"]);
    assert_eq!(report.code, 0, "{}", report.err);
    let words = "Fickle answered otherwise when it was asked its earlier games again";
    assert!(crate::common::read(dir.path(), "report.md").contains(words));
    // It is played again in the same two parts, and differs where such a bot does.
    let again = croupier(dir.path(), &["rerun", "logs", "--out", "again"]);
    assert!(again.out.contains("It differs from the record: game "), "{}{}", again.out, again.err);
    assert!(croupier(dir.path(), &["verify", "again"]).out.contains(sentence));
}

#[test]
fn a_part_that_was_begun_is_not_forgotten_when_the_run_is_killed_once_more() {
    let dir = folder();
    file(dir.path(), "fickle.py", FICKLE);
    file(dir.path(), "counter.py", COUNTER);
    file(dir.path(), "plan.toml", &plan("\"fickle.py\", \"counter.py\"", "games = 16\n"));
    interrupted(dir.path(), &[("KILL", 8), ("KILL", 20)]);
    let json: serde_json::Value =
        serde_json::from_str(&croupier(dir.path(), &["verify", "logs", "--json"]).out).unwrap();
    let games: Vec<u64> =
        json["parts"].as_array().unwrap().iter().map(|part| part["game"].as_u64().unwrap()).collect();
    assert!(games.len() == 2 && games[0] < games[1], "{json:#}");
}
