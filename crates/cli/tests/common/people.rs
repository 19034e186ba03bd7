//! What people do on the site's pages in a browser, in the words of those pages.

#![allow(dead_code, clippy::unwrap_used)] // Not every test needs all of it, and tests may unwrap.

use std::path::{Path, PathBuf};

use crate::browser::{At, Button, Link, Page};
use crate::site::RunningSite;

pub(crate) const PASSWORD: &str = "correct horse";

/// Signs up, as a newcomer does, with an invitation code where one is asked for.
pub(crate) fn sign_up(page: &Page, name: &str, code: Option<&str>) {
    page.go("/");
    page.follow(Link("Sign up"));
    page.write("Name on the ladder", name);
    page.write("Password", PASSWORD);
    if let Some(code) = code {
        page.write("Invitation code", code);
    }
    page.follow(Button("Sign up"));
    assert_eq!(page.path(), "/home", "{}", page.text());
    page.says(name);
}

/// Signs in on the page.
pub(crate) fn sign_in(page: &Page, name: &str, password: &str) {
    page.go("/sign-in");
    page.write("Name or address", name);
    page.write("Password", password);
    page.follow(Button("Sign in"));
}

/// Makes the first organiser's account by the link that the site printed.
pub(crate) fn organiser(page: &Page, site: &RunningSite) {
    page.go(site.organiser.as_deref().unwrap());
    page.write("Name", "Prof");
    page.write("Password", PASSWORD);
    page.follow(Button("Make the account"));
    page.says("Prof (organiser)");
}

/// Downloads a starter file from the handbook and keeps it under its name.
pub(crate) fn starter(page: &Page, folder: &Path, address: &str) -> PathBuf {
    page.go("/docs");
    let file = page.fetch(At(&format!("a[href=\"/docs/starters/{address}\"]")));
    assert_eq!(Path::new(&file.name).file_name(), Path::new(address).file_name());
    written(folder, &file.name, &file.bytes)
}

/// Writes a file that somebody has at home.
pub(crate) fn written(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Sends a file to a contest; ends on its status page.
pub(crate) fn send(page: &Page, contest: &str, file: &Path) {
    page.go(&format!("/c/{contest}"));
    page.follow(Link("Send a bot"));
    page.hand_over("A file or a zip archive", file);
    page.follow(Button("Send"));
    assert!(page.path().starts_with("/uploads/"), "{}", page.text());
    // Whatever comes now comes without loading the page again.
    page.eval("window.sameVisit = true");
}

/// Watches a page until it says this, live.
pub(crate) fn watch(page: &Page, words: &str) {
    page.until_it_says(words);
    assert_eq!(page.eval("window.sameVisit"), true, "the page was loaded again");
}

/// What the status page says of an upload that passed.
pub(crate) const PLAYS: &str = "It passed and plays on the ladder";

/// The address of a contest's newest game, as soon as there is one.
pub(crate) fn newest_game(page: &Page, contest: &str) -> String {
    page.go(&format!("/c/{contest}"));
    page.until("/[1-9]\\d* games/.test(document.querySelector('#rungs').innerText)");
    page.go(&format!("/games?contest={contest}"));
    page.follow(At("table.games tbody a[href^=\"/games/\"]"));
    page.path()
}
