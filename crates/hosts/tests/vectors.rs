//! Our kits read every line of the test vectors: a view and its legal moves go in, and each of these moves
//! comes out again as the answer that stands there, and the view itself where a kit shows it as JSON.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(unix)]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use croupier_games::list;
use croupier_hosts::JavaHost;
use serde_json::{Value, json};

/// What descriptors 3 and 4 are to a bot, our pipes are here; what it prints is ours to read.
const AS_A_BOT: &str = r#"exec 3<&0 4>&1 1>&2 0</dev/null; exec "$@""#;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The positions of a game.
fn vectors(game: &str) -> Vec<Value> {
    let Ok(text) = std::fs::read_to_string(repository(&format!("tests/vectors/{game}.jsonl"))) else {
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A kit's host with a bot, which was greeted.
struct Bot {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Bot {
    fn start<S: AsRef<OsStr>>(program: &str, args: &[S], game: &str) -> Self {
        let mut process = Command::new("sh")
            .args(["-c", AS_A_BOT, "sh", program])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut bot = Self { process, to, from };
        let hello = json!({
            "type": "hello", "protocol": 1, "game": game, "version": 1, "bot": "x", "seats": 2, "options": {},
        });
        bot.send(&hello);
        let said = bot.receive();
        assert!(said["type"] == "hello" && said["wants"][0] == "legal", "{game}: {said}");
        bot
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn begins(&mut self, position: &Value) {
        let players = vec!["x"; position["seats"].as_u64().unwrap() as usize];
        let (seat, view) = (&position["seat"], &position["view"]);
        self.send(&json!({
            "type": "start", "game": 1, "seat": seat, "players": players, "seed": 1, "view": view,
        }));
    }

    /// What it says to this question.
    fn answers(&mut self, position: &Value, number: u64) -> Value {
        let (view, legal) = (&position["view"], &position["legal"]);
        self.send(&json!({ "type": "ask", "number": number, "view": view, "legal": legal, "time_ms": 1000 }));
        self.receive()
    }

    /// Goes through all positions of a game: every legal move, where the bot plays them.
    fn plays_every_legal_move(mut self, game: &str) {
        for position in vectors(game) {
            self.begins(&position);
            for (number, answer) in (0..).zip(position["answers"].as_array().unwrap()) {
                assert_eq!(self.answers(&position, number), *answer, "{game}: {position}");
            }
        }
        self.leaves();
    }

    /// The same of one that answers with the view.
    fn reads_every_view(mut self, game: &str) {
        for position in vectors(game) {
            self.begins(&position);
            let answer = json!({ "type": "answer", "number": 7, "move": position["view"] });
            assert_eq!(self.answers(&position, 7), answer, "{game}");
        }
        self.leaves();
    }

    fn leaves(mut self) {
        drop(self.to);
        assert!(self.process.wait().unwrap().success());
    }
}

/// The class of a game in the bots of these tests, as in `NoThanks`.
fn class(game: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    game.split('-').map(capital).collect()
}

/// Holds a kit of typed views, and its players of any game, against all positions.
fn holds(start: impl Fn(&str, &str) -> Bot) {
    for about in list::ALL.iter().filter(|about| !vectors(about.name).is_empty()) {
        start(&class(about.name), about.name).plays_every_legal_move(about.name);
        start("AnyGame", about.name).plays_every_legal_move(about.name);
        start("Mirror", about.name).reads_every_view(about.name);
    }
}

#[test]
fn the_kit_for_python_reads_every_position() {
    let (host, bot) = (repository("languages/python/croupier/host.py"), repository(BOTS).join("nth.py"));
    holds(|class, game| {
        let args = [host.to_str().unwrap(), "play", bot.to_str().unwrap(), "--class", class];
        Bot::start("python3", &[&["-I", "-B"], &args[..]].concat(), game)
    });
}

#[test]
fn the_kit_for_javascript_reads_every_position() {
    let (host, bot) =
        (repository("languages/javascript/croupier/host.mjs"), repository(BOTS).join("nth.mjs"));
    holds(|class, game| Bot::start("node", &[host.to_str().unwrap(), bot.to_str().unwrap(), class], game));
}

const BOTS: &str = "crates/hosts/tests/vectors";

#[test]
fn the_kit_for_java_reads_every_position() {
    let kit = JavaHost::find().unwrap().kit();
    let dir = tempfile::tempdir().unwrap();
    let (classes, jar) = (dir.path().join("classes"), dir.path().join("nth.jar"));
    let done = |command: &mut Command| assert!(command.status().unwrap().success(), "{command:?}");
    done(
        Command::new("javac")
            .arg("-cp")
            .arg(&kit)
            .arg("-d")
            .arg(&classes)
            .arg(repository(BOTS).join("Nth.java")),
    );
    done(Command::new("jar").arg("--create").arg("--file").arg(&jar).arg("-C").arg(&classes).arg("."));
    for about in list::ALL.iter().filter(|about| !vectors(about.name).is_empty()) {
        let args = ["-cp", kit.to_str().unwrap(), "croupier.host.Main", jar.to_str().unwrap()];
        Bot::start("java", &args, about.name).plays_every_legal_move(about.name);
        let mut mirror = Bot::start("java", &args, about.name);
        for position in vectors(about.name) {
            mirror.begins(&position);
            let legal = position["legal"].as_array().unwrap().len() as u64;
            let said = (0..=legal).map(|number| mirror.answers(&position, number)).last().unwrap();
            assert_eq!(said["move"], position["view"], "{}", about.name);
        }
        mirror.leaves();
    }
}
