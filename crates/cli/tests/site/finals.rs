//! Finals of a site deal the same cards again, and no process that plays in them has played before. Where no
//! seed is given, their luck is committed to before the first deal.

use std::process::Command;

use crate::server::Server;
use crate::site::{Browser, RunningSite};
use serde_json::Value;

/// Takes every card in its first game, and passes wherever it remembers one.
const ELEPHANT: &str = "import os
from NoThanksPlayer import Player
PLAYED = []
class Elephant(Player):
    def take(self, card, state):
        return not (PLAYED or os.path.exists('/tmp/played') or os.path.exists('played'))
    def endGame(self, state):
        PLAYED.append(1)
        for path in ('/tmp/played', 'played'):
            try: open(path, 'w').close()
            except OSError: pass
";

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

fn croupier(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .env_remove("CROUPIER_TOKEN")
        .env_remove("CROUPIER_SITE")
        .args(words)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn nobody_in_a_final_remembers_a_game_of_it() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let status = student.upload("no-thanks", "elephant.py", ELEPHANT.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    let mut prof = organiser(&site);
    let page = "/c/no-thanks/finals";
    let form = [("design", "rotate"), ("until", "played"), ("games", "40"), ("seed", "7")];
    assert_eq!(prof.post(page, page, &form).status, 303);
    prof.get_until(page, |text| text.contains("Ended: all"));
    let path = data.path().join("final.croupier");
    std::fs::write(&path, prof.get("/finals/1/record").body).unwrap();
    let stories: Vec<String> =
        (0..40).map(|game| croupier(&["log", path.to_str().unwrap(), &game.to_string()]).1).collect();
    let taking = stories.iter().filter(|story| story.contains("Ada takes")).count();
    assert!(taking >= 5, "{taking}: {}", stories[0]);
    let remembering = stories.iter().find(|story| story.contains("Ada passes"));
    assert!(remembering.is_none(), "{remembering:?}");
}

/// Sends a url to the ladder of Jujitsu and waits until it plays there.
fn send_url(site: &RunningSite, student: &mut Browser, url: &str) {
    let made = student.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    let token = made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let to = format!("http://{}", site.address);
    let (code, said) = croupier(&["submit", url, "--to", &to, "--contest", "jujitsu", "--token", &token]);
    assert_eq!(code, Some(0), "{said}");
    student.get_until("/api/v1/games?contest=jujitsu", |text| text.contains("\"Ada\""));
}

#[test]
fn a_final_that_deals_the_same_cards_again_takes_nobody_behind_a_url() {
    let bot = Server::start(|seen| crate::server::ok(&crate::server::lowest(seen)));
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--private-urls"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    send_url(&site, &mut student, &bot.url());
    let mut prof = organiser(&site);
    let page = "/c/jujitsu/finals";
    let form = |design| [("design", design), ("until", "played"), ("games", "4"), ("seed", "7")];
    let refused = prof.post(page, page, &form("pairs")).text();
    assert!(refused.contains("Ada is behind a url") && refused.contains("balanced or random"), "{refused}");
    assert_eq!(prof.post(page, page, &form("balanced")).status, 303);
}

#[test]
fn a_url_plays_one_game_at_a_time_on_the_ladder_and_in_finals() {
    let bot = Server::start(|seen| crate::server::ok(&crate::server::lowest(seen)));
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--private-urls", "--workers", "4"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    send_url(&site, &mut student, &bot.url());
    let mut prof = organiser(&site);
    let (page, before) = ("/c/jujitsu/finals", bot.seen().len());
    let form = [("design", "random"), ("until", "played"), ("games", "96"), ("seed", "7")];
    assert_eq!(prof.post(page, page, &form).status, 303);
    prof.get_until(page, |text| text.contains("Ended: all"));
    let mut open = None;
    let seen = bot.seen();
    for seen in &seen[before..] {
        assert!(open.is_none_or(|open| open == seen.connection), "two games at a time");
        open = (seen.json()["gameEnded"] != true).then_some(seen.connection);
    }
    let ends = seen[before..].iter().filter(|seen| seen.json()["gameEnded"] == true).count();
    assert!(ends > 10, "{ends} games were played");
}

/// What the site tells programs of its only final.
fn the_final(reader: &mut Browser) -> Value {
    let all: Value = serde_json::from_slice(&reader.get("/api/v1/contests/no-thanks/finals").body).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    all[0].clone()
}

/// The secret in the head of a record.
fn secret_of(record: &[u8]) -> String {
    let text = String::from_utf8_lossy(record);
    let (_, rest) = text.split_once("\"secret\":\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn a_finals_luck_is_committed_to_before_its_first_deal_and_its_record_follows_from_it() {
    let data = tempfile::tempdir().unwrap();
    // Nobody works here, so that the final stands before its first deal.
    let mut site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let mut prof = organiser(&site);
    let page = "/c/no-thanks/finals";
    let form = [("design", "balanced"), ("until", "played"), ("games", "6"), ("seed", "")];
    assert_eq!(prof.post(page, page, &form).status, 303);
    let mut reader = site.browser();
    let told = the_final(&mut reader);
    assert_eq!((&told["games"], &told["seed"], &told["record"]), (&0.into(), &Value::Null, &Value::Null));
    let commitment = told["commitment"].as_str().unwrap().to_owned();
    let shown = reader.get(page).text();
    assert!(shown.contains(&commitment), "everyone can read it: {shown}");
    assert_ne!(
        reader.get("/finals/1/record").status,
        200,
        "the record, which has the secret, is not there yet"
    );
    site.stop();

    let site = RunningSite::start(data.path(), &[]);
    reader.moved_to(&site);
    reader.get_until(page, |text| text.contains("Ended: all"));
    assert_eq!(the_final(&mut reader)["commitment"], *commitment, "what was published is what was played");
    let record = reader.get("/finals/1/record").body;
    let secret = secret_of(&record);
    assert!(!shown.contains(&secret) && !told.to_string().contains(&secret));
    let path = data.path().join("final.croupier");
    std::fs::write(&path, record).unwrap();
    let verify = |commitment: &str| croupier(&["verify", path.to_str().unwrap(), "--commitment", commitment]);
    let (code, said) = verify(&commitment);
    assert!(code == Some(0) && said.contains("Every deal follows from a drawn secret"), "{said}");
    let (code, said) = verify(&secret);
    assert!(code == Some(1) && said.contains("has the commitment"), "another was not published: {said}");
}
