//! A site that is killed again and again in the middle of uploads, builds and games loses nothing that it
//! said it has.

use std::collections::BTreeSet;

use crate::site::{AT_A_SERVER, Browser, RunningSite};
use serde_json::Value;

/// At a server, which ends writes of its own, fewer tell as much.
const KILLS: usize = if AT_A_SERVER { 12 } else { 50 };

/// A sound bot; every number makes another content.
fn bot(number: usize) -> String {
    format!(
        "# {number}\nfrom croupier import no_thanks\nclass Plain(no_thanks.Player):\n    def choose(self, \
         view):\n        return view.me.coins == 0 or view.card < {}\n",
        10 + number % 10
    )
}

/// Games that the site has.
fn games(browser: &mut Browser) -> i64 {
    let health: Value = serde_json::from_slice(&browser.get("/healthz").body).unwrap();
    health["games"].as_i64().unwrap()
}

/// The numbers of all uploads on the home page of their author.
fn uploads(author: &mut Browser) -> BTreeSet<String> {
    let home = author.get("/home").text();
    home.split("href=\"/uploads/").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn kills_lose_no_upload_and_no_finished_game() {
    let data = tempfile::tempdir().unwrap();
    let start = || RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let mut site = start();
    // Several authors, so that nobody's uploads wait for each other only.
    let mut authors: Vec<Browser> = (0..5).map(|_| site.browser()).collect();
    for (number, author) in authors.iter_mut().enumerate() {
        author.sign_up(&format!("Author {number}"));
    }
    let mut promised: Vec<BTreeSet<String>> = vec![BTreeSet::new(); authors.len()];
    let (mut known, mut released) = (0, 0);
    for kill in 0..KILLS {
        let who = kill % authors.len();
        let author = &mut authors[who];
        // Uploads are sent in two of three rounds; else the queue would grow longer than the test.
        let sends = kill % 3 != 2;
        let page = "/c/no-thanks/upload";
        let text = bot(kill);
        match kill % 6 {
            // In the middle of an upload: whether it arrived is the site's to say, and it never said so.
            0 => {
                let token = author.token(page);
                author.send_half_an_upload(page, &token, "plain.py", text.as_bytes());
            }
            // As soon as it is promised.
            1 | 3 => {
                let status = author.upload("no-thanks", "plain.py", text.as_bytes()).unwrap();
                promised[who].insert(status.strip_prefix("/uploads/").unwrap().to_owned());
            }
            // In the middle of its build or check.
            4 => {
                let status = author.upload("no-thanks", "plain.py", text.as_bytes()).unwrap();
                author.get_until(&status, |text| text.contains("Stages"));
                promised[who].insert(status.strip_prefix("/uploads/").unwrap().to_owned());
            }
            // In the middle of games.
            _ => {
                assert!(!sends);
                let mut reader = site.browser();
                reader.get_until("/", |_| games(&mut site.browser()) > known);
            }
        }
        known = known.max(games(&mut site.browser()));
        site.kill();
        site = start();
        released += site.released();
        for author in &mut authors {
            author.moved_to(&site);
        }
        assert!(games(&mut site.browser()) >= known, "kill {kill}: a finished game is gone");
        for (author, promised) in authors.iter_mut().zip(&promised) {
            let there = uploads(author);
            assert!(
                there.is_superset(promised),
                "kill {kill}: {promised:?} were promised, {there:?} are there"
            );
        }
    }
    assert!(released > 0, "no kill hit anything in hand: the test proves nothing");
    // In the order in which they came: then each is waited for no longer than its own check takes.
    let mut all: Vec<(u64, usize)> = Vec::new();
    for (number, promised) in promised.iter().enumerate() {
        all.extend(promised.iter().map(|upload| (upload.parse().unwrap(), number)));
    }
    all.sort_unstable();
    for (upload, number) in all {
        let done = authors[number].get_until(&format!("/uploads/{upload}"), |text| {
            text.contains("passed</span></h1>") || text.contains("failed</span></h1>")
        });
        assert!(done.contains("passed</span></h1>"), "upload {upload}: {done}");
    }
    for (number, author) in authors.iter_mut().enumerate() {
        let name = format!("Author {number}");
        author.get_until("/c/no-thanks?kind=players", |text| text.contains(&name));
    }
    every_game_is_whole(&site, data.path());
}

/// Every game from the first to the last is there, with a record that verifies; numbers have no gaps.
fn every_game_is_whole(site: &RunningSite, folder: &std::path::Path) {
    let mut reader = site.browser();
    let all = games(&mut reader);
    for game in 1..=all {
        let answer = reader.get(&format!("/api/v1/games/{game}"));
        assert_eq!(answer.status, 200, "game {game}: {}", answer.text());
    }
    for game in [1, all / 2, all] {
        let path = folder.join(format!("{game}.croupier"));
        std::fs::write(&path, reader.get(&format!("/games/{game}/record")).body).unwrap();
        let verified = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
            .arg("verify")
            .arg(&path)
            .output()
            .unwrap();
        assert!(verified.status.success(), "game {game}: {}", String::from_utf8_lossy(&verified.stderr));
    }
}
