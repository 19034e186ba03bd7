//! A site under siege: what one visitor can do to the others, over real connections.

use std::path::Path;

use crate::site::{Answer, Browser, RunningSite};
use serde_json::Value;

const PASSWORD: &str = "correct horse";
const SHOWS: [&str; 3] = ["--demo", "--workers", "0"];

/// A sound bot; another number is another content.
fn sound(limit: u32) -> String {
    format!(
        "from croupier import no_thanks
class Plain(no_thanks.Player):
    def choose(self, view):
        return view.me.coins == 0 or view.card < {limit}
"
    )
}

const ROGUE: &str = "from croupier import no_thanks
class Rogue(no_thanks.Player):
    def choose(self, view):
        return 'seventeen'
";

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", PASSWORD)]).status, 303);
    browser
}

/// Sets rules of the site beside the usual ones.
fn set_rules(prof: &mut Browser, other: &[(&str, &str)]) -> Answer {
    let usual = [("uploads_a_day", "50"), ("kept_mb", "200"), ("returns_a_day", "3"), ("practice_ms", "50")];
    let mut form: Vec<(&str, &str)> =
        usual.into_iter().filter(|(key, _)| other.iter().all(|(other, _)| other != key)).collect();
    form.extend(other);
    prof.post("/organise/rules", "/organise/rules", &form)
}

fn sign_in(browser: &mut Browser, name: &str, password: &str) -> u16 {
    browser.post("/sign-in", "/sign-in", &[("name", name), ("password", password)]).status
}

fn sign_up(site: &RunningSite, name: &str, more: &[(&str, &str)]) -> Answer {
    let mut form = vec![("name", name), ("password", PASSWORD)];
    form.extend(more);
    site.browser().post("/sign-up", "/sign-up", &form)
}

fn token(browser: &mut Browser) -> String {
    let made = browser.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

fn begin(visitor: &mut Browser, game: &str, opponent: &str) -> Answer {
    let page = format!("/play/{game}");
    visitor.post(&page, &page, &[("opponent", opponent), ("seats", "2"), ("own", "0")])
}

#[test]
fn a_visitor_plays_against_those_who_are_listed_and_lets_nobody_think_for_a_day() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &SHOWS);
    let mut visitor = site.browser();
    for opponent in
        ["flagship@100000s", "flagship@1ms", "flagship@99999999999", "house:flagship", "nobody", ""]
    {
        let refused = begin(&mut visitor, "score-four", opponent);
        assert_eq!(refused.status, 400, "{opponent}: {}", refused.text());
        assert!(refused.text().contains("is not among those who play"), "{}", refused.text());
    }
    assert_eq!(begin(&mut visitor, "score-four", "flagship").status, 303);
    let mut prof = organiser(&site);
    let refused = set_rules(&mut prof, &[("practice-score-four", "random, flagship@60ms")]).text();
    assert!(refused.contains("flagship@60ms would think longer than 50 ms"), "{refused}");
    assert_eq!(set_rules(&mut prof, &[("practice_ms", "9999999")]).status, 200);
    let lists = [("practice-score-four", "random, flagship@20ms"), ("practice-hearts", "")];
    assert_eq!(set_rules(&mut prof, &lists).status, 303);
    assert_eq!(begin(&mut visitor, "score-four", "flagship").status, 400, "it is listed with a time now");
    assert_eq!(begin(&mut visitor, "score-four", "flagship@20ms").status, 303);
    assert!(visitor.get("/play/hearts").text().contains("Nobody plays Hearts against visitors here"));
    let at = begin(&mut visitor, "score-four", "random").header("location").unwrap().to_owned();
    assert_eq!(visitor.get(&at).status, 200);
    assert_eq!(visitor.post(&at, &at, &[("move", "nonsense")]).status, 200, "the table says what is wrong");
    assert_eq!(sign_in(&mut visitor, "Prof", PASSWORD), 303);
    assert_eq!(visitor.post("/home", "/organise/rules", &[("kept_mb", "1")]).status, 400, "half a form");
    let mut student = site.browser();
    student.sign_up("Ada");
    assert_eq!(student.post("/home", "/organise/rules", &[("kept_mb", "1")]).status, 403);
}

#[test]
fn a_class_behind_one_address_signs_up_and_in_at_the_same_time_and_a_guesser_is_stopped() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &SHOWS);
    let names: Vec<String> = (2..=41).map(|number| format!("Student {number}")).collect();
    for name in &names {
        assert_eq!(sign_up(&site, name, &[]).status, 303, "{name}");
    }
    let all_at_once: Vec<u16> = std::thread::scope(|scope| {
        let signing: Vec<_> =
            names.iter().map(|name| scope.spawn(|| sign_in(&mut site.browser(), name, PASSWORD))).collect();
        signing.into_iter().map(|signing| signing.join().unwrap()).collect()
    });
    assert!(all_at_once.iter().all(|&status| status == 303), "{all_at_once:?}");
    let mut owner = site.browser();
    assert_eq!(sign_in(&mut owner, "Student 2", PASSWORD), 303);
    owner.post("/home", "/sign-out", &[]);
    let guess = || sign_in(&mut site.browser(), "student 2", "correct house");
    let passed = (0..60).position(|_| guess() == 429);
    // On a slow machine a guess or two come back meanwhile.
    assert!(passed.is_some_and(|passed| passed >= 10), "{passed:?}");
    assert_eq!(sign_in(&mut owner, "Student 2", PASSWORD), 303, "the owner's browser is known");
    assert_eq!(sign_in(&mut site.browser(), "Student 3", PASSWORD), 303, "and so are all others");
}

#[test]
fn an_invitation_is_used_once_and_binds_the_address_that_the_organiser_gave() {
    let data = tempfile::tempdir().unwrap();
    let list = data.path().join("admit.txt");
    std::fs::write(&list, "owl-1\nowl-2 bo@uni.example\n").unwrap();
    let words = ["--workers", "0", "--sign-up", "code", "--admit", list.to_str().unwrap()];
    let mut site = RunningSite::start(&data.path().join("site"), &words);
    let mut prof = organiser(&site);
    assert_eq!(sign_up(&site, "Ada", &[("code", "OWL-1"), ("address", "prof@uni.example")]).status, 303);
    assert_eq!(sign_up(&site, "Mal", &[("code", "owl-1")]).status, 200, "it was used");
    assert_eq!(sign_up(&site, "Bo", &[("code", "owl-2")]).status, 303);
    let people = prof.get("/organise/people").text();
    assert!(people.contains("used by Ada") && !people.contains("prof@uni.example"), "{people}");
    assert_eq!(sign_in(&mut site.browser(), "bo@uni.example", PASSWORD), 303, "the invitation's address");
    assert_eq!(prof.post("/home", "/organise/people/codes", &[("count", "3"), ("days", "2")]).status, 303);
    let people = prof.get("/organise/people").text();
    assert_eq!(people.matches("2 days left").count(), 3, "{people}");
    // What was used stays used, whatever the operator's file says at the next start.
    site.stop();
    let site = RunningSite::start(&data.path().join("site"), &words);
    assert_eq!(sign_up(&site, "Mal", &[("code", "owl-1")]).status, 200);
    std::fs::write(&list, "one two three\n").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["serve", "--sandbox", "best", "--listen", "127.0.0.1:0", "--admit"]).arg(&list);
    let output = command.arg("--data").arg(data.path().join("other")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("line 1"), "{said}");
}

#[test]
fn names_that_look_alike_are_refused_and_no_address_is_claimed() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &SHOWS);
    let mut prof = organiser(&site);
    assert_eq!(sign_up(&site, "Alice Bell", &[("address", "prof@uni.example")]).status, 303);
    assert!(!prof.get("/organise/people").text().contains("prof@uni.example"));
    for name in ["alice bell", "AIice Bell", "Аlice Bell", "Ａｌｉｃｅ Bell", "Alice.BeII", "Prоf"] {
        let refused = sign_up(&site, name, &[]);
        assert_eq!(refused.status, 200, "{name}");
        assert!(refused.text().contains("taken; choose another"), "{name}: {}", refused.text());
    }
    for name in ["house random", "House", "HOUSE.flagship", "-- --"] {
        assert_eq!(sign_up(&site, name, &[]).status, 200, "{name}");
    }
    assert_eq!(sign_up(&site, "Householder", &[]).status, 303);
}

#[test]
fn a_token_shows_its_use_and_ends_with_the_password() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &SHOWS);
    let mut student = site.browser();
    student.sign_up("Ada");
    let word = token(&mut student);
    assert!(student.get("/home").text().contains("never used, ends in 180 days"));
    let url = format!("http://{}", site.address);
    let status = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.env("XDG_CONFIG_HOME", data.path()).args(["status", "--to", &url, "--token", &word]);
        command.output().unwrap().status.code()
    };
    assert_eq!(status(), Some(0));
    assert!(
        student.get("/home").text().contains("used now") || student.get("/home").text().contains("s ago")
    );
    let change = [("old", PASSWORD), ("new", "another horse")];
    assert_eq!(student.post("/home", "/home/password", &change).status, 303);
    assert_eq!(status(), Some(2));
    assert!(!student.get("/home").text().contains("laptop, made"));
}

fn folders(data: &Path) -> usize {
    std::fs::read_dir(data.join("bots")).unwrap().count()
}

#[test]
fn uploads_have_a_quota_and_what_failed_is_cleaned_away() {
    let data = tempfile::tempdir().unwrap();
    let mut site = RunningSite::start(data.path(), &["--demo"]);
    let mut prof = organiser(&site);
    let mut student = site.browser();
    student.sign_up("Ada");
    let status = student.upload("no-thanks", "rogue.py", ROGUE.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("verdict failed\">failed</span></h1>"));
    let status = student.upload("no-thanks", "plain.py", sound(12).as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    // It is cleaned away a moment after its author is told.
    let cleaned = (0..1_000).any(|_| student.get("/").status == 200 && folders(data.path()) == 1);
    assert!(cleaned);
    let refused =
        prof.post("/organise/c/no-thanks", "/organise/c/no-thanks/again", &[("upload", "1")]).text();
    assert!(refused.contains("its files were removed"), "{refused}");
    assert_eq!(set_rules(&mut prof, &[("uploads_a_day", "2")]).status, 303);
    let refused = student.upload("no-thanks", "more.py", sound(13).as_bytes()).unwrap_err();
    assert!(refused.text().contains("2 uploads a day are taken"), "{}", refused.text());
    assert_eq!(set_rules(&mut prof, &[("kept_mb", "1")]).status, 303);
    let large = format!("{}# {}\n", sound(14), "x".repeat(1 << 20));
    let refused = student.upload("no-thanks", "large.py", large.as_bytes()).unwrap_err();
    assert!(refused.text().contains("may take 1 MB together"), "{}", refused.text());
    assert_eq!(folders(data.path()), 1, "what is refused is not kept");
    std::fs::create_dir(data.path().join("bots/0123abcd")).unwrap();
    site.stop();
    let _site = RunningSite::start(data.path(), &["--workers", "0"]);
    assert_eq!(folders(data.path()), 1, "nor is what nobody knows");
}

/// The line of somebody on the ladder.
fn row(browser: &mut Browser, name: &str) -> Value {
    let ladder: Value =
        serde_json::from_str(&browser.get("/api/v1/contests/no-thanks/ladder").text()).unwrap();
    ladder.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone()
}

#[test]
fn a_bot_that_fails_when_it_is_checked_again_is_off_the_ladder_until_another_passes() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut prof = organiser(&site);
    let mut student = site.browser();
    student.sign_up("Ada");
    let eats = "        Plain.eaten = Plain.eaten or bytearray(150 << 20)\n        return";
    let hungry =
        sound(12).replace("        return", eats).replace(":\n    def", ":\n    eaten = None\n    def");
    let status = student.upload("no-thanks", "hungry.py", hungry.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    student.get_until("/c/no-thanks?find=Ada", |text| text.contains("href=\"/players/"));
    assert_eq!(row(&mut student, "Ada")["out"], Value::Null);
    let page = "/organise/c/no-thanks";
    let settings = [
        ("title", "No Thanks!"),
        ("options", "{}"),
        ("limits", "{\"memory_mb\": 100}"),
        ("languages", ""),
        ("opens", ""),
        ("closes", ""),
        ("games_a_minute", "600"),
    ];
    assert_eq!(prof.post(page, page, &settings).status, 303);
    assert_eq!(prof.post(page, &format!("{page}/again"), &[("upload", "1")]).status, 303);
    student.get_until("/c/no-thanks?find=Ada", |text| text.contains("out: failed its check"));
    assert!(folders(data.path()) == 1, "it played: its games can be played again");
    let status = student.upload("no-thanks", "plain.py", sound(12).as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    student.get_until("/c/no-thanks?find=Ada", |text| !text.contains("out: failed"));
    assert!(row(&mut student, "Ada")["provisional"].is_boolean());
}
