//! The bots that listen: the examples of each language, which decide by what they are sent alone, and some
//! that print or greet as no example does.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::common::file;
use crate::common::java::{example, jar};

/// Has every legal move and every move of others told, and plays the first that is legal.
const LINES: &str = r#"#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "wants": ["legal", "moves"]}
    elif said["type"] == "ask":
        answer = {"type": "answer", "number": said["number"], "move": said["legal"][0], "memory": "since %d" % said["number"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"#;

/// Takes every card, in frames; many games at once where it is offered.
const FRAMES: &str = r#"#!/usr/bin/env python3
import json, struct, sys
read, write = sys.stdin.buffer.read, sys.stdout.buffer.write
hello = json.loads(sys.stdin.buffer.readline())
greeting = {"type": "hello", "protocol": 1, "compact": True, "compact_games": True, "groups": hello.get("groups", False)}
write(json.dumps(greeting).encode() + b"\n")
sys.stdout.buffer.flush()
while head := read(4):
    frame = read(struct.unpack("<I", head)[0])
    if frame[:1] == b"A":
        body = b"M" + frame[1:5] + struct.pack("<Q", 1)
    elif frame[:1] == b"Q":
        body, at = b"Q", 1
        while at < len(frame):
            at += 4 + struct.unpack_from("<I", frame, at)[0]
            body += struct.pack("<Q", 1)
    else:
        continue
    write(struct.pack("<I", len(body)) + body)
    sys.stdout.buffer.flush()
"#;

/// Inside WebAssembly, tells all that it sees and all that the machine seems to be.
#[cfg(feature = "wasm")]
const INSIDE: &str = r#"
import os, random, sys, time
from croupier import no_thanks

TOLD = ("start", "ask", "end")

def tell(what, *shown):
    if what in TOLD:
        machine = time.time(), id(shown), hash("x"), sorted(os.environ), sys.argv
        print("\n@told", what, *shown, random.random(), list(os.urandom(8)), machine)

class Listener(no_thanks.Player):
    def start(self, start):
        tell("start", start)
    def choose(self, view):
        tell("ask", vars(view))
        return view.card < 20
    def end(self, view, scores):
        tell("end", vars(view), scores)
"#;

pub(crate) fn lines(dir: &Path) -> &'static str {
    executable(dir, "lines", LINES)
}

pub(crate) fn frames(dir: &Path) -> &'static str {
    executable(dir, "frames", FRAMES)
}

fn executable(dir: &Path, name: &'static str, text: &str) -> &'static str {
    let path = file(dir, name, text);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    name
}

/// The example of a game in Python.
pub(crate) fn python(dir: &Path, game: &str) -> &'static str {
    file(dir, "example_bot.py", &example(&format!("{game}/example_bot.py")));
    "example_bot.py"
}

/// The same in Java.
pub(crate) fn java(dir: &Path, game: &str) -> &'static str {
    let class = match game {
        "hearts" => "Lowest",
        "last-card" => "Pairs",
        "no-thanks" => "Bargain",
        "jujitsu" => "OneMore",
        _ => "Corners",
    };
    let source = example(&format!("{game}/java/{class}.java"));
    jar(&dir.join("bot.jar"), &[(&format!("{class}.java"), &source)], None);
    "bot.jar"
}

/// The same in Haskell.
pub(crate) fn haskell(dir: &Path, game: &str) -> String {
    let module = match game {
        "hearts" => "Counter",
        "last-card" => "Sets",
        "no-thanks" => "Thrift",
        "jujitsu" => "Shade",
        _ => "Ahead",
    };
    let name = format!("{module}.hs");
    file(dir, &name, &example(&format!("{game}/haskell/{name}")));
    name
}

/// The same in JavaScript.
pub(crate) fn javascript(dir: &Path, game: &str) -> String {
    let name = match game {
        "hearts" => "duck.js",
        "last-card" => "shedder.js",
        "no-thanks" => "bargain.js",
        "jujitsu" => "bidder.js",
        _ => "blocker.js",
    };
    file(dir, name, &example(&format!("{game}/javascript/{name}")));
    name.to_owned()
}

/// A Python bot for inside WebAssembly, which tells all that it sees.
#[cfg(feature = "wasm")]
pub(crate) fn inside(dir: &Path) -> &'static str {
    file(dir, "listener.py", INSIDE);
    "listener.py"
}

/// The same, but that only the beginnings of games are told.
#[cfg(feature = "wasm")]
pub(crate) fn inside_that_tells_starts(dir: &Path) -> &'static str {
    let told = INSIDE.replace("(\"start\", \"ask\", \"end\")", "(\"start\",)");
    assert_ne!(told, INSIDE);
    file(dir, "listener.py", &told);
    "listener.py"
}

/// A module that takes every card, and prints the number that it is called with and the beginning of its
/// buffer.
#[cfg(feature = "wasm")]
pub(crate) fn module(dir: &Path) -> &'static str {
    assembled(dir, [512; 3])
}

/// The same, but that only the beginnings of games are told.
#[cfg(feature = "wasm")]
pub(crate) fn module_that_tells_starts(dir: &Path) -> &'static str {
    assembled(dir, [128, 0, 0])
}

/// A module that prints so many bytes when a game starts, when it is asked, and when a game ends.
#[cfg(feature = "wasm")]
fn assembled(dir: &Path, bytes: [u32; 3]) -> &'static str {
    use crate::common::wasm::{I32, I64, constant, func, of_no_thanks};
    /// Right before the buffer.
    const NUMBER: u32 = 1020;
    const MARK: &[u8] = b"\n@told ";
    const MARK_AT: u32 = 8;
    let print = |at: u32, length: u32| [constant(I32, at), constant(I32, length), vec![0x10, 0]].concat();
    let tells = |length: u32| match length {
        0 => Vec::new(),
        _ => [print(MARK_AT, MARK.len() as u32), print(NUMBER, length)].concat(),
    };
    // (i32.store (i32.const NUMBER) (local.get 0))
    let keep_number = [constant(I32, NUMBER), vec![0x20, 0, 0x36, 2, 0]].concat();
    let start = [keep_number.clone(), tells(bytes[0])].concat();
    let ask = [keep_number, tells(bytes[1]), constant(I64, 1)].concat();
    let mut module = of_no_thanks()
        .with(func("croupier_start", &[I32], &[], &start))
        .with(func("croupier_ask", &[I32], &[I64], &ask))
        .with(func("croupier_end", &[], &[], &tells(bytes[2])));
    module.imports = vec![("croupier", "print", &[I32, I32])];
    module.data = MARK;
    fs::write(dir.join("module.wasm"), module.bytes()).unwrap();
    "module.wasm"
}
