//! What is taken away from a site: the records of all games of a player or a contest.

use std::io::{Cursor, Read};
use std::process::Command;

use crate::site::RunningSite;
use serde_json::Value;
use zip::ZipArchive;

#[test]
fn all_games_of_a_player_come_in_one_archive_of_records_that_verify() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut reader = site.browser();
    let games = "/api/v1/games?entry=1";
    reader
        .get_until(games, |text| serde_json::from_str::<Value>(text).unwrap().as_array().unwrap().len() >= 2);
    drop(site);
    // Nothing is played any more, so that what is counted stays.
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    reader.moved_to(&site);
    let listed: Value = serde_json::from_str(&reader.get(games).text()).unwrap();
    let mut listed: Vec<i64> =
        listed.as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect();
    listed.sort_unstable();
    assert!(reader.get("/players/1").text().contains("/players/1/games.zip"));
    let answer = reader.get("/players/1/games.zip");
    assert!(answer.header("content-disposition").unwrap().contains("player-1-games.zip"), "{}", answer.head);
    let mut archive = ZipArchive::new(Cursor::new(&answer.body)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(names, listed.iter().map(|id| format!("game-{id}.croupier")).collect::<Vec<_>>());
    for (at, id) in listed.iter().enumerate() {
        let mut record = Vec::new();
        archive.by_index(at).unwrap().read_to_end(&mut record).unwrap();
        assert_eq!(record, reader.get(&format!("/games/{id}/record")).body);
        let path = data.path().join(format!("{id}.croupier"));
        std::fs::write(&path, &record).unwrap();
        let verified =
            Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&path).status().unwrap();
        assert!(verified.success());
    }
    assert_eq!(reader.get("/api/v1/players/1/games.zip").body, answer.body);
    assert_eq!(reader.get("/players/99999/games.zip").status, 404);
    let contest = "/organise/c/last-card/games.zip";
    assert_eq!(reader.get(contest).status, 401);
    assert_eq!(reader.get("/api/v1/contests/last-card/games.zip").status, 401);
    let link = site.organiser.clone().unwrap();
    assert_eq!(reader.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    let all = reader.get(contest);
    assert!(ZipArchive::new(Cursor::new(&all.body)).unwrap().len() >= listed.len(), "{}", all.head);
}
