//! Games of a site that workers elsewhere play: each counts once, whoever ends in the middle of it, and none
//! of them tells the site's luck.

use std::path::Path;

use serde_json::Value;

use crate::common::{croupier, folder};
use crate::place::WorkerProcess;
use crate::site::{Browser, RunningSite, with_server};
use crate::together::{every_game_counts_once, games};

/// It prints.
const CHATTY: &str = "from croupier import no_thanks
class Chatty(no_thanks.Player):
    def __init__(self):
        print('what Chatty prints')
    def choose(self, view):
        return view.me.coins == 0 or view.card < 12
";

/// Admits workers to the store of a site: their url.
fn admit(data: &Path) -> String {
    let url = with_server(data, |server| server.url());
    let said = croupier(data, &["workers", "--store", &url, "--admit", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let told: Value = serde_json::from_str(&said.out).unwrap();
    told["url"].as_str().unwrap().to_owned()
}

fn worker(folder: &Path, url: &str, name: &str, more: [&str; 4]) -> WorkerProcess {
    let words = ["worker", "--store", url, "--name", name, "--sandbox", "best", "--jobs", "1"];
    WorkerProcess::start(folder, name, &[&words[..], &more[..]].concat()).until_ready()
}

fn psql(data: &Path, statement: &str) -> String {
    with_server(data, |server| server.psql(statement)).trim().to_owned()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed().as_secs() < 120, "{what} never came");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

/// The value of a figure.
fn figure(browser: &mut Browser, line: &str) -> Option<f64> {
    let told = browser.get("/metrics").text();
    told.lines().find_map(|one| one.strip_prefix(line)?.trim().parse().ok())
}

/// That nothing of the site lies in the queue.
fn assert_clean(data: &Path) {
    for table in ["runs", "jobs", "results", "contents", "dead_letters"] {
        assert_eq!(psql(data, &format!("SELECT count(*) FROM croupier_queue.{table}")), "0", "{table}");
    }
}

#[test]
fn a_site_without_workers_of_its_own_has_its_ladder_and_its_final_played_elsewhere() {
    let (data, place) = (tempfile::tempdir().unwrap(), folder());
    let mut site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let mut prof = organiser(&site);
    assert!(figure(&mut prof, "croupier_queue_results").is_none(), "there is no queue yet");
    let url = admit(data.path());
    let version = env!("CARGO_PKG_VERSION");
    let works = worker(place.path(), &url, "far", ["--languages", "none", "--term", "120"]);
    until("ten games", || games(&mut prof) >= 10);
    let page = "/c/no-thanks/finals";
    let form = [("design", "rotate"), ("until", "played"), ("games", "40"), ("seed", "7")];
    assert_eq!(prof.post(page, page, &form).status, 303);
    prof.get_until(page, |text| text.contains("Ended: all"));
    // Everything was played there: nobody plays here.
    let played = format!("croupier_workers_games_total{{version=\"{version}\",worker=\"far\"}}");
    assert!(figure(&mut prof, &played).is_some_and(|games| games >= 50.0), "{}", prof.get("/metrics").text());
    assert_eq!(figure(&mut prof, "croupier_queue_dead_letters"), Some(0.0));
    let ready = format!("croupier_workers{{version=\"{version}\",state=\"ready\"}}");
    assert_eq!(figure(&mut prof, &ready), Some(1.0));
    // One that stands still leaves jobs where everybody can look at them.
    works.signal("STOP");
    until("jobs", || psql(data.path(), "SELECT count(*) FROM croupier_queue.jobs") == "2");
    no_secret_is_told(data.path());
    works.signal("CONT");
    site.stop();
    assert_clean(data.path());
    assert_eq!(psql(data.path(), "SELECT count(*) FROM jobs WHERE worker IS NOT NULL"), "0");
    assert!(!site.log().contains("\"ERROR\""), "{}", site.log());
    drop(works);
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    every_game_counts_once(data.path(), &mut site.browser());
}

/// That no secret of the site's luck is in anything that a worker can read.
fn no_secret_is_told(data: &Path) {
    let (tasks, days) = (psql(data, "SELECT task FROM jobs"), psql(data, "SELECT * FROM days"));
    let finals = psql(data, "SELECT header FROM finals");
    let told = [tasks, days, finals].concat();
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    let secrets: Vec<&str> = told
        .split(|letter: char| !letter.is_ascii_hexdigit())
        .filter(|word| word.len() == 64 && word.as_bytes().iter().all(is_digit))
        .collect();
    assert!(!secrets.is_empty(), "{told}");
    let columns = ["spec, 'hex') FROM croupier_queue.runs", "payload, 'hex') FROM croupier_queue.jobs"];
    let mut looked = 0;
    for column in columns {
        for line in psql(data, &format!("SELECT encode({column}")).lines() {
            let mut bytes: Vec<u8> = (0..line.len() / 2)
                .map(|at| u8::from_str_radix(&line[2 * at..2 * at + 2], 16).unwrap())
                .collect();
            let packed = bytes.windows(4).position(|four| four == [0x28, 0xb5, 0x2f, 0xfd]);
            if let Some(at) = packed {
                let mut plain = Vec::new();
                let mut one = zstd::stream::read::Decoder::new(&bytes[at..]).unwrap().single_frame();
                std::io::copy(&mut one, &mut plain).unwrap();
                bytes.extend(plain);
            }
            looked += bytes.len();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            for secret in &secrets {
                assert!(!hex.contains(&secret.to_lowercase()), "{column}");
                assert!(!String::from_utf8_lossy(&bytes).contains(secret), "{column}");
            }
        }
    }
    assert!(looked > 200, "{looked} bytes");
}

#[test]
fn an_uploaded_bot_plays_elsewhere_and_a_worker_that_is_killed_costs_no_game() {
    let (data, place) = (tempfile::tempdir().unwrap(), folder());
    let url = admit(data.path());
    let mut site = RunningSite::start(data.path(), &["--demo", "--workers", "1"]);
    let mut ada = site.browser();
    ada.sign_up("Ada");
    let status = ada.upload("no-thanks", "chatty.py", CHATTY.as_bytes()).unwrap();
    ada.get_until(&status, |text| text.contains("plays on the ladder"));
    site.stop();
    // Nobody plays here any more.
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    ada.moved_to(&site);
    let of_ada = "SELECT count(*) FROM seats WHERE upload IS NOT NULL";
    let before: i64 = psql(data.path(), of_ada).parse().unwrap();
    let doomed = worker(place.path(), &url, "doomed", ["--languages", "python", "--term", "2"]);
    let in_hand = "SELECT count(*) FROM croupier_queue.leases l JOIN croupier_queue.run_contents c ON c.run = \
                   (SELECT run FROM croupier_queue.jobs j WHERE j.id = l.job)";
    until("a game of the bot in hand", || psql(data.path(), in_hand) != "0");
    doomed.kill();
    let _works = worker(place.path(), &url, "works", ["--languages", "python", "--term", "2"]);
    until("games of the bot", || psql(data.path(), of_ada).parse::<i64>().unwrap() >= before + 3);
    let last = psql(data.path(), "SELECT MAX(game) FROM seats WHERE upload IS NOT NULL");
    let page = ada.get(&format!("/games/{last}")).text();
    assert!(page.contains("what Chatty prints"), "{page}");
    let mut site = site;
    site.stop();
    assert_clean(data.path());
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    every_game_counts_once(data.path(), &mut site.browser());
}
