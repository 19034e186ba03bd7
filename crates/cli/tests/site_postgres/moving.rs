//! `croupier move-store`: a site goes from its folder to a server and back, and nothing of it is lost.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::site::postgres::Server;
use crate::site::{RunningSite, store_of};

/// All that a database has, a line for each row, in any order.
const DUMP: &str = "import sqlite3, sys
for line in sorted(sqlite3.connect(sys.argv[1]).iterdump()):
    if 'INTO \"steps\"' not in line: print(line)";

const SOUND: &str = "from croupier import no_thanks
class Plain(no_thanks.Player):
    def choose(self, view):
        print('\\u2660 I think about', view.card)
        return view.me.coins == 0 or view.card < 12
";

fn dump(folder: &Path) -> String {
    let output = Command::new("python3").args(["-c", DUMP]).arg(folder.join("site.db")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn move_store(from: &str, to: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(["move-store", from, to, "--json"]).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A site with people, an upload, games and what was printed in them, at a server; its folder.
fn site_at_a_server() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let mut site = RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let mut student = site.browser();
    student.sign_up("Ada Lovelace \u{e9}");
    let status =
        student.upload("no-thanks", "plain.py", SOUND.as_bytes()).unwrap_or_else(|a| panic!("{}", a.text()));
    student.get_until(&status, |text| text.contains("plays on the ladder"));
    student.get_until("/c/no-thanks?kind=players", |text| text.contains("polyline"));
    site.stop();
    data
}

#[test]
fn a_site_goes_from_a_server_to_a_folder_to_another_server_and_back_row_for_row() {
    let data = site_at_a_server();
    let (server, other) = (store_of(data.path()), Server::start());
    let folder = |name: &str| data.path().join(name).display().to_string();
    let (first, second) = (folder("first"), folder("second"));
    let mut rows = Vec::new();
    for (from, to) in [(&server, &first), (&first, &other.url()), (&other.url(), &second)] {
        let moved = move_store(from, to);
        assert!(moved.status.success(), "{from} to {to}: {}", told(&moved));
        let moved: Value = serde_json::from_slice(&moved.stdout).unwrap();
        rows.push(moved["rows"].as_i64().unwrap());
        assert!(
            moved["tables"]["games"].as_i64().unwrap() > 0 && moved["tables"]["logs"].as_i64().unwrap() > 0
        );
    }
    assert!(rows[0] > 100 && rows.iter().all(|more| *more == rows[0]), "{rows:?}");
    assert_eq!(dump(Path::new(&first)), dump(Path::new(&second)));
    // What was uploaded came along, from the server's database into the folder and back.
    let bots = |folder: &str| {
        let bots = std::fs::read_dir(Path::new(folder).join("bots")).unwrap();
        bots.map(|bot| bot.unwrap().file_name()).collect::<Vec<_>>()
    };
    assert_eq!((bots(&first).len(), bots(&first)), (1, bots(&second)));
    let bot = std::fs::read(Path::new(&second).join("bots").join(&bots(&second)[0]).join("bot.py")).unwrap();
    assert_eq!(bot, SOUND.as_bytes());
    let counted = other.psql("SELECT COUNT(*) FROM seats").trim().parse::<usize>().unwrap();
    assert_eq!(dump(Path::new(&first)).matches("INSERT INTO \"seats\"").count(), counted);
}

#[test]
fn a_store_moves_to_an_empty_place_and_from_one_where_no_site_runs() {
    let data = tempfile::tempdir().unwrap();
    let empty = data.path().join("empty").display().to_string();
    let mut site = RunningSite::start(data.path(), &["--workers", "0"]);
    let server = store_of(data.path());
    let refused = move_store(&server, &empty);
    assert_eq!(refused.status.code(), Some(2), "{}", told(&refused));
    assert!(told(&refused).contains("another site is running on postgres://"), "{}", told(&refused));
    site.stop();
    let other = site_at_a_server();
    let refused = move_store(&store_of(other.path()), &server);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told(&refused).contains("a new and empty database is needed"), "{}", told(&refused));
    let nothing = move_store(&data.path().join("nowhere").display().to_string(), &empty);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(told(&nothing).contains("there is no site in"), "{}", told(&nothing));
}
