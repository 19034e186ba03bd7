//! A game that is played once more with its bots: compared, and counted where the organiser says so.

use std::path::Path;

use crate::site::{Browser, RunningSite, command_for};
use serde_json::Value;

const STEADY: &str = "from croupier import no_thanks
class Steady(no_thanks.Player):
    def choose(self, view):
        return view.me.coins == 0 or view.card < 12
";

/// Its luck is its own: no seed repeats it.
const FICKLE: &str = "import os
from croupier import no_thanks
class Fickle(no_thanks.Player):
    def choose(self, view):
        return view.me.coins == 0 or os.urandom(1)[0] < 128
";

/// A contest in which nobody of the house thinks by the clock.
fn contest(data: &Path) {
    let mut command = command_for(data);
    command.args(["contest", "calm", "--game", "no-thanks", "--seats", "3"]);
    command.args(["--house", "house:random,house:threshold", "--data"]).arg(data);
    assert!(command.status().unwrap().success());
}

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

/// Sends a bot, waits until it has played, and then stops the contest; gives the number of one of its games.
fn played(site: &RunningSite, prof: &mut Browser, bot: &str) -> String {
    let mut student = site.browser();
    student.sign_up("Ada");
    let status = student.upload("calm", "bot.py", bot.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    let has_played = |text: &str| {
        let rows: Value = serde_json::from_str(text).unwrap();
        rows.as_array().unwrap().iter().any(|row| row["name"] == "Ada" && row["games"].as_i64() > Some(3))
    };
    let ladder: Value =
        serde_json::from_str(&student.get_until("/api/v1/contests/calm/ladder", has_played)).unwrap();
    let row = ladder.as_array().unwrap().iter().find(|row| row["name"] == "Ada").unwrap();
    let page = "/organise/c/calm";
    let settings = [
        ("title", "Calm"),
        ("options", "{}"),
        ("limits", "{}"),
        ("languages", ""),
        ("opens", ""),
        ("closes", ""),
        ("games_a_minute", "600"),
        ("paused", "yes"),
    ];
    assert_eq!(prof.post(page, page, &settings).status, 303);
    // Games that were in the queue are played to their end.
    prof.get_until("/organise", |text| text.contains("<td colspan=\"7\">Empty.</td>"));
    let games: Value = serde_json::from_str(
        &student.get(&format!("/api/v1/games?contest=calm&entry={}", row["entry"])).text(),
    )
    .unwrap();
    games.as_array().unwrap().last().unwrap()["id"].to_string()
}

/// The ladder once it is up to date: all games that are stored are in it.
fn ladder(browser: &mut Browser) -> Value {
    let listed: Value = serde_json::from_str(&browser.get("/api/v1/games?contest=calm").text()).unwrap();
    let games = listed.as_array().unwrap().len() as u64;
    assert!(games < 50, "the list shows all of them");
    // Three sit at every table, and there are three: everyone played every game since Ada came.
    let whole = |text: &str| {
        let rows: Value = serde_json::from_str(text).unwrap();
        rows.as_array().unwrap().iter().all(|row| row["games"].as_u64() == Some(games))
    };
    let text = browser.get_until("/api/v1/contests/calm/ladder", whole);
    let mut ladder: Value = serde_json::from_str(&text).unwrap();
    // The order of those who are level is nobody's business here.
    ladder.as_array_mut().unwrap().sort_by_key(|row| row["entry"].as_i64());
    ladder
}

#[test]
fn a_steady_bot_plays_the_same_game_byte_for_byte() {
    let data = tempfile::tempdir().unwrap();
    contest(data.path());
    let site = RunningSite::start(data.path(), &[]);
    let mut prof = organiser(&site);
    let game = played(&site, &mut prof, STEADY);
    let page = format!("/organise/games/{game}");
    let before = prof.get(&format!("/games/{game}/record")).body;
    let mut student = site.browser();
    student.sign_up("Eve");
    assert_eq!(student.post("/home", &format!("{page}/again"), &[]).status, 403);
    assert_eq!(prof.post(&page, &format!("{page}/again"), &[]).status, 303);
    let twice = prof.post("/organise", &format!("{page}/again"), &[]).status;
    assert!([400, 303].contains(&twice), "a second one waits for the first: {twice}");
    let text = prof.get_until(&page, |text| text.contains("every byte of the game is the same"));
    assert!(text.contains("verdict passed\">same") && text.contains("The old game counts."), "{text}");
    assert_eq!(prof.get(&format!("/games/{game}/record")).body, before);
    assert_eq!(student.get("/organise/reruns/1/record").status, 403);
}

#[test]
fn a_game_that_goes_another_way_counts_only_where_the_organiser_says_so_and_can_be_taken_back() {
    let data = tempfile::tempdir().unwrap();
    contest(data.path());
    let site = RunningSite::start(data.path(), &[]);
    let mut prof = organiser(&site);
    let game = played(&site, &mut prof, FICKLE);
    let page = format!("/organise/games/{game}");
    let record = format!("/games/{game}/record");
    let (old, first) = (prof.get(&record).body, ladder(&mut prof));
    assert_eq!(prof.post(&page, &format!("{page}/again"), &[]).status, 303);
    let text = prof.get_until(&page, |text| text.contains("now there is"));
    assert!(text.contains("verdict failed\">differs") && text.contains("the record has"), "{text}");
    let new = prof.get("/organise/reruns/1/record").body;
    assert!(prof.get(&record).body == old && new != old, "nothing counts before somebody says so");
    assert_eq!(ladder(&mut prof), first);
    let count =
        |prof: &mut Browser| assert_eq!(prof.post(&page, "/organise/reruns/1/count", &[]).status, 303);
    count(&mut prof);
    assert_eq!(prof.get(&record).body, new);
    assert_eq!(prof.get("/organise/reruns/1/record").body, old, "the old one is kept");
    assert!(site.browser().get(&format!("/games/{game}")).text().contains("had this game played again"));
    let replayed = prof.get(&page).text();
    assert!(replayed.contains("verdict passed\">agrees"), "scores went with the record: {replayed}");
    count(&mut prof);
    assert_eq!(prof.get(&record).body, old);
    drop(site);
    // Read anew from the store: the ladder folded from its games is the one that grew with them, to the last
    // bit.
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    prof.moved_to(&site);
    assert_eq!(ladder(&mut prof), first);
}
