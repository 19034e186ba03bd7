//! What an organiser does on a real site, and what nobody else may.

use std::io::Read;

use crate::long_bot::BOT;
use crate::site::{Browser, RunningSite};

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    let made = browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]);
    assert_eq!(made.status, 303, "{}", made.text());
    browser
}

#[test]
fn only_an_organiser_sees_the_organisers_pages() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let pages = [
        "/organise",
        "/organise/people",
        "/organise/c/hearts",
        "/organise/c/hearts/results.csv",
        "/organise/c/hearts/marks.csv",
        "/organise/c/hearts/uploads.zip",
        "/organise/c/hearts/alike",
        "/organise/games/1",
    ];
    for page in pages {
        assert_eq!(site.browser().get(page).status, 401, "{page}");
        assert_eq!(student.get(page).status, 403, "{page}");
    }
    let mut prof = organiser(&site);
    assert!(pages[..7].iter().all(|page| prof.get(page).status == 200));
    assert_eq!(prof.get("/organise/c/nothing").status, 404);
}

#[test]
fn an_organiser_makes_a_contest_changes_it_and_is_told_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut prof = organiser(&site);
    let form = |name: &'static str, closes: &'static str| {
        [
            ("name", name),
            ("title", "Autumn"),
            ("game", "hearts"),
            ("seats", "2"),
            ("closes", closes),
            ("house", "yes"),
        ]
    };
    let wrong = prof.post("/organise", "/organise", &form("autumn", "soon")).text();
    assert!(wrong.contains("is no time; 2026-11-30 23:59 would be one"), "{wrong}");
    assert_eq!(prof.post("/organise", "/organise", &form("autumn", "2099-12-20T18:00")).status, 303);
    let taken = prof.post("/organise", "/organise", &form("autumn", "")).text();
    assert!(taken.contains("there is a contest autumn already"), "{taken}");
    let page = "/organise/c/autumn";
    let text = prof.get(page).text();
    assert!(text.contains("value=\"2099-12-20T18:00\"") && text.contains("house:minmax"), "{text}");
    let settings = |limits: &'static str| {
        [
            ("title", "Winter"),
            ("options", "{}"),
            ("limits", limits),
            ("languages", "python, java"),
            ("opens", ""),
            ("closes", ""),
            ("games_a_minute", "30"),
            ("paused", "yes"),
        ]
    };
    let wrong = prof.post(page, page, &settings("{\"seconds\": 1}")).text();
    assert!(wrong.contains("role=\"alert\"") && wrong.contains("seconds"), "{wrong}");
    assert_eq!(prof.post(page, page, &settings("{\"move_ms\": 200}")).status, 303);
    let text = prof.get(page).text();
    assert!(
        text.contains("Winter") && text.contains("value=\"python,java\"") && text.contains(" checked"),
        "{text}"
    );
    assert!(prof.get("/organise").text().contains("paused"));
}

#[test]
fn somebody_is_taken_out_with_a_reason_and_let_back_in() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let mut prof = organiser(&site);
    let page = "/organise/c/hearts";
    let text = prof.get(page).text();
    let entry = text.split("name=\"entry\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let out = format!("{page}/out");
    let silent = prof.post(page, &out, &[("entry", &entry), ("why", " ")]);
    assert!(silent.text().contains("say why"), "{}", silent.text());
    assert_eq!(prof.post(page, &out, &[("entry", &entry), ("why", "=copied \"all\", twice")]).status, 303);
    assert!(site.browser().get("/c/hearts").text().contains("out: =copied"));
    let csv = prof.get(&format!("{page}/results.csv")).text();
    assert!(csv.contains("\"'=copied \"\"all\"\", twice\",yes\n"), "{csv}");
    prof.post(page, &out, &[("entry", &entry)]);
    assert!(!site.browser().get("/c/hearts").text().contains("copied"));
}

#[test]
fn a_forgotten_password_is_replaced_by_a_link_and_roles_are_given() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut prof = organiser(&site);
    let mut ada = site.browser();
    ada.sign_up("Ada");
    let text = prof.get("/organise/people?find=ada").text();
    let account =
        text.split("name=\"account\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let given = prof.post("/organise/people", "/organise/people/link", &[("account", &account)]).text();
    let link = given.split("<code>/link/").nth(1).unwrap().split('<').next().unwrap();
    let link = format!("/link/{link}");
    let mut back = site.browser();
    assert_eq!(back.post(&link, &link, &[("name", ""), ("password", "another horse")]).status, 303);
    assert!(back.get("/home").text().contains("Ada"));
    assert_eq!(ada.get("/home").status, 303, "her old session is over");
    let role = [("account", account.as_str()), ("role", "organiser")];
    assert_eq!(prof.post("/organise/people", "/organise/people/role", &role).status, 303);
    assert_eq!(back.get("/organise").status, 200);
}

#[test]
fn copies_are_found_games_are_replayed_and_all_uploads_come_in_one_archive() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut prof = organiser(&site);
    let renamed =
        BOT.replace("Plain", "Mine").replace("cost", "price").replace("other", "rival").replace("12", "13");
    let mut last = String::new();
    for (name, bot) in [("Ada", BOT), ("Ben", renamed.as_str())] {
        let mut student = site.browser();
        student.sign_up(name);
        let status =
            student.upload("no-thanks", "bot.py", bot.as_bytes()).unwrap_or_else(|a| panic!("{}", a.text()));
        last = student.get_until(&status, |text| text.contains("plays on the ladder"));
    }
    assert!(last.contains("passed"));
    let alike = prof.get("/organise/c/no-thanks/alike").text();
    assert!(alike.contains(">Ada<") && alike.contains(">Ben<"), "{alike}");
    let marks = prof.get("/organise/c/no-thanks/marks.csv").text();
    assert!(marks.lines().count() == 3 && marks.contains("Ada,bot.py,"), "{marks}");
    let packed = prof.get("/organise/c/no-thanks/uploads.zip").body;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(packed)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert!(names.len() == 2 && names.iter().any(|name| name.starts_with("Ada-")), "{names:?}");
    let mut text = String::new();
    archive
        .by_name(names.iter().find(|name| name.starts_with("Ada-")).unwrap())
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, BOT);
    let again = prof.get("/organise/games/1").text();
    assert!(again.contains("verdict passed\">agrees"), "{again}");
}

#[test]
fn the_handbook_has_rules_languages_and_files_to_begin_with() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut browser = site.browser();
    let index = browser.get("/docs").text();
    for part in [
        "/docs/rules/hearts",
        "/docs/languages/python",
        "/docs/protocol",
        "/docs/starters/hearts/haskell/Lowest.hs",
    ] {
        assert!(index.contains(&format!("href=\"{part}\"")), "{part}: {index}");
        assert_eq!(browser.get(part).status, 200, "{part}");
    }
    let file = browser.get("/docs/starters/no-thanks/example_bot.py");
    assert!(file.header("content-disposition").unwrap().contains("example_bot.py"));
    for wrong in ["/docs/nothing", "/docs/starters/../Cargo.toml", "/docs/starters/hearts/plan.toml"] {
        assert_eq!(browser.get(wrong).status, 404, "{wrong}");
    }
}

#[test]
fn programs_find_the_same_facts_as_readers_and_a_description_of_them() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut browser = site.browser();
    browser.get_until("/", |text| text.contains("href=\"/games/3\""));
    let json = |browser: &mut Browser, path: &str| -> serde_json::Value {
        serde_json::from_slice(&browser.get(path).body).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let described = json(&mut browser, "/api/openapi.json");
    assert_eq!(described["openapi"], "3.1.0");
    let contests = json(&mut browser, "/api/v1/contests");
    assert_eq!(contests.as_array().unwrap().len(), 5);
    let games = json(&mut browser, "/api/v1/games?before=4");
    let numbers: Vec<i64> =
        games.as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [3, 2, 1]);
    assert_eq!(json(&mut browser, "/api/v1/games/2"), games[1]);
    // What the description promises is there: every required key of the schema.
    let required = described["components"]["schemas"]["GameJson"]["required"].as_array().unwrap();
    assert!(required.iter().all(|key| games[0].get(key.as_str().unwrap()).is_some()), "{required:?}");
    assert!(browser.get("/api").text().contains("POST /api/v1/contests/{contest}/uploads"));
    let watched = browser.get("/metrics").text();
    assert!(
        watched.contains("croupier_jobs{class=\"check\"} 0")
            && watched.contains("croupier_answers_total{class=\"2xx\"}"),
        "{watched}"
    );
}
