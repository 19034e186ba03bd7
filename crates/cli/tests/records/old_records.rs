//! Records of earlier formats: opened, verified and replayed by every later version, and changed by none.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{croupier, file, folder};
use serde_json::Value;

fn old() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/old")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn old_records_verify_with_the_standings_they_had_and_stay_as_they_are() {
    let mut seen = 0;
    for entry in fs::read_dir(old()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "croupier") {
            continue;
        }
        let before = fs::read(&path).unwrap();
        let said = croupier(&old(), &["verify", path.to_str().unwrap(), "--json"]);
        assert_eq!(said.code, 0, "{}: {}", path.display(), said.err);
        let (then, now) = (json(&fs::read_to_string(path.with_extension("json")).unwrap()), json(&said.out));
        for (key, value) in then.as_object().unwrap() {
            assert_eq!(now[key], *value, "{}: {key}", path.display());
        }
        assert!(fs::read(&path).unwrap() == before, "{} has changed", path.display());
        seen += 1;
    }
    assert_eq!(seen, 11);
}

#[test]
fn players_of_the_house_play_old_records_again_as_recorded() {
    let dir = folder();
    let first = [("last-card", 6), ("no-thanks", 6), ("hearts", 4), ("score-four", 6)];
    let second = [("drawn-secret", 4), ("given-seed", 4), ("openings", 4), ("beacon", 4)];
    for (game, games) in first.into_iter().chain(second) {
        let record = old().join(format!("{game}.croupier"));
        let said = croupier(dir.path(), &["rerun", record.to_str().unwrap(), "--out", game]);
        assert_eq!(said.out, format!("{games} games, all as recorded\n"), "{game}: {}", said.err);
        assert!(
            fs::read(dir.path().join(game).join("record.croupier")).unwrap() == fs::read(record).unwrap(),
            "{game}"
        );
    }
}

/// What the second format says beside games: who was put out, where a new part begins, what its luck is.
#[test]
fn records_of_the_second_format_still_tell_what_befell_them() {
    let cases = [
        ("drawn-secret", "Every deal follows from a drawn secret and from who is entered"),
        ("given-seed", "Every deal follows from the seed 7"),
        ("beacon", "from round 123 of drand's quicknet, made 2023-08-23 15:15:33 UTC"),
        ("parts", "a new part of the record begins with game 7"),
        ("put-out", "Rogue: disqualified in game 2"),
        ("openings", "4 games replay move by move; the record is complete"),
    ];
    for (name, told) in cases {
        let said = croupier(&old(), &["verify", &format!("{name}.croupier")]);
        assert!(said.code == 0 && said.out.contains(told), "{name}: {}{}", said.out, said.err);
    }
    let story = croupier(&old(), &["log", "openings.croupier", "0"]);
    assert!(story.out.contains("drawn"), "{}", story.out);
}

#[test]
fn a_run_that_was_interrupted_before_the_second_generator_goes_on_with_the_first() {
    let dir = folder();
    let plan = "game = \"no-thanks\"\ngames = 6\nseed = 7\ndesign = \"rotate\"\nplayers = 3\ngame_files = \
                false\nbots = [\"house:random\", \"house:threshold\", \"house:CutOff14\", \
                \"house:TakeSmall\", \"house:CoinsDependent\"]\n";
    file(dir.path(), "plan.toml", plan);
    let whole = fs::read(old().join("no-thanks.croupier")).unwrap();
    // The head alone: its length stands before it, and the games come after.
    let head = 12 + u32::from_le_bytes(whole[8..12].try_into().unwrap()) as usize;
    let text = String::from_utf8(whole[12..head].to_vec()).unwrap();
    assert!(text.starts_with('{') && text.ends_with('}'), "{text}");
    fs::create_dir(dir.path().join("logs")).unwrap();
    let plain = text.replace("\"game_files\":true", "\"game_files\":false");
    let mut cut = whole[..8].to_vec();
    cut.extend((plain.len() as u32).to_le_bytes());
    cut.extend(plain.bytes());
    fs::write(dir.path().join("logs/record.croupier"), cut).unwrap();
    let said = croupier(dir.path(), &["run", "plan.toml", "--resume", "-q"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let now = json(&croupier(dir.path(), &["verify", "logs", "--json"]).out);
    let then = json(&fs::read_to_string(old().join("no-thanks.json")).unwrap());
    assert_eq!(now["standings"], then["standings"]);
}
