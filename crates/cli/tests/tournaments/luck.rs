//! Luck that can be checked: committed to before the first deal, told by the record, and nothing anyone
//! chose.

use std::fs;
use std::path::Path;

use crate::common::{croupier, file, folder};
use serde_json::Value;

const PLAN: &str =
    "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:TakeSmall\", \"house:random\"]\ngames = 40\n";

/// Plays the plan without a seed; gives the commitment that was printed before.
fn played(dir: &Path, out: &str) -> String {
    file(dir, "plan.toml", PLAN);
    let said = croupier(dir, &["run", "plan.toml", "--json", "--out", out]);
    assert_eq!(said.code, 0, "{}", said.err);
    let line =
        said.err.lines().find(|line| line.starts_with("Commitment to the luck of this run: ")).unwrap();
    let commitment = line.rsplit(' ').next().unwrap().to_owned();
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((json["commitment"].as_str(), json["seed"].as_u64()), (Some(commitment.as_str()), None));
    commitment
}

/// Puts other text of the same length into a record's head.
fn forge(record: &Path, what: &str, with: impl Fn(&str) -> String) {
    let bytes = fs::read(record).unwrap();
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let head = String::from_utf8(bytes[12..12 + length].to_vec()).unwrap();
    let from = head.find(what).unwrap() + what.len();
    let old = &head[from..from + 64];
    let forged = head.replace(old, &with(old));
    assert!(forged.len() == length && forged != head);
    fs::write(record, [&bytes[..12], forged.as_bytes(), &bytes[12 + length..]].concat()).unwrap();
}

/// Another digit in place of the first.
fn other(hex: &str) -> String {
    let first = if hex.starts_with('0') { '1' } else { '0' };
    format!("{first}{}", &hex[1..])
}

#[test]
fn a_run_commits_to_its_luck_and_its_record_holds_to_it() {
    let dir = folder();
    let commitment = played(dir.path(), "logs");
    let said = croupier(dir.path(), &["verify", "logs", "--commitment", &commitment]);
    assert_eq!(said.code, 0, "{}", said.err);
    let line = format!("from a drawn secret and from who is entered; its commitment is {commitment}");
    assert!(said.out.contains(&line), "{}", said.out);

    let said = croupier(dir.path(), &["verify", "logs", "--commitment", &other(&commitment)]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains(&format!("has the commitment {commitment}, not ")), "{}", said.err);
    let said = croupier(dir.path(), &["verify", "logs", "--commitment", "12ab"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("is not 64 hexadecimal digits"), "{}", said.err);
}

#[test]
fn a_record_with_another_secret_or_other_bots_is_found_out() {
    let dir = folder();
    let commitment = played(dir.path(), "logs");
    let record = dir.path().join("logs/record.croupier");
    let whole = fs::read(&record).unwrap();
    forge(&record, "\"secret\":\"", other);
    let said = croupier(dir.path(), &["verify", "logs", "--commitment", &commitment]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains(&format!(", not {commitment}")), "{}", said.err);
    // Other cards give other scores than the logs have, where the recorded moves are legal at all.
    let said = croupier(dir.path(), &["verify", "logs"]);
    assert_eq!(said.code, 1, "{}", said.out);

    fs::write(&record, &whole).unwrap();
    forge(&record, "\"entries\":\"", other);
    let said = croupier(dir.path(), &["verify", "logs"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("the deals depend on other bots"), "{}", said.err);
}

#[test]
fn luck_that_nobody_chose_is_never_the_same_and_a_given_seed_always() {
    let dir = folder();
    assert_ne!(played(dir.path(), "one"), played(dir.path(), "other"));
    let given = |out: &str| {
        let said = croupier(dir.path(), &["run", "plan.toml", "--seed", "5", "--out", out]);
        // A given seed hides nothing, so that there is nothing to commit to.
        assert!(!said.err.contains("Commitment") && said.out.contains("seed 5"), "{}{}", said.err, said.out);
        fs::read(dir.path().join(out).join("record.croupier")).unwrap()
    };
    assert!(given("third") == given("fourth"));
    let said = croupier(dir.path(), &["verify", "third"]);
    assert!(said.out.contains("from the seed 5, and from nothing else"), "{}", said.out);
}

#[test]
fn a_game_played_again_with_another_bot_verifies_with_the_luck_it_had() {
    let dir = folder();
    played(dir.path(), "logs");
    let words = ["rerun", "logs", "3", "--from", "2", "--seat", "1=house:LowerPenalty", "--out", "again"];
    let said = croupier(dir.path(), &words);
    assert_eq!(said.code, 0, "{}", said.err);
    let [one, other] = ["logs", "again"].map(|record| croupier(dir.path(), &["log", record, "3"]).out);
    let turned_up =
        |told: &str| told.lines().find(|line| line.starts_with("The first card is")).map(str::to_owned);
    assert_eq!(turned_up(&one), turned_up(&other), "{one}\n{other}");
    assert_eq!(croupier(dir.path(), &["verify", "again"]).code, 0);
}
