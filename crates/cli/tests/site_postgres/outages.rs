//! The server that keeps a site's memory: out of reach, somebody else's, ended in the middle.

use std::process::{Command, Output};

use serde_json::Value;

use crate::site::postgres::Server;
use crate::site::{Browser, RunningSite, store_of, with_server};

fn serve(data: &std::path::Path, store: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--sandbox", "best", "--data"])
        .arg(data)
        .args(["--store", store])
        .output()
        .unwrap()
}

fn games(browser: &mut Browser) -> i64 {
    let health: Value = serde_json::from_slice(&browser.get("/healthz").body).unwrap_or_default();
    health["games"].as_i64().unwrap_or(0)
}

#[test]
fn a_database_that_cannot_be_had_is_told_in_one_sentence_without_its_password() {
    let data = tempfile::tempdir().unwrap();
    for (store, why) in [
        ("postgres://ada:hidden@127.0.0.1:1/site", "cannot be the store of a site"),
        ("mysql://ada:hidden@127.0.0.1/site", "a store is postgres://USER:PASSWORD@HOST/DATABASE"),
        ("site.db", "a store is postgres://USER:PASSWORD@HOST/DATABASE"),
    ] {
        let refused = serve(data.path(), store);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains(why), "{told}");
        let parsed = store.starts_with("postgres");
        assert!(!parsed || (!told.contains("hidden") && told.contains("ada@127.0.0.1:1/site")), "{told}");
    }
}

#[test]
fn two_processes_cannot_share_a_folder_where_they_share_a_database() {
    let data = tempfile::tempdir().unwrap();
    let _site = RunningSite::start(data.path(), &["--workers", "0"]);
    let second = serve(data.path(), &store_of(data.path()));
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(told.contains("another site is running on /"), "{told}");
}

#[test]
fn a_server_that_ends_and_comes_back_costs_no_finished_game_and_the_site_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let mut browser = site.browser();
    browser.get_until("/", |_| games(&mut site.browser()) >= 3);
    let before = games(&mut browser);
    with_server(data.path(), Server::kill);
    let away = browser.get("/games");
    assert!([200, 503].contains(&away.status), "{}: {}", away.status, away.text());
    with_server(data.path(), Server::go_on);
    browser.get_until("/", |_| games(&mut site.browser()) > before + 3);
    let all = games(&mut browser);
    for game in 1..=all {
        let answer = browser.get(&format!("/games/{game}/record"));
        assert_eq!(answer.status, 200, "game {game}");
        let path = data.path().join(format!("{game}.croupier"));
        std::fs::write(&path, &answer.body).unwrap();
        let verified =
            Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&path).output().unwrap();
        assert!(verified.status.success(), "game {game}: {}", String::from_utf8_lossy(&verified.stderr));
    }
}
