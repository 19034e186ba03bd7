//! `croupier serve --cell wasm`: the site's Python bots inside WebAssembly.

use std::process::Command;

use crate::site::RunningSite;

const SOUND: &str = "from NoThanksPlayer import Player
class Plain(Player):
    def take(self, card, state):
        import sys
        print('I run on', sys.platform)
        return card.number < 12
";
/// Sound in a process of this machine, if numpy is there, and nowhere in WebAssembly.
const HUNGRY: &str = "import numpy
from NoThanksPlayer import Player
class Hungry(Player):
    pass
";
const ROGUE: &str = "from croupier import no_thanks
class Rogue(no_thanks.Player):
    def choose(self, view):
        return 'seventeen'
";

#[test]
fn python_bots_of_a_site_play_inside_webassembly_and_their_authors_are_told() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--cell", "wasm"]);
    let mut student = site.browser();
    student.sign_up("Ada");
    let form = student.get("/c/no-thanks/upload").text();
    assert!(form.contains("<code>croupier check BOT --cell wasm</code>"), "{form}");
    let status = student.upload("no-thanks", "hungry.py", HUNGRY.as_bytes()).unwrap();
    let refused = student.get_until(&status, |text| text.contains("verdict failed\">failed</span></h1>"));
    assert!(refused.contains("this cell has only the standard library"), "{refused}");
    let status = student.upload("no-thanks", "rogue.py", ROGUE.as_bytes()).unwrap();
    let failed = student.get_until(&status, |text| text.contains("verdict failed\">failed</span></h1>"));
    assert!(failed.contains("croupier check rogue.py --game no-thanks --cell wasm --seed 1"), "{failed}");
    let status = student.upload("no-thanks", "plain.py", SOUND.as_bytes()).unwrap();
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    let home = student.get_until("/home", |text| text.contains("/players/"));
    let mine = home.split("/players/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let games = student.get_until(&format!("/games?entry={mine}"), |text| text.contains("href=\"/games/"));
    let game = games.split("href=\"/games/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let own = student.get(&format!("/games/{game}")).text();
    assert!(own.contains("I run on wasi"), "{own}");
    let record = student.get(&format!("/games/{game}/record"));
    let head = String::from_utf8_lossy(&record.body).into_owned();
    assert!(head.contains("Python's component") && head.contains("\"move_ms\""), "{head}");
}

#[test]
fn a_site_without_the_component_does_not_start_and_says_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let said = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--sandbox", "best", "--cell", "wasm", "--data"])
        .arg(data.path())
        .env("XDG_CACHE_HOME", data.path())
        .output()
        .unwrap();
    assert_eq!(said.status.code(), Some(2));
    let words = String::from_utf8_lossy(&said.stderr);
    assert!(words.contains("scripts/wasm-python builds python-"), "{words}");
    assert!(words.contains("without `--cell wasm`, Python bots run in processes"), "{words}");
}
