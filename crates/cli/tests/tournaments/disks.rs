//! A disk that fills up in the middle of a run, and one that can only be read.

use std::fs;
use std::path::Path;

use crate::common::disks::{with_read_only_disk, with_small_disk};
use crate::common::{Said, croupier, file, folder, said, tree};

/// Fills the disk but for 12 kB, plays until it is full, makes room, goes on, and takes what came of it away.
const FULL_AND_THEN_NOT: &str = r#"
head -c 2M /dev/zero > disk/filler 2> /dev/null
truncate -s -12K disk/filler
"$0" run plan.toml -q --out disk/logs; echo "first: $?"
rm disk/filler
"$0" run plan.toml -q --out disk/logs --resume; echo "second: $?"
cp -r disk/logs kept
"#;

fn told_by_shell(dir: &Path, script: &str) -> Said {
    fs::create_dir(dir.join("disk")).unwrap();
    let mut command = with_small_disk(&dir.join("disk"), 1 << 20);
    command.args(["sh", "-c", script, env!("CARGO_BIN_EXE_croupier")]).current_dir(dir);
    said(command.output().unwrap())
}

/// What stands for all games of a verified record, and for no others.
fn games_hash(dir: &Path, record: &str) -> String {
    let said = croupier(dir, &["verify", record, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let verified: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    verified["games_hash"].as_str().unwrap().to_owned()
}

#[test]
fn a_disk_that_fills_up_ends_the_run_in_one_sentence_and_no_finished_game_is_lost() {
    // The record is full first where players are quick, and the journal where they are not.
    let plans = [("house:CutOff14", 3000, "record.croupier"), ("house:flagship@20", 200, "record.journal")];
    for (bot, games, full) in plans {
        let dir = folder();
        let plan = format!(
            "game = \"no-thanks\"\nplayers = 2\nseed = 9\ngame_files = false\ngames = {games}\nbots = \
             [\"{bot}\", \"house:TakeSmall\"]\n"
        );
        file(dir.path(), "plan.toml", &plan);
        let told = told_by_shell(dir.path(), FULL_AND_THEN_NOT);
        let sentence = format!("croupier: disk/logs/{full}: No space left on device (os error 28)\n");
        assert_eq!(told.err, sentence, "{}", told.out);
        assert!(told.out.contains("first: 1\n") && told.out.contains("second: 0\n"), "{}", told.out);
        assert_eq!(croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]).code, 0);
        assert_eq!(games_hash(dir.path(), "kept"), games_hash(dir.path(), "whole"));
    }
}

#[test]
fn a_disk_that_can_only_be_read_is_named_and_stays_as_it_is() {
    let dir = folder();
    let plan =
        "game = \"no-thanks\"\nseed = 9\ngames = 8\nbots = [\"house:CutOff14\", \"house:TakeSmall\"]\n";
    file(dir.path(), "plan.toml", plan);
    assert_eq!(croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "played"]).code, 0);
    let before = tree(dir.path());
    let on_it = |words: &[&str]| {
        let mut command = with_read_only_disk(dir.path());
        command.arg(env!("CARGO_BIN_EXE_croupier")).args(words).current_dir(dir.path());
        said(command.output().unwrap())
    };
    for words in [&["run", "plan.toml", "-q"][..], &["run", "plan.toml", "-q", "--out", "played"]] {
        let told = on_it(words);
        assert_eq!((told.code, told.err.lines().count()), (1, 1), "{words:?}: {}", told.err);
        assert!(told.err.contains("Read-only file system"), "{words:?}: {}", told.err);
    }
    // What only reads does not mind.
    assert_eq!(on_it(&["verify", "played"]).code, 0);
    assert_eq!(tree(dir.path()), before);
}
