//! What ARCHITECTURE.md says of the code, as far as reading the code can hold it.

#![allow(clippy::unwrap_used)] // A test may.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use croupier_hosts::languages::{self, Form};

/// The pages whose paths are held.
const PAGES: [&str; 3] = ["ARCHITECTURE.md", "crates/README.md", "CONTRIBUTING.md"];

/// What pages name and a run makes.
const MADE: [&str; 2] = ["fuzz/artifacts", "target/tmp/screenshots"];

/// What is printed outside `cli`, and why.
const PRINTING: &[(&str, &str)] = &[
    (
        "crates/hosts/src/cell/launcher.rs",
        "a process of its own by then, which says why it cannot become the bot",
    ),
    ("crates/hosts/src/cell/linux/trial/probe.rs", "the launcher again, which tells us what it saw"),
];

/// Where the command line is read outside `cli`, and why.
const COMMAND_LINE: &[(&str, &str)] =
    &[("crates/hosts/src/bin/cell_entry.rs", "the launcher as a program of its own, for tests")];

/// Where else than in the table a language is named, and why.
const LANGUAGES: &[(&str, &str)] = &[
    ("crates/arena/src/naming/mod.rs", "a name without an ending means a module of Python"),
    ("crates/check/src/haskell.rs", "a failing position of Hearts, as a call"),
    ("crates/cli/src/commands/doctor/languages.rs", "where Python runs"),
    ("crates/cli/src/commands/no_thanks.rs", "a word that the command of the original took"),
    ("crates/cli/src/commands/shared/packages.rs", "Python inside WebAssembly has no packages"),
    ("crates/hosts/src/bot_files/", "what a source in Python imports, what a jar says is beside it"),
    ("crates/hosts/src/packages/", "how the packages of a language are brought"),
    ("crates/hosts/src/runtimes.rs", "where Python runs"),
    ("crates/hosts/src/wasm/", "Python inside WebAssembly"),
    ("crates/portal/src/allowed.rs", "Python inside WebAssembly has no packages"),
    ("crates/portal/src/fuzzing.rs", "names of files to begin with"),
    ("crates/portal/src/pages/account/upload.rs", "where Python runs"),
    ("crates/portal/src/pages/parts/assets.rs", "the site's own scripts"),
    ("crates/portal/src/uploads/at_home.rs", "where Python runs"),
    ("crates/queue/src/lib.rs", "the example in its documentation"),
    ("crates/worker/src/abilities.rs", "where Python runs"),
    ("crates/worker/src/playing/offers.rs", "where Python runs"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Every file and folder of the checkout, as paths from its root; what is built or fetched is none of it.
fn checkout() -> Vec<String> {
    fn walk(folder: &Path, root: &Path, all: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (path, name) = (entry.path(), entry.file_name());
            if ["target", ".git", "node_modules"].iter().any(|skipped| name == *skipped) {
                continue;
            }
            all.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            if path.is_dir() {
                walk(&path, root, all);
            }
        }
    }
    let mut all = Vec::new();
    walk(&root(), &root(), &mut all);
    all
}

/// The sources of crates, without their tests: path and text, up to the tests inside.
fn sources(of: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let is_test = |path: &str| {
        ["/tests.rs", "_tests.rs"].iter().any(|end| path.ends_with(end)) || path.contains("/tests/")
    };
    let files = checkout().into_iter().filter(|path| {
        let parts: Vec<&str> = path.split('/').collect();
        matches!(parts[..], ["crates", name, "src", ..] if of(name))
            && path.ends_with(".rs")
            && !is_test(path)
    });
    files
        .map(|path| {
            let text = read(&path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            (path, code)
        })
        .collect()
}

/// The lines of code, without comments, that have one of these words; where they are.
fn lines_with(sources: &[(String, String)], words: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, text) in sources {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let lines = code.filter(|line| words.iter().any(|word| line.contains(word)));
        found.extend(lines.map(|line| (path.clone(), line.trim().to_owned())));
    }
    found
}

/// The words between backticks that are paths, or names of our files.
fn paths_in(text: &str) -> BTreeSet<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let quoted = prose.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "./_-<>".contains(c));
        plain && !word.starts_with(['/', '<', '-']) && (word.contains('/') || word.ends_with(".rs"))
    };
    quoted.filter(is_path).map(|word| word.trim_end_matches('/').to_owned()).collect()
}

/// Whether a path of a page is there: from the root, from the folder of crates, inside a crate, or as the
/// end of one, where the words around it say in which folder.
fn is_there(path: &str, all: &[String]) -> bool {
    // A name that the reader fills in: its folder is there.
    let path = path.split_once("/<").map_or(path, |(folder, _)| folder);
    let path = path.strip_prefix("../").unwrap_or(path);
    let inside = path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
    let places = [Some(path.to_owned()), Some(format!("crates/{path}")), inside];
    let ending = format!("/{path}");
    MADE.contains(&path)
        || all
            .iter()
            .any(|there| places.iter().flatten().any(|place| place == there) || there.ends_with(&ending))
}

#[test]
fn every_path_that_the_pages_name_is_there() {
    let all = checkout();
    let mut missing = Vec::new();
    for page in PAGES {
        let text = read(page);
        let named = paths_in(&text);
        assert!(!named.is_empty() || page == "crates/README.md", "{page} names no path");
        missing.extend(named.into_iter().filter(|path| !is_there(path, &all)).map(|path| (page, path)));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let beside = root().join(page).parent().unwrap().join(target);
            if !link.contains("://") && !target.is_empty() && !beside.exists() {
                missing.push((page, link.to_owned()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// What each crate may see, by the arrows of ARCHITECTURE.md: all that is left of it, and left of that.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let text = read("ARCHITECTURE.md");
    let drawn = text.split("Dependencies point one way:").nth(1).unwrap().split("```").nth(1).unwrap();
    let mut sees: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let names = |part: &str| -> Vec<String> {
        let plain = |c: char| c.is_ascii_lowercase();
        part.split(|c: char| !plain(c)).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    for line in drawn.lines() {
        let (chains, beside) = line.split_once('(').unwrap_or((line, ""));
        for chain in chains.split("   ").filter(|chain| chain.contains('◄')) {
            let steps: Vec<Vec<String>> = chain.split('◄').map(names).collect();
            for pair in steps.windows(2) {
                for right in &pair[1] {
                    sees.entry(right.clone()).or_default().extend(pair[0].iter().cloned());
                }
            }
        }
        if let Some((who, whom)) = beside.split_once(" also see ") {
            for who in names(who).into_iter().filter(|word| word != "and") {
                sees.entry(who).or_default().extend(names(whom));
            }
        }
    }
    loop {
        let before = sees.clone();
        for seen in sees.values_mut() {
            let further: Vec<String> =
                seen.iter().filter_map(|name| before.get(name)).flatten().cloned().collect();
            seen.extend(further);
        }
        if sees == before {
            return sees;
        }
    }
}

#[test]
fn crates_depend_on_each_other_only_along_the_arrows() {
    let sees = arrows();
    let crates: Vec<String> = checkout()
        .iter()
        .filter_map(|path| path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"))
        .map(str::to_owned)
        .collect();
    assert!(crates.len() >= 11, "{crates:?}");
    let mut wrong = Vec::new();
    for name in &crates {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        // Tests may see what their crate may not.
        let parts = manifest.split("\n[").filter(|part| {
            let head = part.lines().next().unwrap_or_default();
            head.ends_with("dependencies]") && !head.ends_with("dev-dependencies]")
        });
        for line in parts.flat_map(str::lines) {
            let Some(seen) = line.strip_prefix("croupier-").and_then(|rest| rest.split([' ', '.']).next())
            else {
                continue;
            };
            if !sees.get(name).is_some_and(|all| all.contains(seen)) {
                wrong.push(format!("{name} depends on {seen}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is found beyond the exceptions; an exception that is none any more is found as well.
fn beyond(found: Vec<(String, String)>, exceptions: &[(&str, &str)]) -> Vec<(String, String)> {
    let excused = |path: &str| exceptions.iter().any(|(excused, _)| path.starts_with(excused));
    let idle = exceptions.iter().filter(|(path, _)| !found.iter().any(|(there, _)| there.starts_with(path)));
    let idle: Vec<_> =
        idle.map(|(path, _)| ((*path).to_owned(), "needs no exception any more".to_owned())).collect();
    found.into_iter().filter(|(path, _)| !excused(path)).chain(idle).collect()
}

#[test]
fn only_the_program_prints() {
    let sources = sources(|name| name != "cli");
    let found = lines_with(&sources, &["print!(", "println!(", "eprint!(", "eprintln!("]);
    let wrong = beyond(found, PRINTING);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_the_program_reads_the_command_line() {
    let wrong = beyond(lines_with(&sources(|name| name != "cli"), &["env::args"]), COMMAND_LINE);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_in_the_program_or_the_site_is_generic_over_the_game() {
    let sources = sources(|name| ["cli", "portal"].contains(&name));
    let found = lines_with(&sources, &["with_game", ": Game>", ": Game,", ": Game +", "impl Game"]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn languages_are_named_in_their_table_and_where_they_alone_have_something() {
    let mut words = vec!["languages::python()".to_owned()];
    for language in languages::ALL {
        words.extend([format!("\"{}\"", language.word), format!("PackageLanguage::{}", language.title)]);
        let endings = language.forms.iter().filter_map(Form::ending);
        words.extend(endings.flat_map(|ending| [format!("\"{ending}\""), format!(".{ending}\"")]));
    }
    // Letters that are words of much else, and what a module is from.
    words.retain(|word| word.len() > 3 && word != "\"program\"" && word != "\"wasm\"");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = lines_with(&sources(|_| true), &words);
    let is_code = |line: &str| !["#[path", "include!"].iter().any(|begin| line.starts_with(begin));
    found.retain(|(path, line)| !path.starts_with("crates/hosts/src/languages/") && is_code(line));
    let wrong = beyond(found, LANGUAGES);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// So many files of modules a reader takes in at a glance.
const MOST_FILES: usize = 20;

#[test]
fn no_folder_of_modules_is_crowded() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in sources(|_| true) {
        *files.entry(path.rsplit_once('/').unwrap().0.to_owned()).or_default() += 1;
    }
    assert!(files.len() > 50, "{files:?}");
    files.retain(|_, count| *count > MOST_FILES);
    assert!(files.is_empty(), "{files:?}");
}

#[test]
fn a_module_of_files_is_a_folder_with_a_mod_rs() {
    let all = checkout();
    let folders: BTreeSet<&str> =
        all.iter().filter_map(|path| Some(path.strip_suffix(".rs")?.rsplit_once('/')?.0)).collect();
    let beside =
        all.iter().filter(|path| path.strip_suffix(".rs").is_some_and(|path| folders.contains(path)));
    let beside: Vec<_> = beside.collect();
    assert!(beside.is_empty(), "{beside:#?}");
}

/// The modules of a file that are built under a condition with this word: name and condition.
fn modules_only_for(text: &str, word: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in text.split("#[cfg(").skip(1) {
        let (condition, rest) = part.split_once(")]\n").unwrap_or((part, ""));
        let item = rest.lines().map(str::trim_start).find(|line| !line.starts_with(['#', '/']));
        let name = item.and_then(|item| {
            let (visible, name) = item.split_once("mod ")?;
            let name = name.trim_end_matches(" {").trim_end_matches(';');
            let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit());
            ((visible.is_empty() || visible.starts_with("pub")) && is_name).then_some(name)
        });
        let mut words = condition.split(|c: char| !c.is_ascii_alphanumeric());
        if let Some(name) = name.filter(|_| words.any(|there| there == word)) {
            found.push((name.to_owned(), condition.to_owned()));
        }
    }
    found
}

#[test]
fn modules_that_only_tests_and_fuzzers_use_say_so_in_their_names() {
    let crates = checkout().into_iter().filter(|path| {
        let parts: Vec<&str> = path.split('/').collect();
        matches!(parts[..], ["crates", _, "src", ..]) && path.ends_with(".rs")
    });
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in crates {
        for (name, condition) in modules_only_for(&read(&path), "test") {
            seen += 1;
            let is_for_tests =
                ["tests", "testing", "test_double"].contains(&&*name) || name.ends_with("_tests");
            let is_for_fuzzers = condition.contains("fuzzing") && name.starts_with("fuzz");
            if !is_for_tests && !is_for_fuzzers {
                wrong.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(seen > 300 && wrong.is_empty(), "{seen} seen, {wrong:#?}");
}

/// How wide comments and prose may be, and what is longer because it cannot be broken.
const WIDEST_COMMENT: usize = 110;
const WIDEST_PROSE: usize = 100;

/// How comments look in a file: what begins a line of them, and what a block of them begins and ends with.
fn comments_of(path: &str) -> Option<(&'static str, [&'static str; 2])> {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("rs" | "java" | "js" | "mjs" | "c" | "h" | "cpp" | "wit" | "css") => Some(("//", ["/*", "*/"])),
        Some("hs") => Some(("--", ["{-", "-}"])),
        Some("py" | "sh" | "toml" | "yml") => Some(("#", ["\"\"\"", "\"\"\""])),
        None if path.starts_with("scripts/") => Some(("#", ["\"\"\"", "\"\"\""])),
        _ => None,
    }
}

/// The numbers of the lines that are nothing but comment, and of those that end in a block of it.
fn comment_lines(path: &str, text: &str) -> Vec<usize> {
    let Some((line, [begin, end])) = comments_of(path) else { return Vec::new() };
    let (mut is_inside, mut before, mut found) = (false, ":", Vec::new());
    for (number, whole) in (1..).zip(text.lines()) {
        let here = whole.trim();
        // Between quotes a block documents what it follows: a line that ends with a colon, or nothing.
        let is_block = here.starts_with(begin) && (begin != end || before.ends_with(':'));
        let is_comment = is_inside || is_block || here.starts_with(line);
        if is_inside {
            is_inside = !here.contains(end);
        } else if is_block {
            is_inside = !here[begin.len()..].contains(end);
        }
        let is_behind = (begin != end && here.ends_with(end)) || (line == "--" && here.contains(" -- "));
        if is_comment || is_behind {
            found.push(number);
        }
        if !here.is_empty() && !here.starts_with("#!") {
            before = here;
        }
    }
    found
}

#[test]
fn comments_are_found_in_every_language() {
    for (path, text, expected) in [
        ("a.rs", "// one\nlet a = 1; // behind\n/* two\n three */\nlet b;", &[1, 3, 4][..]),
        ("a.c", "int a; /* behind */\n/* one\n * two\n */\nint b;", &[1, 2, 3, 4]),
        ("a.hs", "a = 1 -- behind\n-- one\n{- two\n-}\nb = 1", &[1, 2, 3, 4]),
        (
            "a.py",
            "\"\"\"One.\n\ntwo\n\"\"\"\na = [\n\"\"\"none\"\"\"]\ndef b():\n    \"\"\"Three.\"\"\"\n# four",
            &[1, 2, 3, 4, 8, 9],
        ),
        ("scripts/a", "#!/bin/sh\n# one\ntwo", &[1, 2]),
        ("scripts/a", "#!/usr/bin/env python3\n\"\"\"One.\"\"\"\n", &[1, 2]),
        ("a.txt", "// none", &[]),
    ] {
        assert_eq!(comment_lines(path, text), expected, "{path}: {text}");
    }
}

#[test]
fn comments_end_at_110_columns_and_prose_at_100() {
    let (mut seen, mut wide) = (BTreeSet::new(), Vec::new());
    for path in checkout() {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned();
        let is_prose = ending == "md";
        if !root().join(&path).is_file() || !(is_prose || comments_of(&path).is_some()) {
            continue;
        }
        let text = read(&path);
        let lines: Vec<&str> = text.lines().collect();
        let held = if is_prose { prose_lines(&text) } else { comment_lines(&path, &text) };
        let most = if is_prose { WIDEST_PROSE } else { WIDEST_COMMENT };
        if !held.is_empty() {
            seen.insert(ending);
        }
        let found = held.into_iter().filter(|number| lines[number - 1].chars().count() > most);
        wide.extend(found.map(|number| format!("{path}:{number}")));
    }
    for ending in ["rs", "md", "py", "java", "mjs", "js", "hs", "c", "h", "wit", ""] {
        assert!(seen.contains(ending), "no comment in .{ending}");
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// The numbers of the lines of a page that are prose: tables, headings, code, a command or an address are
/// one line each, and as long as they are.
fn prose_lines(text: &str) -> Vec<usize> {
    let (mut is_code, mut found) = (false, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        is_code ^= line.starts_with("```");
        if !is_code && !line.starts_with(['|', '#', '`', '(']) {
            found.push(number);
        }
    }
    found
}

#[test]
fn the_rules_know_no_clock_no_file_and_no_thread() {
    let sources = sources(|name| ["games", "stats"].contains(&name));
    let words = ["fs", "io", "net", "env", "time", "thread", "process"].map(|part| format!("std::{part}"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let found = lines_with(&sources, &words);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_table_knows_no_games_name() {
    let games: Vec<String> = checkout()
        .iter()
        .filter_map(|path| path.strip_prefix("docs/rules/")?.strip_suffix(".md"))
        .map(str::to_owned)
        .collect();
    assert!(games.len() >= 5, "{games:?}");
    let modules = games.iter().map(|name| name.replace('-', "_"));
    let words: Vec<String> = games.iter().cloned().chain(modules).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let table: Vec<_> = sources(|name| name == "arena")
        .into_iter()
        .filter(|(path, _)| path.starts_with("crates/arena/src/table/"))
        .collect();
    let found = lines_with(&table, &words);
    assert!(!table.is_empty() && found.is_empty(), "{found:#?}");
}

#[test]
fn sql_stands_in_the_store_alone() {
    let mut sources = sources(|name| name == "portal");
    sources.retain(|(path, _)| !path.starts_with("crates/portal/src/store/"));
    let found = lines_with(&sources, &["sqlx::query", "SELECT ", "INSERT INTO "]);
    assert!(found.is_empty(), "{found:#?}");
}
