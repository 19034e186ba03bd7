//! A site whose disk is full, or can only be read: it says so, and loses nothing.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::common::disks::{with_read_only_disk, with_small_disk};
use crate::site::{Browser, RunningSite};

const BOT: &str = "from croupier import no_thanks\nclass Plain(no_thanks.Player):\n    def choose(self, \
                   view):\n        return view.me.coins == 0 or view.card < 12\n";
const NO_ROOM: &str = "this site can keep nothing now, since its disk is full or cannot be written to; nothing was \
                       changed, so try again later";

/// A bot of its own content.
fn bot(number: u32) -> String {
    format!("# {number}\n{BOT}")
}

/// A site in a folder that is a small disk, and where that disk is seen from outside.
fn on_small_disk(dir: &Path) -> (RunningSite, PathBuf) {
    let disk = dir.join("disk");
    fs::create_dir(&disk).unwrap();
    let mut command = with_small_disk(&disk, 8 << 20);
    command.arg(env!("CARGO_BIN_EXE_croupier"));
    let more = ["--demo", "--workers", "0"];
    let site = RunningSite::start_by(command, &disk.join("site"), &more, dir.join("log.jsonl"));
    let seen = format!("/proc/{}/root", site.started_process());
    (site, Path::new(&seen).join(disk.strip_prefix("/").unwrap()))
}

/// Writes until nothing more fits.
fn fill(disk: &Path) {
    let mut filler = File::create(disk.join("filler")).unwrap();
    while filler.write_all(&[0; 4096]).is_ok() {}
}

/// How many uploads of an author the site knows.
fn uploads(author: &mut Browser) -> usize {
    author.get("/home").text().matches("href=\"/uploads/").count()
}

#[test]
fn an_upload_to_a_full_disk_is_refused_in_one_sentence_and_nothing_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let (site, disk) = on_small_disk(dir.path());
    let mut author = site.browser();
    author.sign_up("Ada");
    let first = author.upload("no-thanks", "plain.py", bot(0).as_bytes()).unwrap();
    let (known, kept) = (uploads(&mut author), fs::read_dir(disk.join("site/bots")).unwrap().count());

    fill(&disk);
    for number in 1..4 {
        let answer = author.upload("no-thanks", "plain.py", bot(number).as_bytes()).unwrap_err();
        assert_eq!(answer.status, 507, "{}", answer.text());
        assert!(answer.text().contains(NO_ROOM), "{}", answer.text());
    }
    for page in ["/", "/c/no-thanks", "/healthz", first.as_str()] {
        assert_eq!(author.get(page).status, 200, "{page} is read as ever");
    }
    assert_eq!(uploads(&mut author), known);

    fs::remove_file(disk.join("filler")).unwrap();
    let second = author.upload("no-thanks", "plain.py", bot(1).as_bytes()).unwrap();
    for upload in [first, second] {
        assert!(author.get(&upload).text().contains("plain.py"), "{upload} is there");
    }
    assert_eq!(uploads(&mut author), known + 1);
    let files = |folder: &str| fs::read_dir(disk.join("site").join(folder)).unwrap().count();
    assert_eq!((files("bots"), files("bots-arriving")), (kept + 1, 0), "nothing of what was refused is kept");
}

#[test]
fn a_site_on_a_disk_that_can_only_be_read_says_so_in_one_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("site");
    RunningSite::start(&data, &["--demo", "--workers", "0"]).stop();
    let mut command = with_read_only_disk(dir.path());
    command.arg(env!("CARGO_BIN_EXE_croupier"));
    let output =
        command.args(["serve", "--sandbox", "best", "--listen", "127.0.0.1:0", "--data"]).arg(&data).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.trim().lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains("Read-only file system"), "{said}");
}
