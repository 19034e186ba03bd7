//! What organisers choose while a site runs: who may sign up, who of the house plays, and deadlines that
//! hold.

use crate::site::{Browser, RunningSite};

const STEADY: &str = "from croupier import score_four
class Steady(score_four.Player):
    def choose(self, view):
        return list(view.free())[LAST]
";

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

#[test]
fn the_organiser_says_who_may_sign_up_and_a_restart_does_not_forget_it() {
    let data = tempfile::tempdir().unwrap();
    let mut site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut prof = organiser(&site);
    let people = "/organise/people";
    let choose = |prof: &mut Browser, word| prof.post(people, "/organise/people/sign-up", &[("word", word)]);
    assert_eq!(choose(&mut prof, "friends").status, 400);
    assert_eq!(choose(&mut prof, "code").status, 303);
    assert_eq!(prof.post(people, "/organise/people/admit", &[("words", "blue\ngreen")]).status, 303);
    assert_eq!(prof.post(people, "/organise/people/dismiss", &[("word", "green")]).status, 303);
    site.stop();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let sign_up = |name, code| {
        let form = [("name", name), ("password", "correct horse"), ("code", code)];
        site.browser().post("/sign-up", "/sign-up", &form).status
    };
    assert_eq!(sign_up("Mal", ""), 200, "the form comes back with what is wrong");
    assert_eq!(sign_up("Mal", "green"), 200, "a code that was taken back opens nothing");
    assert_eq!(sign_up("Ada", "blue"), 303);
    let mut student = site.browser();
    student.post("/sign-in", "/sign-in", &[("name", "Ada"), ("password", "correct horse")]);
    assert_eq!(student.post("/home", "/organise/people/sign-up", &[("word", "open")]).status, 403);
    let open = RunningSite::start(&data.path().join("other"), &["--workers", "0", "--sign-up", "list"]);
    assert!(open.browser().get("/sign-up").text().contains("type=\"email\""), "the operator may say so, too");
}

#[test]
fn a_player_of_the_house_is_put_on_a_running_ladder() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let mut prof = organiser(&site);
    let page = "/organise/c/score-four";
    let add = |prof: &mut Browser, player| prof.post(page, &format!("{page}/house"), &[("player", player)]);
    let wrong = add(&mut prof, "house:nobody").text();
    assert!(wrong.contains("role=\"alert\"") && wrong.contains("the house has no player"), "{wrong}");
    assert_eq!(add(&mut prof, "flagship@1ms").status, 303);
    assert!(site.browser().get("/c/score-four").text().contains("house:flagship@1ms"));
    assert_eq!(add(&mut prof, "house:flagship@1ms").status, 303, "once is enough");
    assert_eq!(prof.get(page).text().matches(">house:flagship@1ms</a>").count(), 1);
}

#[test]
fn a_deadline_holds_for_bringing_an_older_upload_back() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let mut sent = Vec::new();
    for last in ["0", "-1"] {
        let bot = STEADY.replace("LAST", last);
        let status = student.upload("score-four", "steady.py", bot.as_bytes()).unwrap();
        student.get_until(&status, |text| text.contains("plays on the ladder"));
        sent.push(status);
    }
    student.get_until("/home", |text| text.contains("Your newest games") && text.contains("href=\"/games/"));
    let back = |browser: &mut Browser, upload: &str| browser.post(upload, &format!("{upload}/back"), &[]);
    assert_eq!(back(&mut student, &sent[0]).status, 303, "before the deadline");
    let mut prof = organiser(&site);
    let page = "/organise/c/score-four";
    let settings = [
        ("title", "Score Four"),
        ("options", "{}"),
        ("limits", "{}"),
        ("languages", ""),
        ("opens", ""),
        ("closes", "2020-01-01T00:00"),
        ("games_a_minute", "60"),
    ];
    assert_eq!(prof.post(page, page, &settings).status, 303);
    let late = back(&mut student, &sent[1]);
    assert!(late.status == 400 && late.text().contains("takes no uploads now"), "{}", late.text());
    assert_eq!(student.upload("score-four", "late.py", b"x = 1").unwrap_err().status, 200);
    assert!(site.browser().get("/c/score-four").text().contains("closes 2020-01-01 00:00 UTC"));
    assert_eq!(back(&mut prof, &sent[1]).status, 303, "an organiser stands above it");
}

#[test]
fn only_languages_that_work_here_are_offered_and_the_log_says_what_the_others_miss() {
    let data = tempfile::tempdir().unwrap();
    // Nothing is found by its name: programs and WebAssembly are all that is left.
    let site = RunningSite::start_on_path(data.path(), &["--demo", "--workers", "1"], data.path());
    let mut student = site.browser();
    student.sign_up("Ada");
    let upload = "/c/score-four/upload";
    student.get_until(upload, |page| page.contains("WebAssembly") && !page.contains("Rust"));
    assert!(!student.get("/").text().contains("Haskell"));
    let refused = student.upload("score-four", "Bot.hs", b"module Bot where").unwrap_err().text();
    assert!(refused.contains("this site cannot run bots in Haskell now"), "{refused}");
    let log = std::fs::read_to_string(data.path().join("log.jsonl")).unwrap();
    let missing = "bots in Rust are not taken: Rust is missing; on Debian: apt install rustc gcc";
    assert!(log.contains(missing), "{log}");
}
