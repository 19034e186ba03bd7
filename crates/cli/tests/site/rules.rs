//! What a contest and its operator allow: limits that change while it runs, urls that lead inside, and how a
//! site that cannot start says so.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::server::Server;
use crate::site::{Browser, RunningSite};
use serde_json::Value;

/// Needs 200 MB from its first answer on.
const HUNGRY: &str = "from croupier import no_thanks
class Hungry(no_thanks.Player):
    eaten = None
    def choose(self, view):
        self.eaten = self.eaten or bytearray(200 << 20)
        return view.me.coins == 0 or view.card < 12
";

fn organiser(site: &RunningSite) -> Browser {
    let link = site.organiser.clone().unwrap();
    let mut browser = site.browser();
    assert_eq!(browser.post(&link, &link, &[("name", "Prof"), ("password", "correct horse")]).status, 303);
    browser
}

/// A program's exit code and all that it said.
fn croupier(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder).args(words);
    let output = command.env_remove("CROUPIER_TOKEN").env_remove("CROUPIER_SITE").output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

fn token(browser: &mut Browser) -> String {
    let made = browser.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

/// Games of somebody in this list that went wrong for them.
fn has_faulty(games: &str, name: &str) -> bool {
    let games: Value = serde_json::from_str(games).unwrap();
    let faulty = |seat: &Value| seat["name"] == name && seat["faults"].as_i64() > Some(0);
    games.as_array().unwrap().iter().any(|game| game["seats"].as_array().unwrap().iter().any(faulty))
}

#[test]
fn a_limit_that_the_organiser_changes_holds_from_the_next_game_on() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let status = student.upload("no-thanks", "hungry.py", HUNGRY.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    let sound = "/api/v1/games?contest=no-thanks";
    let games = student.get_until(sound, |text| text.contains("\"Ada\""));
    assert!(!has_faulty(&games, "Ada"), "{games}");
    let mut prof = organiser(&site);
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
    student.get_until("/api/v1/games?contest=no-thanks&faulty=true", |text| has_faulty(text, "Ada"));
}

#[test]
fn a_url_that_leads_inside_is_refused_unless_the_operator_allows_it_and_then_its_bot_plays() {
    let bot = Server::start(|seen| crate::server::ok(&crate::server::lowest(seen)));
    let data = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut site = RunningSite::start(data.path(), &["--demo"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let token = token(&mut student);
    let send = |site: &RunningSite| {
        let to = format!("http://{}", site.address);
        let words = ["submit", &bot.url(), "--to", &to, "--contest", "jujitsu", "--token", &token];
        croupier(home.path(), &words)
    };
    let (code, said) = send(&site);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("leads to this machine or to a private network, which is not allowed here"),
        "{said}"
    );
    assert!(bot.seen().is_empty(), "it was called all the same");
    site.stop();
    let site = RunningSite::start(data.path(), &["--private-urls"]);
    student.moved_to(&site);
    let (code, said) = send(&site);
    assert_eq!(code, Some(0), "{said}");
    let games = student.get_until("/api/v1/games?contest=jujitsu", |text| text.contains("\"Ada\""));
    assert!(!has_faulty(&games, "Ada"), "{games}");
}

#[test]
fn a_site_that_cannot_start_says_why_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let serve = |listen: &str, data: &str| {
        let words = ["serve", "--sandbox", "best", "--listen", listen, "--data", data];
        let (code, said) = croupier(folder.path(), &words);
        assert_eq!(code, Some(2), "{said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
        said
    };
    let said = serve(&address, "new");
    assert!(said.contains(&format!("cannot listen on {address}")) && said.contains("--listen"), "{said}");
    assert!(!folder.path().join("new").exists(), "nothing is written");
    std::fs::write(folder.path().join("file"), "text").unwrap();
    for data in ["file", "file/below", "/proc/nothing"] {
        let said = serve("127.0.0.1:0", data);
        assert!(said.contains(&format!("{data} cannot be the folder of a site")), "{said}");
    }
    std::fs::create_dir(folder.path().join("odd")).unwrap();
    std::fs::write(folder.path().join("odd/site.db"), "this is no database, and long enough to be told")
        .unwrap();
    assert!(serve("127.0.0.1:0", "odd").contains("odd cannot be the folder of a site"));
}
