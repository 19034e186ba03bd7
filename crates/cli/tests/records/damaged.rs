//! Records that somebody has changed, given to the real program: it reads them or says in a sentence what is
//! wrong, and never hangs or panics.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use croupier_games::{Chance, Seed};

use crate::common::{Said, croupier, file, said};
use crate::damage::{Parts, damaged, samples};

/// No reading of so small a record takes nearly so long; one that waits for ever is ended.
const FOR_EVER: Duration = Duration::from_secs(120);

/// Calls the program; a call that does not end is ended, and told.
fn called(folder: &Path, words: &[&str]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(folder)
        .args(words)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(fs::File::create(folder.join("out")).unwrap())
        .stderr(fs::File::create(folder.join("err")).unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > FOR_EVER {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{words:?} does not end");
        }
        std::thread::yield_now();
    };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let mut said = said(std::process::Output { status, stdout: read("out"), stderr: read("err") });
    // The hashes of players of the house are none of a record that a test has made.
    said.err =
        said.err.lines().filter(|line| !line.contains("has changed since")).collect::<Vec<_>>().join("\n");
    said
}

/// All that reads a record.
const READERS: [&[&str]; 6] = [
    &["verify", "record.croupier"],
    &["log", "record.croupier", "0"],
    &["report", "record.croupier", "--quiet", "--format", "html", "--out", "-"],
    &["report", "record.croupier", "--quiet", "--format", "csv", "--table", "moves", "--out", "-"],
    &["ratings", "record.croupier", "--json"],
    &["rerun", "record.croupier", "--quiet"],
];

#[test]
fn damaged_records_end_every_command_with_a_sentence() {
    let records = samples();
    let dir = crate::common::folder();
    let mut refused = 0;
    for seed in 0..36 {
        let bytes = damaged(&mut Chance::new(Seed::plain(9_000_000 + seed)), &records);
        fs::write(dir.path().join("record.croupier"), bytes).unwrap();
        let words = READERS[seed as usize % READERS.len()];
        let said = called(dir.path(), words);
        assert!((0..=2).contains(&said.code), "seed {seed}, {words:?}: code {}, {}", said.code, said.err);
        assert!(!said.err.contains("panicked"), "seed {seed}, {words:?}: {}", said.err);
        if said.code == 2 {
            assert_eq!(said.err.trim_end().lines().count(), 1, "seed {seed}, {words:?}: {}", said.err);
            refused += 1;
        }
    }
    assert!(refused > 0, "none of them is refused: is the damage real?");
}

fn spoilt(folder: &Path, spoil: impl FnOnce(&mut Parts)) {
    let mut parts = samples().iter().map(|bytes| Parts::of(bytes)).next().unwrap();
    spoil(&mut parts);
    fs::write(folder.join("record.croupier"), parts.bytes()).unwrap();
}

#[test]
fn a_stranger_at_a_table_ends_a_rerun_and_does_not_hang_it() {
    let dir = crate::common::folder();
    spoilt(dir.path(), |parts| parts.sections[1].plain[0] = 77);
    let said = called(dir.path(), &["rerun", "record.croupier", "--quiet"]);
    assert_eq!((said.code, said.err.lines().count()), (1, 1), "{}", said.err);
    assert!(said.err.contains(", in the block that begins with game 3"), "{}", said.err);
}

#[test]
fn numbers_that_cannot_be_are_named_before_anything_is_done() {
    let dir = crate::common::folder();
    for (key, value) in [("lanes", 4_294_967_295_u64), ("seats", 0), ("games", u64::MAX)] {
        spoilt(dir.path(), |parts| parts.head[key] = value.into());
        for words in READERS {
            let said = called(dir.path(), words);
            assert_eq!((said.code, said.err.lines().count()), (2, 1), "{words:?}: {}", said.err);
            assert!(said.err.contains(&value.to_string()), "{words:?}: {}", said.err);
        }
    }
}

#[test]
fn options_of_a_game_without_end_are_refused_by_a_rerun() {
    let dir = crate::common::folder();
    let mut hearts =
        samples().iter().map(|bytes| Parts::of(bytes)).find(|parts| parts.head["game"] == "hearts").unwrap();
    hearts.head["options"]["target"] = u32::MAX.into();
    fs::write(dir.path().join("record.croupier"), hearts.bytes()).unwrap();
    let said = called(dir.path(), &["rerun", "record.croupier", "--quiet"]);
    assert_eq!((said.code, said.err.lines().count()), (2, 1), "{}", said.err);
    assert!(said.err.contains("a target of 1 to 10000"), "{}", said.err);
}

#[test]
fn a_run_into_the_folder_of_a_strange_record_does_not_count_to_its_games() {
    let dir = crate::common::folder();
    fs::create_dir(dir.path().join("logs")).unwrap();
    spoilt(dir.path(), |parts| parts.head["games"] = (1_u64 << 48).into());
    fs::rename(dir.path().join("record.croupier"), dir.path().join("logs/record.croupier")).unwrap();
    file(dir.path(), "logs/game/0003.log", "a row");
    file(dir.path(), "logs/game/mine.log", "not a game's");
    let plan = "game = \"no-thanks\"\nbots = [\"house:random\", \"house:random\"]\ngames = 2\nseed = 1\n";
    file(dir.path(), "plan.toml", plan);
    let said = called(dir.path(), &["run", "plan.toml", "--quiet"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        !dir.path().join("logs/game/0003.log").exists() && dir.path().join("logs/game/mine.log").exists()
    );
}

#[test]
fn no_order_to_a_terminal_is_printed_whatever_a_record_says() {
    let dir = crate::common::folder();
    let orders = "\u{1b}[2J\u{9b}31m\u{202e}\u{7}";
    spoilt(dir.path(), |parts| {
        parts.head["entrants"][0]["name"] = orders.into();
        parts.head["entrants"][1]["bot"] = orders.into();
        parts.head["croupier"] = orders.into();
        parts.head["game_files"] = false.into();
    });
    for words in READERS.iter().chain([&["ratings", "record.croupier"][..]].iter()) {
        let said = called(dir.path(), words);
        let all = said.out + &said.err;
        assert!(!all.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\u{7}']), "{words:?}: {all}");
    }
    let spoilt_game = |parts: &mut Parts| parts.head["game"] = orders.into();
    spoilt(dir.path(), spoilt_game);
    let said = croupier(dir.path(), &["verify", "record.croupier"]);
    assert!(said.code == 2 && said.err.contains("\\x1b[2J"), "{}", said.err);
}
