//! What a bot prints stands in its log below the game and turn that it belongs to, in every language.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::java::jar;
use crate::common::{croupier, file, folder, read};

/// Speaks the protocol itself, and prints which game and turn it is in.
const EXECUTABLE: &str = r#"#!/usr/bin/env python3
import json, sys
game = turn = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "start":
        game, turn = message["game"], 0
        continue
    elif message["type"] == "ask":
        turn += 1
        print("of game", game, "turn", turn, file=sys.stderr)
        answer = {"type": "answer", "number": message["number"], "move": "take"}
    else:
        continue
    print(json.dumps(answer), flush=True)
"#;

const PYTHON: &str = r#"
from croupier import no_thanks
class Talker(no_thanks.Player):
    def start(self, start):
        self.turn = 0
        print("begun")
    def choose(self, view):
        self.turn += 1
        print("turn", self.turn)
        return True
    def end(self, view, scores):
        print("over")
"#;

const JAVASCRIPT: &str = r#"
import { Player } from "croupier/no-thanks";
export class Talker extends Player {
  start() { this.turn = 0; console.log("begun"); }
  choose() { this.turn += 1; console.log(`turn ${this.turn}`); return true; }
  end() { console.log("over"); }
}
"#;

const JAVA: &str = r#"
import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
public class Talker implements NoThanksPlayer {
    private int turn;
    public void start(NoThanksView view, long seed) { turn = 0; System.out.println("begun"); }
    public boolean takes(NoThanksView view) { turn++; System.out.print("turn "); System.out.println(turn); return true; }
    public void end(NoThanksView view) { System.out.println("over"); }
}
"#;

/// The log of a bot after a few games.
fn log_of(dir: &Path, bot: &str, called: &str) -> String {
    let plan = format!(
        "game = \"no-thanks\"\nbots = [\"{bot}\", \"house:TakeSmall\", \"house:CutOff14\"]\ngames = 12\n"
    );
    file(dir, "plan.toml", &plan);
    let said = croupier(dir, &["run", "plan.toml", "--seed", "3"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    read(dir, &format!("logs/bot-logs/{called}.log"))
}

/// Finds that lines are what `wanted` says of the mark that stands last before them, game by game.
fn each_below_its_mark(log: &str, wanted: impl Fn(&str, &str) -> String) {
    let (mut game, mut place, mut printed) = ("", "", 0);
    for line in log.lines() {
        if let Some(mark) = line.strip_prefix("[game ").and_then(|line| line.strip_suffix(']')) {
            (game, place) = mark.split_once(", ").unwrap();
            continue;
        }
        assert_eq!(line, wanted(game, place), "{log}");
        printed += 1;
    }
    assert!(printed > 24 && game == "11", "{log}");
}

/// What a bot of a kit prints there.
fn talk(_: &str, place: &str) -> String {
    match place {
        "before its first turn" => "begun".to_owned(),
        "at its end" => "over".to_owned(),
        turn => turn.strip_prefix("its ").unwrap().to_owned(),
    }
}

#[test]
fn of_an_executable_though_it_says_nothing_of_games() {
    let dir = folder();
    let bot = file(dir.path(), "talker.sh", EXECUTABLE);
    fs::set_permissions(bot, fs::Permissions::from_mode(0o755)).unwrap();
    each_below_its_mark(&log_of(dir.path(), "talker.sh", "talker.sh"), |game, place| {
        format!("of game {game} {}", place.strip_prefix("its ").unwrap())
    });
}

#[test]
fn of_a_bot_in_python_also_where_it_plays_many_games_at_once() {
    let dir = folder();
    file(dir.path(), "talker.py", PYTHON);
    each_below_its_mark(&log_of(dir.path(), "talker.py", "Talker"), talk);
}

#[test]
fn of_a_bot_in_javascript() {
    let dir = folder();
    file(dir.path(), "talker.js", JAVASCRIPT);
    each_below_its_mark(&log_of(dir.path(), "talker.js", "talker"), talk);
}

#[test]
fn of_a_bot_in_java() {
    let dir = folder();
    jar(&dir.path().join("talker.jar"), &[("Talker.java", JAVA)], None);
    each_below_its_mark(&log_of(dir.path(), "talker.jar", "talker.jar"), talk);
}
