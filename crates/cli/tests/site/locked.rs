//! Another program holds the site's database, for a while or for good: pages are read as ever, whoever
//! changes something is told so within a bounded time, and everything goes on when the lock is gone.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::site::{Browser, RunningSite};
use serde_json::Value;

/// Nobody waits longer for a page than this, on a busy machine, whoever holds the database.
const LONGEST: Duration = Duration::from_secs(60);

const BOT: &str = "from croupier import no_thanks\nclass Plain(no_thanks.Player):\n    def choose(self, \
                   view):\n        return view.me.coins == 0 or view.card < 12\n";

/// Another program that holds the database until its input ends.
const HOLDER: &str = "
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
held.execute('BEGIN EXCLUSIVE')
print('held', flush=True)
sys.stdin.read()
held.execute('ROLLBACK')
";

struct Holder(Child);

impl Holder {
    fn of(data: &Path) -> Self {
        let mut child = Command::new("python3")
            .args(["-c", HOLDER])
            .arg(data.join("site.db"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "held\n");
        Self(child)
    }

    fn let_go(mut self) {
        drop(self.0.stdin.take());
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn games(browser: &mut Browser) -> i64 {
    let health: Value = serde_json::from_slice(&browser.get("/healthz").body).unwrap();
    health["games"].as_i64().unwrap()
}

#[test]
fn a_locked_database_holds_nobody_up_and_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "2"]);
    let (mut author, mut reader) = (site.browser(), site.browser());
    author.sign_up("Ada");
    let first = author.upload("no-thanks", "plain.py", BOT.as_bytes()).unwrap();
    reader.get_until("/", |_| games(&mut site.browser()) > 0);

    let holder = Holder::of(data.path());
    let begun = Instant::now();
    for page in ["/", "/c/no-thanks", "/healthz", first.as_str()] {
        let answer = author.get(page);
        assert_eq!(answer.status, 200, "{page}: {}", answer.text());
    }
    // Twice as many as can wait in line together.
    let refused: Vec<_> = (0..4)
        .map(|number| {
            let mut author = author.clone();
            std::thread::spawn(move || {
                let other = format!("# {number}\n{BOT}");
                let begun = Instant::now();
                (author.upload("no-thanks", "plain.py", other.as_bytes()), begun.elapsed())
            })
        })
        .collect();
    for refused in refused {
        let (answer, took) = refused.join().unwrap();
        let answer = answer.unwrap_err();
        assert!(answer.status == 503 && took < LONGEST, "{} after {took:?}", answer.status);
        let told = "in use by another program; nothing was changed, so try again in a minute";
        assert!(answer.text().contains(told), "{}", answer.text());
    }
    let mut stranger = site.browser();
    let answer = stranger.post("/sign-up", "/sign-up", &[("name", "Eve"), ("password", "correct horse")]);
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert_eq!(reader.get("/").status, 200);
    assert!(begun.elapsed() < 4 * LONGEST);
    let known = games(&mut reader);

    holder.let_go();
    // What was refused can be done, what was begun is done, and games go on.
    let second = author.upload("no-thanks", "plain.py", format!("# again\n{BOT}").as_bytes()).unwrap();
    stranger.sign_up("Eve");
    for upload in [first, second] {
        let done = author.get_until(&upload, |text| {
            text.contains("passed</span></h1>") || text.contains("failed</span></h1>")
        });
        assert!(done.contains("passed</span></h1>"), "{done}");
    }
    reader.get_until("/", |_| games(&mut site.browser()) > known);
}
