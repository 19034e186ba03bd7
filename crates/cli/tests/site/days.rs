//! The luck of a site's ladders: a day's games show their own deals' keys and nothing else, and when the day
//! is over anybody can check that all of them follow from what was published at its beginning.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::site::{AT_A_SERVER, Browser, RunningSite, store_of};
use croupier_portal::Clock;
use croupier_portal::store::job_table::JobTable;
use croupier_portal::store::{Store, now};
use croupier_portal::tournament::matchmaker::Matchmaker;
use croupier_record::Day;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn until(browser: &mut Browser, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    json(&browser.get_until(path, |text| wanted(&json(text))))
}

/// What the site tells of a day.
fn of<'a>(days: &'a Value, day: &str) -> &'a Value {
    days.as_array().unwrap().iter().find(|row| row["day"] == day).unwrap()
}

/// The next day begins in the folder of a site that stands still: its matchmaker looks once, at tomorrow's
/// clock.
fn tomorrow_begins(data: &Path) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = AT_A_SERVER.then(|| store_of(data).parse().unwrap());
        let store = Store::of_site(data, server.as_ref()).await.unwrap();
        let queue = Arc::new(JobTable::new(store.clone()));
        let clock = Clock::new(|| now() + Day::MS);
        Matchmaker::new(store.clone(), queue, clock).fill(1).await.unwrap();
        store.close().await;
    });
}

fn verify(record: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(record).args(words).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_days_secret_is_committed_to_and_opened_and_every_game_follows_from_it() {
    let data = tempfile::tempdir().unwrap();
    let mut site = RunningSite::start(data.path(), &["--demo"]);
    let mut reader = site.browser();
    let days = until(&mut reader, "/api/v1/days", |days| days[0]["games"].as_i64() > Some(0));
    let today = days[0]["day"].as_str().unwrap().to_owned();
    assert_eq!((days.as_array().unwrap().len(), &days[0]["secret"]), (1, &Value::Null));
    let commitment = days[0]["commitment"].as_str().unwrap().to_owned();
    until(&mut reader, "/api/v1/games", |games| games.as_array().unwrap().len() >= 3);
    // All that a reader can have of a day while it lasts.
    let public =
        ["/luck", "/games/1", "/", "/games/2", "/api/v1/days", "/api/v1/games/1", "/games", "/c/hearts"];
    let mut seen: Vec<Vec<u8>> = public.iter().map(|path| reader.get(path).body).collect();
    assert!(seen[..2].iter().all(|page| String::from_utf8_lossy(page).contains(&commitment)));
    let records: Vec<_> = (1..=3).map(|game| data.path().join(format!("game-{game}.croupier"))).collect();
    for (at, record) in records.iter().enumerate() {
        let bytes = reader.get(&format!("/games/{}/record", at + 1)).body;
        fs::write(record, &bytes).unwrap();
        seen.push(bytes);
        let (code, said) = verify(record, &[]);
        assert!(code == Some(0) && said.contains(&format!("of {today}; --secret takes")), "{said}");
        let (code, said) = verify(record, &["--commitment", &commitment]);
        assert!(code == Some(1) && said.contains("not the secret of that day"), "{said}");
    }

    site.stop();
    tomorrow_begins(data.path());
    let site = RunningSite::start(data.path(), &[]);
    let mut reader = site.browser();
    let days = until(&mut reader, "/api/v1/days", |days| of(days, &today)["secret"].is_string());
    let (newest, over) = (&days[0], of(&days, &today));
    assert!(newest["day"].as_str() > Some(&*today) && newest["secret"].is_null(), "{days}");
    assert_eq!(over["commitment"].as_str(), Some(&*commitment), "what was published is what is opened");
    let secret = over["secret"].as_str().unwrap();
    for bytes in &seen {
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "the secret was shown before its day was over");
    }
    let other = newest["commitment"].as_str().unwrap();
    for record in &records {
        let (code, said) = verify(record, &["--secret", secret, "--commitment", &commitment]);
        assert!(code == Some(0) && said.contains("follows from that day's secret"), "{said}");
        // What is 64 digits and not the secret, or not what was published.
        let (code, said) = verify(record, &["--secret", other]);
        assert!(code == Some(1) && said.contains("does not follow from this secret"), "{said}");
        let (code, said) = verify(record, &["--secret", secret, "--commitment", other]);
        assert!(code == Some(1) && said.contains("has the commitment"), "{said}");
    }
    let page = reader.get("/games/1").text();
    assert!(page.contains(&format!("--secret {secret} --commitment {commitment}")), "{page}");
    assert!(reader.get("/luck").text().contains(secret));
}
