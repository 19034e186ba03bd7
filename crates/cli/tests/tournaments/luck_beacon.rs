//! Deals that depend on a round of a public beacon: named by the plan, given by a file, kept in the record,
//! and checked.

use std::fs;
use std::path::Path;

use crate::common::{Said, croupier, file, folder, read};

/// Round 123 of quicknet, as drand published it.
const ROUND: &str = r#"{"round":123,"randomness":"fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc",
"signature":"b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"}"#;

fn plan(round: u64) -> String {
    format!(
        "game = \"no-thanks\"\nbots = [\"house:CutOff14\", \"house:TakeSmall\", \"house:random\"]\ngames = \
         20\n[beacon]\nchain = \"quicknet\"\nround = {round}\nfile = \"round.json\"\n"
    )
}

/// Draws the secret of the plan in this folder, and gives its commitment.
fn committed(dir: &Path) -> String {
    let said = croupier(dir, &["commit", "plan.toml", "--secret", "luck.secret"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.err.contains("before round 123 of drand's quicknet, made 2023-08-23 15:15:33 UTC"),
        "{}",
        said.err
    );
    said.out.trim().to_owned()
}

fn run(dir: &Path, more: &[&str]) -> Said {
    croupier(dir, &[&["run", "plan.toml", "--secret", "luck.secret"], more].concat())
}

/// Puts other text of the same length into a record's head.
fn forge(record: &Path, what: &str, with: &str) {
    let bytes = fs::read(record).unwrap();
    let length = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let head = String::from_utf8(bytes[12..12 + length].to_vec()).unwrap();
    let forged = head.replacen(what, with, 1);
    assert!(forged.len() == length && forged != head, "{head}");
    fs::write(record, [&bytes[..12], forged.as_bytes(), &bytes[12 + length..]].concat()).unwrap();
}

#[test]
fn what_was_committed_to_before_the_round_is_what_is_played_after_it() {
    let dir = folder();
    file(dir.path(), "plan.toml", &plan(123));
    let commitment = committed(dir.path());
    let kept = read(dir.path(), "luck.secret");
    let again = croupier(dir.path(), &["commit", "plan.toml", "--secret", "luck.secret"]);
    assert!(
        again.code == 2 && read(dir.path(), "luck.secret") == kept,
        "a secret is drawn once: {}",
        again.err
    );

    let early = run(dir.path(), &[]);
    assert!(early.code == 2 && early.err.contains("round.json"), "the round is not there yet: {}", early.err);
    file(dir.path(), "round.json", ROUND);
    let said = run(dir.path(), &[]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("Deals depend on round 123 of drand's quicknet"), "{}", said.err);
    assert!(said.err.contains(&format!("Commitment to the luck of this run: {commitment}")), "{}", said.err);
    let said = croupier(dir.path(), &["verify", "logs", "--commitment", &commitment]);
    assert_eq!(said.code, 0, "{}", said.err);
    let line = "a drawn secret, from round 123 of drand's quicknet, made 2023-08-23 15:15:33 UTC and from \
                who is entered";
    assert!(said.out.contains(line) && said.out.contains(&commitment), "{}", said.out);

    // The same secret without the round deals other cards, and has another commitment.
    file(dir.path(), "plan.toml", plan(123).split("[beacon]").next().unwrap());
    assert_eq!(run(dir.path(), &["--out", "without"]).code, 0);
    let said = croupier(dir.path(), &["verify", "without", "--commitment", &commitment]);
    assert!(said.code == 1 && said.err.contains("has the commitment"), "{}", said.err);
    let [one, other] = ["logs", "without"].map(|record| croupier(dir.path(), &["log", record, "0"]).out);
    assert_ne!(one, other);
}

#[test]
fn a_round_that_is_not_the_plans_or_that_nobody_signed_begins_no_game() {
    let dir = folder();
    for (round, text, says) in [
        (124, ROUND.to_owned(), "it is round 123, and not round 124"),
        (124, ROUND.replace("123", "124"), "the signature is not the one of round 124"),
        (123, ROUND.replace("b75c69", "b75c68"), "the signature is not the one of round 123"),
        (123, ROUND.replace("fb8f", "fb8e"), "the randomness is not the hash of the signature"),
        (123, "no round".to_owned(), "it is no round as drand gives it"),
    ] {
        file(dir.path(), "plan.toml", &plan(round));
        file(dir.path(), "round.json", &text);
        let said = croupier(dir.path(), &["run", "plan.toml"]);
        assert!(said.code == 2 && said.err.contains(says), "{says}: {}", said.err);
        assert!(said.err.contains("plan.toml, line 7"), "{}", said.err);
        assert!(!dir.path().join("logs/record.croupier").exists());
    }
    file(dir.path(), "round.json", ROUND);
    file(dir.path(), "plan.toml", &plan(123));
    let said = croupier(dir.path(), &["run", "plan.toml", "--seed", "5"]);
    assert!(said.code == 2 && said.err.contains("depend on it alone"), "{}", said.err);
    file(dir.path(), "plan.toml", &plan(123).replace("quicknet", "quickset"));
    let said = croupier(dir.path(), &["run", "plan.toml"]);
    assert!(said.code == 2 && said.err.contains("quicknet"), "{}", said.err);
}

#[test]
fn a_record_with_another_round_signature_or_randomness_is_refused() {
    let dir = folder();
    file(dir.path(), "plan.toml", &plan(123));
    file(dir.path(), "round.json", ROUND);
    let commitment = committed(dir.path());
    assert_eq!(run(dir.path(), &[]).code, 0);
    let record = dir.path().join("logs/record.croupier");
    let whole = fs::read(&record).unwrap();
    for (what, with, says) in [
        ("\"round\":123", "\"round\":124", "the signature is not the one of round 124"),
        ("b75c69", "b75c68", "the signature is not the one of round 123"),
        ("fb8f", "fb8e", "the randomness is not the hash"),
    ] {
        fs::write(&record, &whole).unwrap();
        forge(&record, what, with);
        let said = croupier(dir.path(), &["verify", "logs"]);
        assert!(said.code == 1 && said.err.contains(says), "{says}: {}{}", said.out, said.err);
    }
    // Who goes on must go on with the same round.
    fs::write(&record, &whole).unwrap();
    assert_eq!(croupier(dir.path(), &["verify", "logs", "--commitment", &commitment]).code, 0);
    fs::write(dir.path().join("luck.secret"), "11".repeat(32)).unwrap();
    let said = run(dir.path(), &["--resume"]);
    assert!(said.code == 2 && said.err.contains("does not grow from the secret"), "{}", said.err);
}
