//! The table of attacks in `docs/security.md` is what the heads of the bots say.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::bots::{self, LANGUAGES};

const BEGIN: &str = "<!-- attacks: begin, written by crates/cli/tests/hostile_suite -->\n";
const END: &str = "<!-- attacks: end -->\n";
/// No fewer are ever in the suite.
const FEWEST: usize = 60;

/// The table, from the heads.
fn table() -> String {
    let mut table =
        String::from("| bot | what it tries | what stops it | what is told |\n| --- | --- | --- | --- |\n");
    for bot in LANGUAGES.into_iter().flat_map(bots::of) {
        // A bar ends a cell, and an angle bracket may begin a tag.
        let cell = |text: &str| text.replace('|', "\\|").replace('<', "&lt;");
        let (tries, stopped, told) = (cell(&bot.tries), cell(&bot.stopped), cell(&bot.told));
        writeln!(table, "| `{}/{}` | {tries} | {stopped} | {told} |", bot.language, bot.name).unwrap();
    }
    table
}

#[test]
fn the_page_shows_the_attacks_as_the_bots_say() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let kept = fs::read_to_string(&page).unwrap();
    let (before, rest) = kept.split_once(BEGIN).expect("the page has a place for the table");
    let (_, after) = rest.split_once(END).expect("the place for the table has an end");
    let made = format!("{before}{BEGIN}{}{END}{after}", table());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &made).unwrap();
    }
    assert!(
        fs::read_to_string(&page).unwrap() == made,
        "docs/security.md does not show what the bots of tests/hostile say; \
         UPDATE=1 cargo test -p croupier --test hostile_suite the_page writes it anew"
    );
}

#[test]
fn there_are_sixty_bots_and_some_in_every_language() {
    let all: Vec<_> = LANGUAGES.into_iter().map(|language| (language, bots::of(language).len())).collect();
    assert!(all.iter().all(|&(_, count)| count > 0), "{all:?}");
    assert!(all.iter().map(|(_, count)| count).sum::<usize>() >= FEWEST, "{all:?}");
}
