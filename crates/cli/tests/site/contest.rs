//! `croupier serve` with a real server, real bots and a browser without script.

use crate::site::{AT_A_SERVER, RunningSite, command_for};

/// A sound bot of No Thanks!
const SOUND: &str = "from croupier import no_thanks
class Plain(no_thanks.Player):
    def choose(self, view):
        print('I think about', view.card)
        return view.me.coins == 0 or view.card < 12
";

/// A bot that answers nonsense in its first game.
const ROGUE: &str = "from croupier import no_thanks
class Rogue(no_thanks.Player):
    def choose(self, view):
        return 'seventeen'
";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_demonstration_is_alive_from_the_first_look() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut browser = site.browser();
    let front = browser.get_until("/", |text| text.contains("href=\"/games/3\""));
    for title in ["Last Card", "No Thanks!", "Hearts", "Psychological Jujitsu", "Score Four"] {
        assert!(front.contains(title), "{front}");
    }
    let game = browser.get("/games/1");
    assert!(game.status == 200 && game.text().contains("house:"), "{}", game.text());
    let record = browser.get("/games/1/record");
    assert!(record.header("content-disposition").unwrap().contains("game-1.croupier"));
    let kept = data.path().join("fetched.croupier");
    std::fs::write(&kept, &record.body).unwrap();
    let verified =
        std::process::Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&kept).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    let ladder =
        browser.get_until("/c/no-thanks", |text| text.contains("polyline") || text.contains("house:"));
    assert!(ladder.contains("house:threshold"), "{ladder}");
    assert_eq!(browser.get("/c/nothing").status, 404);
}

#[test]
fn a_student_signs_up_sends_a_bot_watches_it_pass_and_finds_it_on_the_ladder() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let status =
        student.upload("no-thanks", "plain.py", SOUND.as_bytes()).unwrap_or_else(|a| panic!("{}", a.text()));
    let passed = student.get_until(&status, |text| text.contains("plays on the ladder"));
    assert!(passed.contains("build") && passed.matches("verdict passed").count() > 5, "{passed}");
    student.get_until("/c/no-thanks?kind=players", |text| {
        text.contains("Ada") && text.contains("class=\"mine\"") && text.contains("polyline")
    });
    let home = student.get("/home").text();
    assert!(home.contains("plain.py") && home.contains("plays"), "{home}");
    let mine = home.split("/players/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let games = student.get(&format!("/games?entry={mine}")).text();
    let game = games.split("href=\"/games/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let own = student.get(&format!("/games/{game}")).text();
    assert!(own.contains("What Ada printed") && own.contains("I think about"), "{own}");
    let strange = site.browser().get(&format!("/games/{game}")).text();
    assert!(!strange.contains("I think about"), "a bot's log is for its owner: {strange}");
    assert_eq!(site.browser().get(&status).status, 401);
}

#[test]
fn a_rogue_is_told_what_it_answered_and_how_to_see_it_at_home() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Eve");
    let status =
        student.upload("no-thanks", "rogue.py", ROGUE.as_bytes()).unwrap_or_else(|a| panic!("{}", a.text()));
    let failed = student.get_until(&status, |text| text.contains("verdict failed\">failed</span></h1>"));
    assert!(failed.contains("croupier check rogue.py --game no-thanks --seed 1"), "{failed}");
    assert!(failed.contains("It was shown"), "{failed}");
    assert!(!site.browser().get("/c/no-thanks").text().contains("Eve"));
}

#[test]
fn forms_without_their_token_are_refused_and_wrong_passwords_tell_nothing() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut browser = site.browser();
    let blind =
        browser.post_plain("/sign-up", &[("token", ""), ("name", "Mal"), ("password", "correct horse")]);
    assert_eq!(blind.status, 403);
    browser.sign_up("Mal");
    let page = browser.get("/home");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    let cookie = |name: &str| {
        let mut fresh = site.browser();
        let answer = fresh.post("/sign-in", "/sign-in", &[("name", name), ("password", "wrong wrong")]);
        let said = answer.text();
        said.split("role=\"alert\">").nth(1).unwrap().split('<').next().unwrap().to_owned()
    };
    assert_eq!(cookie("Mal"), cookie("nobody"));
    let again =
        site.browser().post("/sign-up", "/sign-up", &[("name", "MAL"), ("password", "correct horse")]);
    assert!(again.text().contains("is taken"), "{}", again.text());
    let mut back = site.browser();
    let answer = back.post("/sign-in", "/sign-in", &[("name", "mal"), ("password", "correct horse")]);
    let set = answer.header("set-cookie").unwrap();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    assert_eq!(back.post("/home", "/sign-out", &[]).status, 303);
    assert_eq!(back.get("/home").status, 303);
}

#[test]
fn the_first_organiser_comes_by_a_link_that_works_once() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let link = site.organiser.clone().unwrap();
    let mut first = site.browser();
    let made = first.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]);
    assert_eq!(made.status, 303, "{}", made.text());
    assert!(first.get("/home").text().contains("Prof (organiser)"));
    assert_eq!(site.browser().get(&link).status, 404);
    drop(site);
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    assert_eq!(site.organiser, None);
    first.moved_to(&site);
    assert!(first.get("/home").text().contains("Prof (organiser)"), "sessions outlive a restart");
}

#[test]
fn two_sites_cannot_share_a_folder() {
    let data = folder();
    let _site = RunningSite::start(data.path(), &["--workers", "0"]);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--sandbox", "best", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another site is running"));
}

#[test]
fn a_game_is_looked_at_turn_by_turn_through_any_eyes() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut browser = site.browser();
    let list = browser.get_until("/games?contest=hearts", |text| text.contains("href=\"/games/"));
    let game = list.split("href=\"/games/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let first = browser.get(&format!("/games/{game}")).text();
    assert!(
        first.contains("Turn <b>0</b> of") && first.contains("class=\"picture hearts seats-4\""),
        "{first}"
    );
    assert!(!first.contains("face down"), "all hands are open");
    let one = browser.get(&format!("/games/{game}?turn=5&seat=2")).text();
    assert!(one.contains("Turn <b>5</b>") && one.matches("face down").count() == 3, "{one}");
    let piece = browser.get(&format!("/games/{game}/turns?turn=5&seat=2"));
    assert!(piece.text().starts_with("<nav") && one.contains(piece.text().trim()), "{}", piece.text());
    let beyond = browser.get(&format!("/games/{game}?turn=99999")).text();
    assert!(!beyond.contains("<b>99999</b>"), "a turn that never came is the last one");
    assert_eq!(browser.get("/games/99999/turns").status, 404);
}

#[test]
fn anybody_can_play_against_the_house() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let mut browser = site.browser();
    let wish = [("opponent", "basic"), ("seats", "2"), ("own", "0")];
    let answer = browser.post("/play/score-four", "/play/score-four", &wish);
    let table = answer.header("location").unwrap().to_owned();
    let page = browser.get(&table).text();
    assert_eq!(page.matches("name=\"move\"").count(), 16, "{page}");
    let wrong = browser.post(&table, &table, &[("move", "{\"row\":7,\"column\":1}")]);
    assert!(wrong.text().contains("role=\"alert\""), "{}", wrong.text());
    let right = browser.post(&table, &table, &[("move", "{\"row\":1,\"column\":1}")]);
    assert_eq!(right.status, 303);
    let page = browser.get(&table).text();
    assert_eq!(page.matches("class=\"bead").count(), 2, "mine and the answer: {page}");
    assert_eq!(browser.get("/play/table/nothing").status, 404);
    assert_eq!(browser.get("/play/chess").status, 404);
}

/// Makes the first organiser's account.
fn organiser(site: &RunningSite) -> crate::site::Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

#[test]
fn a_final_with_the_designs_of_a_plan_ends_with_standings_and_a_record_that_verifies() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let page = "/c/score-four/finals";
    let form = [("design", "pairs"), ("until", "played"), ("games", "60"), ("seed", "7")];
    let mut stranger = site.browser();
    stranger.sign_up("Ada");
    assert_eq!(stranger.post("/home", page, &form).status, 403);
    let mut prof = organiser(&site);
    let bad = prof.post(page, page, &[("design", "square"), ("until", "played"), ("games", "60")]);
    assert!(bad.text().contains("is no design; there are random"), "{}", bad.text());
    assert_eq!(prof.post(page, page, &form).status, 303);
    let ended = prof.get_until(page, |text| text.contains("Ended: all"));
    assert!(ended.contains("house:minmax") && ended.contains("design pairs"), "{ended}");
    let record = prof.get("/finals/1/record").body;
    let path = data.path().join("final.croupier");
    std::fs::write(&path, record).unwrap();
    let verified =
        std::process::Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&path).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_bot_is_sent_from_the_command_line_its_game_fetched_and_the_running_site_copied() {
    let data = folder();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let made = student.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    let token = made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let home = folder();
    std::fs::write(home.path().join("plain.py"), SOUND).unwrap();
    std::fs::write(home.path().join("rogue.py"), ROGUE).unwrap();
    let url = format!("http://{}", site.address);
    let croupier = |words: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
            .current_dir(home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .env_remove("CROUPIER_TOKEN")
            .env_remove("CROUPIER_SITE")
            .args(words)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    };
    let nobody = croupier(&["submit", "plain.py", "--to", &url, "--contest", "no-thanks"]);
    assert!(nobody.0 == 2 && nobody.2.contains("make one on the site's page Home"), "{nobody:?}");
    let stranger =
        croupier(&["submit", "plain.py", "--to", &url, "--contest", "no-thanks", "--token", "guess"]);
    assert!(stranger.0 == 2 && stranger.2.contains("personal token"), "{stranger:?}");
    let sent = croupier(&["submit", "plain.py", "--to", &url, "--contest", "no-thanks", "--token", &token]);
    assert!(sent.0 == 0 && sent.1.contains("passed      build"), "{sent:?}");
    let rogue = croupier(&["submit", "rogue.py", "--contest", "no-thanks"]);
    assert!(rogue.0 == 1 && rogue.1.contains("failed at"), "site and token are remembered: {rogue:?}");
    let status = croupier(&["status"]);
    assert!(status.1.contains("plain.py") && status.1.contains("plays"), "{status:?}");
    let fetched = croupier(&["fetch-game", "1"]);
    assert_eq!(fetched.0, 0, "{fetched:?}");
    assert_eq!(croupier(&["verify", "game-1.croupier"]).0, 0);
    if AT_A_SERVER {
        return; // A server's database is copied by its own means, or moved.
    }
    let copied = croupier(&["backup", "copy", "--data", data.path().to_str().unwrap()]);
    assert!(copied.0 == 0 && copied.1.contains("1 uploads"), "what failed is cleaned away: {copied:?}");
    let second = RunningSite::start(&home.path().join("copy"), &["--workers", "0"]);
    student.moved_to(&second);
    assert!(student.get("/home").text().contains("plain.py"), "a site goes on from its copy");
}

#[test]
fn a_contest_made_beside_the_running_site_appears_and_is_played() {
    let data = folder();
    let site = RunningSite::start(data.path(), &[]);
    let make = |more: &[&str]| {
        let mut command = command_for(data.path());
        command.args(["contest", "spring", "--game", "no-thanks", "--title", "Spring course", "--data"]);
        command.arg(data.path()).args(more).output().unwrap()
    };
    let wrong = make(&["--languages", "cobol"]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.contains("there are no bots in cobol; there are python"), "{said}");
    let made = make(&["--seats", "3", "--languages", "python", "--closes", "2999-01-01"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut reader = site.browser();
    reader.get_until("/", |text| text.contains("Spring course"));
    reader.get_until("/c/spring", |text| text.contains("polyline"));
}
