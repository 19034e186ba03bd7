//! A site's folder of every earlier release: today's program opens it, and everyone finds what was theirs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::site::RunningSite;

/// Makes a database of a dump; Python has SQLite with it.
const MAKE: &str = "import sqlite3, sys
database = sqlite3.connect(sys.argv[2])
database.executescript(open(sys.argv[1], encoding='utf-8').read())
database.close()
";

fn old() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/old")
}

/// The folder of a site as this step of its database left it.
fn folder(step: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("python3")
        .args(["-c", MAKE])
        .arg(old().join(format!("site-{step}.sql")))
        .arg(folder.path().join("site.db"))
        .status();
    assert!(made.unwrap().success());
    for bot in fs::read_dir(old().join("site-bots")).unwrap() {
        let bot = bot.unwrap();
        let place = folder.path().join("bots").join(bot.file_name());
        fs::create_dir_all(&place).unwrap();
        for file in fs::read_dir(bot.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), place.join(file.file_name())).unwrap();
        }
    }
    folder
}

/// Everyone finds what was theirs.
fn everything_is_there(data: &Path, step: u32, game: u32) {
    let mut site = RunningSite::start(data, &["--workers", "0"]);
    let mut reader = site.browser();
    let ladder = reader.get("/c/no-thanks").text();
    for name in ["Ada", "house:CutOff14", "house:threshold"] {
        assert!(ladder.contains(name), "{name} is on the ladder of step {step}: {ladder}");
    }
    assert!(reader.get("/games").text().contains(&format!("/games/{game}\"")));
    assert!(reader.get(&format!("/games/{game}")).text().contains("house:"));
    assert_eq!(reader.get(&format!("/games/{game}/turns?turn=3")).status, 200);
    let finals = reader.get("/c/no-thanks/finals");
    assert_eq!((finals.status, finals.text().contains("Ended: all")), (200, step != 8));

    let sign_in = |reader: &mut crate::site::Browser, password| {
        reader.post("/sign-in", "/sign-in", &[("name", "Ada"), ("password", password)]).status
    };
    assert_eq!(sign_in(&mut reader, "another password"), 200, "a wrong password is told so");
    assert_eq!(sign_in(&mut reader, "a password that is long"), 303, "Ada signs in on step {step}");
    assert!(reader.get("/home").text().contains("collector.py"));
    assert!(reader.get("/uploads/1").text().contains("collector.py"));

    let record = reader.get(&format!("/games/{game}/record"));
    assert_eq!(record.status, 200);
    let file = data.join("taken.croupier");
    fs::write(&file, record.body).unwrap();
    let verified = Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&file).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    site.stop();
}

/// Twice: the second time nothing is left to bring up to date.
fn opens(step: u32, game: u32) {
    let folder = folder(step);
    everything_is_there(folder.path(), step, game);
    everything_is_there(folder.path(), step, game);
}

#[test]
fn a_site_of_the_second_step_opens() {
    opens(2, 1);
}

#[test]
fn a_site_of_the_fifth_step_opens() {
    opens(5, 1);
}

#[test]
fn a_site_of_the_eighth_step_opens() {
    opens(8, 86);
}

#[test]
fn a_site_of_the_ninth_step_opens() {
    opens(9, 12);
}

/// The luck of its day, which began when the site was first opened, and of its final.
#[test]
fn a_site_of_the_ninth_step_shows_what_it_committed_to() {
    let folder = folder(9);
    let site = RunningSite::start(folder.path(), &["--workers", "0"]);
    let mut reader = site.browser();
    let days = reader.get("/api/v1/days").text();
    assert!(days.contains("\"2026-11-18\"") && days.contains("\"commitment\""), "{days}");
    let record = folder.path().join("final.croupier");
    fs::write(&record, reader.get("/finals/1/record").body).unwrap();
    let commitment = "82ed69de7b163f56fcd7e54b1230b7d21a4da708c2b528ee093270d38db6f0b3";
    assert!(reader.get("/c/no-thanks/finals").text().contains(commitment));
    let verified = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("verify")
        .arg(&record)
        .args(["--commitment", commitment])
        .output()
        .unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
