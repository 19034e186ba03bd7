//! A site whose bots have packages: it says which on the page for uploads, and its check has them.

use std::process::Command;

use crate::common::wheel::{installed, wheel};
use crate::site::RunningSite;

const BOT: &str = "import lucky
from croupier.no_thanks import Player
class Charmed(Player):
    def choose(self, view): return lucky.takes(view.me.coins)
";

#[test]
fn the_page_for_uploads_tells_the_packages_and_bots_have_them() {
    let (data, kept, home) =
        (tempfile::tempdir().unwrap(), crate::common::folder(), tempfile::tempdir().unwrap());
    let module = "def takes(coins):\n    return coins < 3\n";
    installed(
        kept.path(),
        home.path(),
        &format!("python = [\"{}\"]\n", wheel(home.path(), "lucky", module, &[])),
    );
    let list = home.path().join("packages.toml").display().to_string();
    let more = ["--demo", "--sign-up", "open", "--packages", &list];
    let site = RunningSite::start_with(data.path(), &more, &[("CROUPIER_PACKAGES", kept.path())]);
    let mut student = site.browser();
    student.sign_up("Tess");
    let page = student.get("/c/no-thanks/upload").text();
    assert!(page.contains("<li>Python: lucky 1.0</li>"), "{page}");
    assert!(page.contains("croupier check BOT --packages packages.toml"), "{page}");
    let status = student.upload("no-thanks", "charmed.py", BOT.as_bytes()).unwrap();
    let page =
        student.get_until(&status, |text| text.contains("</span></h1>") && !text.contains("checking</span>"));
    assert!(!page.contains("lucky is not there"), "{page}");
}

#[test]
fn a_site_whose_packages_are_not_installed_does_not_start_and_says_what_helps() {
    let (data, kept, home) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let list = home.path().join("packages.toml");
    std::fs::write(&list, "python = [\"numpy\"]\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--sandbox", "best", "--packages"])
        .arg(&list)
        .arg("--data")
        .arg(data.path())
        .env("CROUPIER_PACKAGES", kept.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("are not installed for Python; `croupier packages "), "{said}");
}
