//! An organiser's story in a real browser: from the one-time link to the final.

use std::io::Cursor;

use crate::browser::{Button, Chromium, Link, Page};
use crate::long_bot::BOT;
use crate::people::{PLAYS, newest_game, organiser, send, sign_up, watch, written};
use crate::site::RunningSite;

#[test]
fn an_organiser_makes_a_contest_on_a_page_changes_it_pauses_it_and_plays_its_final() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &[]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    page.go(site.organiser.as_deref().unwrap());
    page.inspect("link-organiser");
    organiser(&page, &site);
    let late = chromium.visitor(&site.address);
    late.go(site.organiser.as_deref().unwrap());
    late.says("it was used");

    page.follow(Link("Organise"));
    page.inspect("organise-empty");
    let fill = |closes: &str| {
        page.write("Name in addresses", "autumn");
        page.write("Title", "Autumn cup");
        page.choose("Game", "Score Four");
        page.write("Closes, in UTC", closes);
        page.follow(Button("Make it"));
    };
    fill("soon");
    assert!(page.text_of("[role=alert]").contains("soon"), "{}", page.text());
    fill("2099-12-20T18:00");
    page.go("/organise");
    page.follow(Link("Autumn cup"));
    page.write("Title", "Winter cup");
    page.write("Languages", "python, haskell");
    page.write("At most so many games a minute", "300");
    page.click(crate::browser::Field("Paused"));
    page.follow(Button("Save"));
    page.inspect("organise-contest");
    late.go("/");
    late.says("Winter cup");
    late.says("paused");
    page.click(crate::browser::Field("Paused"));
    page.follow(Button("Save"));
    late.until("!document.querySelector('#now').innerText.includes('paused')");
    newest_game(&late, "autumn");

    page.go("/c/autumn");
    page.follow(Link("Finals"));
    page.choose("Design", "pairs");
    page.write("Games at most", "60");
    page.write("Seed", "7");
    page.follow(Button("Start"));
    page.until_it_says("Ended: all");
    page.says("house:minmax");
    page.inspect("finals");
    for path in ["/organise", "/organise/c/autumn", "/organise/people", "/c/autumn/finals"] {
        page.go(path);
        page.tabs_through();
    }
    let record = page.fetch(Link("Download the record"));
    let kept = written(data.path(), &record.name, &record.bytes);
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_croupier")).arg("verify").arg(&kept).output();
    assert!(verify.unwrap().status.success(), "{}", record.name);
    late.behaved();
}

#[test]
fn an_organiser_invites_people_helps_them_in_and_judges_what_they_sent() {
    let data = tempfile::tempdir().unwrap();
    let site = RunningSite::start(data.path(), &["--demo", "--sign-up", "code"]);
    let chromium = Chromium::start();
    let mut page = chromium.visitor(&site.address);
    organiser(&page, &site);
    page.go("/organise/people");
    page.write("Codes or addresses", "owl-1\nowl-2");
    page.follow(Button("Let them in"));
    page.says("owl-2");

    let renamed = BOT.replace("Plain", "Mine").replace("cost", "price").replace("other", "rival");
    let students: Vec<Page> = [("Ada", BOT.to_owned(), "owl-1"), ("Ben", renamed, "owl-2")]
        .into_iter()
        .map(|(name, bot, code)| {
            let student = chromium.visitor(&site.address);
            sign_up(&student, name, Some(code));
            send(&student, "no-thanks", &written(data.path(), &format!("{name}.py"), bot));
            student
        })
        .collect();
    for student in &students {
        watch(student, PLAYS);
    }

    page.write("Name or address", "ada");
    page.follow(Button("Find"));
    page.follow(Button("A link for a new password of Ada"));
    let link = page.text_of("[role=status] code");
    page.inspect("organise-people");
    let forgetful = chromium.visitor(&site.address);
    forgetful.go(&link);
    forgetful.write("Password", "another horse");
    forgetful.follow(Button("Set the password"));
    forgetful.says("Ada.py");

    page.go("/organise/rules");
    page.write("Megabytes of uploads kept", "1");
    page.follow(Button("Save"));
    assert_eq!(page.path(), "/organise/rules");
    page.inspect("organise-rules");

    page.go("/organise/c/no-thanks");
    page.write("Why Ada is out", "copied from Ben");
    page.follow(Button("Take Ada out"));
    forgetful.go("/c/no-thanks?find=Ada");
    forgetful.until_it_says("out: copied from Ben");
    page.inspect("organise-ladder");
    page.follow(Button("Let Ada play again"));
    forgetful.go("/c/no-thanks?find=Ada");
    forgetful.until("!document.querySelector('main').innerText.includes('copied')");

    let results = page.fetch(Link("Results (CSV)"));
    assert!(results.name.ends_with(".csv") && String::from_utf8(results.bytes).unwrap().contains("Ada"));
    let marks = page.fetch(Link("Uploads and marks (CSV)"));
    assert!(String::from_utf8(marks.bytes).unwrap().contains("Ben.py"));
    let packed = page.fetch(Link("All uploads that play"));
    let archive = zip::ZipArchive::new(Cursor::new(packed.bytes)).unwrap();
    assert_eq!(archive.len(), 2, "{}", packed.name);
    page.follow(Link("Uploads that are alike"));
    assert!(
        page.text_of("tbody").contains("Ada") && page.text_of("tbody").contains("Ben"),
        "{}",
        page.text()
    );
    page.inspect("organise-alike");

    newest_game(&page, "no-thanks");
    page.follow(Link("Play it again, from its record"));
    assert_eq!(page.text_of("[role=status] .verdict"), "agrees", "{}", page.text());
    page.inspect("organise-dispute");
    page.go("/organise");
    page.inspect("organise");
    students[1].go("/organise");
    students[1].says("organiser");
    assert!(!students[1].has(Link("People and passwords")));
}
