//! Every page that a guest can read, in a real browser: accessible, inside the screen, usable by keys and
//! without script.

use std::panic::AssertUnwindSafe;

use crate::browser::{At, Button, Chromium, LAPTOP, Link, PHONE, PROJECTOR, Scheme};
use crate::people::{PASSWORD, newest_game, sign_in, sign_up};
use crate::site::RunningSite;

const GAMES: [&str; 5] = ["last-card", "no-thanks", "hearts", "jujitsu", "score-four"];

#[test]
fn what_there_is_to_read_is_accessible_and_fits_every_screen_light_and_dark() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--workers", "0"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    let pages = [
        ("/docs", "handbook"),
        ("/docs/rules/hearts", "rules"),
        ("/docs/languages/python", "language"),
        ("/docs/protocol", "protocol"),
        ("/docs/check", "check"),
        ("/docs/standings", "standings"),
        ("/api", "api"),
        ("/play/hearts", "play"),
        ("/sign-up", "sign-up"),
        ("/games", "games-none"),
        ("/c/hearts/finals", "finals-none"),
        ("/nothing", "missing"),
    ];
    for (path, name) in pages {
        page.go(path);
        page.inspect(name);
    }
    sign_in(&page, "nobody", "wrong wrong");
    page.inspect("sign-in-wrong");
}

#[test]
fn what_lives_is_accessible_and_fits_every_screen_light_and_dark() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    for game in GAMES {
        let address = newest_game(&page, game);
        let last = page.eval("Number(document.querySelector('[data-turn]').dataset.last)").as_u64().unwrap();
        page.go(&format!("{address}?turn={}", last * 2 / 3));
        page.inspect(&format!("game-{game}"));
    }
    for (path, name) in [("/", "front"), ("/c/hearts", "ladder"), ("/games", "games")] {
        page.go(path);
        page.inspect(name);
        page.show(PROJECTOR, Scheme::Light);
        page.fits();
        page.picture(name);
        page.show(LAPTOP, Scheme::Light);
    }
    page.follow(At("table.games .seats a"));
    page.inspect("player");
}

#[test]
fn reading_needs_no_script() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo"]);
    let chromium = Chromium::start();
    let page = chromium.visitor(&site.address);
    newest_game(&page, "hearts");
    page.allow_scripts(false);
    let address = page.path();
    page.go(&address);
    assert!(!page.has(Button("Play")), "what needs script is not offered without it");
    page.follow(Link("Forward"));
    page.says("Turn 1 of");
    page.write("Go to turn", "7");
    page.follow(Button("Go"));
    page.says("Turn 7 of");
    page.follow(At("nav[aria-label=\"What is shown\"] a:nth-of-type(2)"));
    assert!(page.count(".picture .back") > 20);
    page.follow(Link("Hearts"));
    page.write("Name", "random");
    page.follow(Button("Filter"));
    assert_eq!(page.count("table.ladder tbody tr"), 1, "{}", page.text());
    page.follow(Link("house:random"));
    page.follow(Link("All games"));
    page.follow(Link("Contests"));
    page.says("Psychological Jujitsu");
    page.follow(Link("Handbook"));
    page.follow(Link("No Thanks!"));
    page.says("No Thanks!");
    page.go("/play/score-four");
    page.follow(Button("Deal"));
    page.follow(At(".picture button"));
    assert_eq!(page.count(".picture .bead"), 2);
    page.behaved();
}

#[test]
fn the_tab_key_reaches_every_control_and_shows_where_it_is() {
    let data = tempfile::tempdir().unwrap();
    let chromium = Chromium::start();
    let mut site = RunningSite::start(data.path(), &["--demo"]);
    let game = newest_game(&chromium.visitor(&site.address), "hearts");
    // A site that stands still: what is counted does not change meanwhile.
    site.stop();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let page = chromium.visitor(&site.address);
    page.go(&game);
    page.tabs_through();
    for path in ["/", "/c/hearts", "/docs", "/sign-in", "/play/hearts"] {
        page.go(path);
        page.tabs_through();
    }
    page.go("/play/score-four");
    page.follow(Button("Deal"));
    page.tabs_through();
    page.go("/play/hearts");
    page.follow(Button("Deal"));
    page.tabs_through();
    sign_up(&page, "Ada", None);
    page.tabs_through();
    page.go("/c/hearts/upload");
    page.tabs_through();
    // Signing in takes no mouse.
    page.follow(Button("Sign out"));
    page.go("/sign-in");
    while page.eval("document.activeElement.name") != "name" {
        page.press("Tab");
    }
    page.type_in("Ada");
    page.press("Tab");
    page.type_in(PASSWORD);
    page.following(|| page.press("Enter"));
    assert_eq!(page.path(), "/home", "{}", page.text());
    // The first stop leads past the navigation, and the key Enter follows it.
    page.go("/docs");
    page.press("Tab");
    page.press("Enter");
    page.until("location.hash === '#main'");
    page.behaved();
}

/// Whether a check that fails by panicking does.
fn fails(check: impl FnOnce()) -> bool {
    std::panic::catch_unwind(AssertUnwindSafe(check)).is_err()
}

#[test]
fn what_a_page_must_not_do_is_noticed() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    page.go("/sign-in");
    page.accessible();
    page.fits();
    page.behaved();
    page.eval("document.querySelector('h1').style.cssText = 'color: #ccc; background: #fff; width: 3000px'");
    assert!(fails(|| page.accessible()), "pale letters");
    page.show(PHONE, Scheme::Dark);
    assert!(fails(|| page.accessible()), "colours are looked at in the dark too");
    assert!(fails(|| page.fits()), "a wide heading");
    page.eval("document.querySelector('a').style.outline = 'none'");
    assert!(fails(|| page.tabs_through()), "nothing shows where one is");
    page.eval(
        "document.head.append(Object.assign(document.createElement('script'), \
               { text: 'window.bad = 1' })); 0",
    );
    assert!(page.eval("window.bad").is_null() && page.complaints().len() == 1, "script inside a page");
    page.eval("console.error('broken')");
    assert!(fails(|| page.behaved()), "an error of a script");
    let elsewhere = site.address.replace("127.0.0.1", "localhost");
    page.following(|| drop(page.eval(&format!("location.href = 'http://{elsewhere}/'"))));
    assert!(page.complaints().iter().any(|said| said.contains("another host")));
}

#[test]
fn a_click_on_what_is_just_being_renewed_is_made_again() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--workers", "0"]);
    let chromium = Chromium::start();
    let page = chromium.visitor(&site.address);
    page.go("/");
    page.eval(
        "addEventListener('mousedown', () => {
            const top = document.querySelector('header');
            top.replaceWith(top.cloneNode(true));
        }, { capture: true, once: true })",
    );
    page.follow(Link("Handbook"));
    assert_eq!(page.path(), "/docs");
    // Nothing is renewed here, but what is above grows, and the click falls beside it.
    page.eval(
        "addEventListener('mousedown', () => { document.body.style.paddingTop = '300px'; }, \
         { capture: true, once: true })",
    );
    page.follow(Link("No Thanks!"));
    assert_eq!(page.path(), "/docs/rules/no-thanks");
}
