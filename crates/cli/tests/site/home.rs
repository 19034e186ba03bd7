//! What a site's check finds is found at home, by the command that the site prints.

use std::path::Path;
use std::process::Command;

use crate::site::{Browser, RunningSite};
use serde_json::Value;

/// Sound for so long that only the later deals of a check find it out.
const TIRED: &str = "from croupier import no_thanks
class Tired(no_thanks.Player):
    def __init__(self):
        self.games = 0
    def start(self, start):
        self.games += 1
    def choose(self, view):
        return 'seventeen' if self.games == 61 else view.me.coins == 0
";

/// Runs a line of a shell with the program of this build at its front; what it printed.
fn shell(folder: &Path, line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_croupier");
    let line = format!("croupier() {{ {program} \"$@\"; }}\n{line}");
    let output = Command::new("sh").current_dir(folder).args(["-c", &line]).output().unwrap();
    assert_ne!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A personal token of this visitor.
fn token(browser: &mut Browser) -> String {
    let made = browser.post("/home", "/home/tokens", &[("label", "laptop")]).text();
    made.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

/// What a stage came to, without measured times and the ways to see it again.
fn told(stage: &Value) -> [Value; 4] {
    ["name", "verdict", "detail", "failing"].map(|key| {
        let measured = key == "detail" && stage["name"] == "answers in time";
        let mut told = if measured { Value::Null } else { stage[key].clone() };
        if let Some(failing) = told.as_object_mut() {
            failing.remove("replay");
        }
        told
    })
}

#[test]
fn what_fails_on_the_site_fails_at_home_in_the_same_game_with_the_same_record() {
    let data = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let make = format!(
        "croupier contest slow --game no-thanks --title Slow --move-ms 900 --data {}",
        data.path().display()
    );
    shell(home.path(), &make);
    let site = RunningSite::start(data.path(), &["--sign-up", "open"]);
    let mut student = site.browser();
    student.sign_up("Tess");
    let status = student.upload("slow", "tired one.py", TIRED.as_bytes()).unwrap();
    let page = student.get_until(&status, |text| text.contains("verdict failed\">failed</span></h1>"));
    let token = token(&mut student);
    std::fs::write(home.path().join("tired one.py"), TIRED).unwrap();
    let url = format!("http://{}", site.address);
    let upload = shell(home.path(), &format!("croupier status 1 --json --to {url} --token {token}"));
    let upload: Value = serde_json::from_str(&upload).unwrap();
    let stages = upload["stages"].as_array().unwrap();
    let failed = stages.iter().find(|stage| stage["verdict"] == "failed").unwrap();
    let replay = failed["replay"].as_str().unwrap();
    assert_eq!(
        replay,
        "croupier check 'tired one.py' --game no-thanks --limits '{\"move_ms\":900}' --seed 1 --out DIR, \
         then: croupier log DIR/table-of-2 60"
    );
    let (check, log) = replay.split_once(", then: ").unwrap();
    let checked: Value = serde_json::from_str(&shell(home.path(), &format!("{check} --json"))).unwrap();
    let at_home: Vec<_> = checked["stages"].as_array().unwrap().iter().map(told).collect();
    // The site's first stage is the build, which a check at home does on its way.
    assert_eq!(at_home, stages[1..].iter().map(told).collect::<Vec<_>>());
    let told = shell(home.path(), log);
    assert!(told.contains("Tired"), "{told}");
    let link = page.split("href=\"").find(|rest| rest.contains("/record\">")).unwrap();
    let link = link.split('"').next().unwrap();
    let kept = student.get(link);
    assert!(kept.header("content-disposition").unwrap().contains(".croupier"), "{}", kept.head);
    assert_eq!(kept.body, std::fs::read(home.path().join("DIR/table-of-2/record.croupier")).unwrap());
    let mut stranger = site.browser();
    assert_eq!(stranger.get(link).status, 401, "a record of a check is its author's");
    stranger.sign_up("Mal");
    assert_eq!(stranger.get(link).status, 404);
}

#[test]
fn options_that_make_no_sense_are_told_with_what_was_said() {
    let home = tempfile::tempdir().unwrap();
    let check = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.current_dir(home.path()).args(["check", "house:random", "--game", "hearts"]).args(more);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = check(&["--limits", "{\"moves\": 3}"]);
    assert!(code == Some(2) && said.contains("--limits {\"moves\": 3}: unknown field `moves`"), "{said}");
    let (code, said) = check(&["--options", "fast"]);
    assert!(code == Some(2) && said.contains("--options fast: "), "{said}");
}
