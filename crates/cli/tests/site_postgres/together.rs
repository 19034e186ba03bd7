//! Several processes at one server, as behind one address: what somebody does at one is done at all,
//! and none of them is missed when it ends.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use zip::ZipArchive;

use crate::site::postgres::Server;
use crate::site::{Browser, RunningSite, command_for, with_server};

const SOUND: &str = "from croupier import no_thanks
class Plain(no_thanks.Player):
    def choose(self, view):
        return view.me.coins == 0 or view.card < 12
";

/// A bot like all others; every number makes another content.
fn bot(number: usize) -> String {
    format!("# {number}\n{SOUND}")
}

/// A process at the server of another one, with a folder of its own.
struct Process {
    site: RunningSite,
    _data: TempDir,
}

impl Process {
    fn beside(first: &Path, more: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let log = data.path().join("log.jsonl");
        let site = RunningSite::start_by(command_for(first), data.path(), more, log);
        Self { site, _data: data }
    }

    fn log(&self) -> String {
        self.site.log()
    }
}

/// The same person at another process.
fn at(browser: &Browser, site: &RunningSite) -> Browser {
    let mut moved = browser.clone();
    moved.moved_to(site);
    moved
}

pub(crate) fn games(browser: &mut Browser) -> i64 {
    let health: Value = serde_json::from_slice(&browser.get("/healthz").body).unwrap_or_default();
    health["games"].as_i64().unwrap_or(0)
}

/// Every game is there once: numbers have no gaps, and no deal was dealt twice.
pub(crate) fn every_game_counts_once(data: &Path, browser: &mut Browser) {
    let all = games(browser);
    let stored = with_server(data, |server: &mut Server| {
        server.psql("SELECT COUNT(*), MIN(id), MAX(id), (SELECT COUNT(*) FROM records) FROM games")
    });
    let stored: Vec<i64> = stored.trim().split('|').map(|number| number.parse().unwrap()).collect();
    assert!(stored[0] >= all, "{stored:?} where {all} were told");
    assert_eq!(stored, [stored[0], 1, stored[0], stored[0]]);
    let mut dealt = BTreeSet::new();
    for game in 1..=all {
        let answer = browser.get(&format!("/games/{game}/record"));
        assert_eq!(answer.status, 200, "game {game}");
        let head = croupier_session::record_bytes::head(&answer.body).unwrap();
        assert!(dealt.insert(format!("{:?}", head.origin)), "game {game} was dealt before");
    }
}

#[test]
fn what_somebody_does_at_one_process_is_done_at_the_other() {
    let data = tempfile::tempdir().unwrap();
    let shows = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let plays = Process::beside(data.path(), &["--workers", "2"]);
    let mut student = shows.browser();
    student.sign_up("Ada");
    let mut elsewhere = at(&student, &plays.site);
    assert!(elsewhere.get("/home").text().contains("Ada"), "the session is known at the other");
    // An upload at the one that only shows is checked by the worker of the other, which has none of its
    // files.
    let status = student.upload("no-thanks", "plain.py", SOUND.as_bytes()).unwrap();
    let page = student.told_until(&status, |text| text.contains("plays on the ladder"));
    assert!(page.contains("passed"), "{page}");
    // Its games move the ladder of the first, which nobody there plays.
    student.told_until("/c/no-thanks?kind=players", |text| text.contains("polyline"));
    // What an organiser sets at one holds at the other.
    let mut organiser = plays.site.browser();
    let link = shows.organiser.clone().unwrap();
    let made = organiser.post(&link, &link, &[("name", "Grace"), ("password", "correct horse")]);
    assert_eq!(made.status, 303, "{}", made.text());
    let organise = organiser.get("/organise").text();
    assert_eq!(organise.matches(&format!(":{}<", shows.id())).count(), 1, "{organise}");
    let chosen = organiser.post("/organise/people", "/organise/people/sign-up", &[("word", "code")]);
    assert_eq!(chosen.status, 303, "{}", chosen.text());
    shows.browser().get_until("/sign-up", |text| text.contains("Invitation code"));
    // And its archive of uploads has the files that came in at the first.
    let archive = organiser.get("/organise/c/no-thanks/uploads.zip");
    assert_eq!(archive.status, 200);
    let archive = ZipArchive::new(Cursor::new(&archive.body)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert!(names.len() == 1 && names[0].starts_with("Ada-1/"), "{names:?}");
}

#[test]
fn guesses_at_one_process_count_at_the_other() {
    let data = tempfile::tempdir().unwrap();
    let one = RunningSite::start(data.path(), &["--workers", "0"]);
    let other = Process::beside(data.path(), &["--workers", "0"]);
    let mut ada = one.browser();
    ada.sign_up("Ada");
    let wrong = |site: &RunningSite| {
        let mut stranger = site.browser();
        stranger.post("/sign-in", "/sign-in", &[("name", "Ada"), ("password", "guessed")]).status
    };
    let tried: Vec<u16> = (0..12).map(|nth| wrong(if nth % 2 == 0 { &one } else { &other.site })).collect();
    assert_eq!(tried.iter().filter(|&&status| status == 429).count(), 2, "{tried:?}");
    assert_eq!(tried[10..], [429, 429], "ten in all, wherever they were made: {tried:?}");
}

#[test]
fn when_the_process_that_draws_the_games_is_killed_the_other_goes_on_with_all_that_it_held() {
    let data = tempfile::tempdir().unwrap();
    let mut first = RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let second = Process::beside(data.path(), &["--workers", "2"]);
    let mut student = second.site.browser();
    student.sign_up("Ada");
    let mut uploads = Vec::new();
    for number in 0..3 {
        uploads.push(student.upload("no-thanks", "plain.py", bot(number).as_bytes()).unwrap());
    }
    student.get_until(&uploads[0], |text| text.contains("Stages"));
    student.get_until("/", |_| games(&mut second.site.browser()) >= 3);
    assert!(first.log().contains("this process draws the games"), "{}", first.log());
    assert!(!second.log().contains("this process draws the games"));
    let before = games(&mut second.site.browser());
    first.kill();
    student.get_until("/", |_| games(&mut second.site.browser()) > before + 5);
    assert!(second.log().contains("this process draws the games"), "{}", second.log());
    for upload in &uploads {
        student.get_until(upload, |text| text.contains("passed</span></h1>"));
    }
    assert!(second.log().contains("a process of this site is gone"), "{}", second.log());
    every_game_counts_once(data.path(), &mut second.site.browser());
}

#[test]
fn a_server_that_is_started_again_under_two_processes_loses_nothing_and_both_go_on() {
    let data = tempfile::tempdir().unwrap();
    let first = RunningSite::start(data.path(), &["--demo", "--workers", "1"]);
    let second = Process::beside(data.path(), &["--workers", "1"]);
    let mut student = first.browser();
    student.sign_up("Ada");
    student.get_until("/", |_| games(&mut first.browser()) >= 3);
    with_server(data.path(), Server::kill);
    with_server(data.path(), Server::go_on);
    let before = with_server(data.path(), |server| server.psql("SELECT COUNT(*) FROM games"));
    let before: i64 = before.trim().parse().unwrap();
    student.get_until("/", |_| games(&mut second.site.browser()) > before + 5);
    // What is said at one is heard at the other again.
    let mut elsewhere = at(&student, &second.site);
    let status = student.upload("no-thanks", "plain.py", SOUND.as_bytes()).unwrap();
    elsewhere.told_until(&status, |text| text.contains("plays on the ladder"));
    every_game_counts_once(data.path(), &mut second.site.browser());
    let drawing = [first.log(), second.log()].map(|log| log.matches("this process draws the games").count());
    assert!(drawing[0] + drawing[1] >= 2, "who draws was found out anew: {drawing:?}");
}

#[test]
fn a_process_that_is_asked_to_end_hands_everything_over_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut first = RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let second = Process::beside(data.path(), &["--workers", "1"]);
    let mut student = second.site.browser();
    student.sign_up("Ada");
    let status = student.upload("no-thanks", "plain.py", bot(0).as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("Stages"));
    first.stop();
    student.get_until(&status, |text| text.contains("passed</span></h1>"));
    let left = with_server(data.path(), |server| server.psql("SELECT COUNT(*) FROM processes"));
    assert_eq!(left.trim(), "1");
    assert!(!second.log().contains("a process of this site is gone"), "it said so itself: {}", second.log());
}
