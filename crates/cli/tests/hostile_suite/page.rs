//! What `docs/security.md` shows of other places is what they say: the table of attacks is in the heads of
//! the bots, and the figures of fuzzing and of the soak are on their own pages.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::bots::{self, LANGUAGES};

/// No fewer are ever in the suite.
const FEWEST: usize = 60;

/// A file of this repository.
fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The attacks, from the heads.
fn attacks() -> String {
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

/// The first table below a heading of a page, line by line.
fn table_below(page: &str, heading: &str) -> Vec<String> {
    let text = fs::read_to_string(in_repository(page)).unwrap();
    let (_, below) = text.split_once(heading).unwrap_or_else(|| panic!("{page} has no {heading}"));
    let lines = below.lines().skip_while(|line| !line.starts_with('|'));
    lines.take_while(|line| line.starts_with('|')).map(ToOwned::to_owned).collect()
}

/// What each fuzz target has behind it.
fn fuzzers() -> String {
    let rows = table_below("docs/security-fuzzing.md", "## What ran");
    assert!(rows.len() > 2, "{rows:?}");
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// The columns of the soak that this page shows: part, games, minutes, memory, left, flat.
const SHOWN_OF_SOAK: [usize; 6] = [1, 2, 3, 4, 9, 10];

/// A row for each part of the soak; of the site, whose runs stand one below the other, the last.
fn soak() -> String {
    let mut rows = table_below("docs/soak.md", "## What came of it");
    let site = table_below("docs/soak.md", "## The site").pop().unwrap();
    let (_, measured) = site.trim_start_matches('|').split_once('|').unwrap();
    rows.push(format!("| the site, the last run |{measured}"));
    let mut table = String::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let shown = SHOWN_OF_SOAK.map(|column| cells[column]);
        writeln!(table, "| {} |", shown.join(" | ")).unwrap();
    }
    table
}

/// Holds the part of the page between two marks against what it is made of.
fn shows(part: &str, made: &str) {
    let begin = format!("<!-- {part}: begin, written by crates/cli/tests/hostile_suite -->\n");
    let end = format!("<!-- {part}: end -->\n");
    let page = in_repository("docs/security.md");
    let kept = fs::read_to_string(&page).unwrap();
    let (before, rest) = kept.split_once(&begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(&end).expect("the place for the table has an end");
    let whole = format!("{before}{begin}{made}{end}{after}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&page, &whole).unwrap();
    }
    assert!(
        fs::read_to_string(&page).unwrap() == whole,
        "docs/security.md does not show {part} as they are; \
         UPDATE=1 cargo test -p croupier --test hostile_suite the_page writes it anew"
    );
}

// One test: where the page is written anew, its parts are written one after the other.
#[test]
fn the_page_shows_attacks_fuzzers_and_soak_as_they_are() {
    shows("attacks", &attacks());
    shows("fuzzers", &fuzzers());
    shows("soak", &soak());
}

#[test]
fn there_are_sixty_bots_and_some_in_every_language() {
    let all: Vec<_> = LANGUAGES.into_iter().map(|language| (language, bots::of(language).len())).collect();
    assert!(all.iter().all(|&(_, count)| count > 0), "{all:?}");
    assert!(all.iter().map(|(_, count)| count).sum::<usize>() >= FEWEST, "{all:?}");
}

/// The files of this repository that a text names: by their whole path, or by their name alone behind a path
/// of the same folder.
fn named_files(text: &str) -> Vec<PathBuf> {
    const ROOTS: [&str; 3] = ["crates/", "docs/", "languages/"];
    let is_edge = |sign: char| sign.is_whitespace() || "`\"(),;".contains(sign);
    let mut folder = PathBuf::new();
    let mut named = Vec::new();
    for word in text.split(is_edge).map(|word| word.trim_end_matches(['.', ':'])) {
        if ROOTS.iter().any(|root| word.starts_with(root)) {
            let path = PathBuf::from(word);
            folder = path.parent().unwrap().to_owned();
            named.push(path);
        } else if word.ends_with(".rs") {
            named.push(folder.join(word));
        }
    }
    named
}

#[test]
fn every_file_that_a_head_names_is_there() {
    let mut missing = Vec::new();
    for bot in LANGUAGES.into_iter().flat_map(bots::of) {
        let head = [bot.tries, bot.stopped, bot.told].join(" ");
        let gone =
            named_files(&head).into_iter().filter(|path| !in_repository(path.to_str().unwrap()).exists());
        missing.extend(gone.map(|path| format!("{}/{}: {}", bot.language, bot.name, path.display())));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_file_is_named_by_its_path_or_behind_one_of_its_folder() {
    let text = "by walls (crates/hosts/src/wait.rs, log.rs); `crates/hosts/src/cell`. Told: \"kept out\".";
    let named = named_files(text);
    let expected = ["crates/hosts/src/wait.rs", "crates/hosts/src/log.rs", "crates/hosts/src/cell"];
    assert_eq!(named, expected.map(PathBuf::from));
}
