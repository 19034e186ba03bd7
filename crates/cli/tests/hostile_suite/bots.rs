//! The bots of `tests/hostile` and what their headers say: what each tries, what stops it, and what is told.

use std::fs;
use std::path::{Path, PathBuf};

/// A hostile bot.
#[derive(Debug, Clone)]
pub(crate) struct Bot {
    pub(crate) file: PathBuf,
    /// Its folder in `tests/hostile`.
    pub(crate) language: String,
    /// Its file's name.
    pub(crate) name: String,
    pub(crate) tries: String,
    pub(crate) stopped: String,
    pub(crate) told: String,
}

/// The folder of a language, or of the bots that mean no harm (`honest`).
pub(crate) fn folder_of(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile").join(language)
}

pub(crate) const LANGUAGES: [&str; 9] =
    ["python", "executable", "java", "haskell", "javascript", "c", "rust", "wasm", "http"];

/// All bots of a language, by name.
pub(crate) fn of(language: &str) -> Vec<Bot> {
    let files = fs::read_dir(folder_of(language)).unwrap().map(|entry| entry.unwrap().path());
    let mut bots: Vec<Bot> = files.filter(|path| path.is_file()).map(|file| read(language, &file)).collect();
    bots.sort_by(|one, other| one.name.cmp(&other.name));
    bots
}

fn read(language: &str, file: &Path) -> Bot {
    let text = fs::read_to_string(file).unwrap();
    let [tries, stopped, told] = facts(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    Bot { file: file.to_owned(), language: language.to_owned(), name, tries, stopped, told }
}

const FACTS: [&str; 3] = ["Tries:", "Stopped:", "Told:"];

/// The three facts at the head of a file, in any language's comments. A fact may go on in further lines.
fn facts(text: &str) -> Result<[String; 3], String> {
    let mut found: Vec<String> = Vec::new();
    // How its language begins a comment: a line that begins as one of another is code.
    let mut mark = None;
    for line in text.lines() {
        let Some(words) = comment(line, &mut mark) else {
            // What has to stand before any comment.
            if found.is_empty() && (line.starts_with("#!") || line.starts_with("{-#")) {
                continue;
            }
            break;
        };
        match FACTS.iter().position(|fact| words.starts_with(fact)) {
            Some(fact) if fact == found.len() => found.push(words[FACTS[fact].len()..].trim().to_owned()),
            None if !found.is_empty() => {
                let last = found.last_mut().unwrap();
                last.push(' ');
                last.push_str(words);
            }
            _ => return Err(format!("its head is to begin with {} in this order", FACTS.join(", "))),
        }
    }
    <[String; 3]>::try_from(found).map_err(|found| format!("its head says {} of {FACTS:?}", found.len()))
}

const MARKS: [&str; 4] = ["//", "--", ";;", "#"];

fn comment<'a>(line: &'a str, mark: &mut Option<&'static str>) -> Option<&'a str> {
    if line.starts_with("#!") {
        return None;
    }
    let begins = |start: &&str| line.starts_with(start) && mark.is_none_or(|mark| mark == *start);
    let start = MARKS.into_iter().find(begins)?;
    *mark = Some(start);
    Some(line[start.len()..].trim())
}

impl Bot {
    /// The beginnings of what it may be called in standings: by its file, or by the class in it.
    fn names(&self) -> [String; 2] {
        let stem = self.name.split('.').next().unwrap();
        let class = stem.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        [stem.to_owned(), class]
    }

    /// Whether somebody with this name is this bot.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.names().iter().any(|own| {
            let rest = name.strip_prefix(own.as_str());
            // Other bots' names may begin like its own.
            rest.is_some_and(|rest| !rest.starts_with('_') && !rest.starts_with(char::is_uppercase))
        })
    }

    /// Whether it attacks walls: where there are none, nothing keeps it out, and it is not let loose.
    pub(crate) fn needs_walls(&self) -> bool {
        // Daemons and files outlive a tournament; and whoever opens anew what its host has open cuts the
        // interpreter's own files short, where its user may write to them.
        let leaves_something = [
            "Drip.java",
            "daemon.py",
            "elephant.js",
            "elephant.py",
            "elephant.rs",
            "leaves_marks.py",
            "million_files.py",
        ];
        self.told.contains("kept out") || leaves_something.contains(&self.name.as_str())
    }

    /// What is wrong with what was told of it below the table, and in its log.
    pub(crate) fn judge(&self, told: &str, log: &str) -> Result<(), String> {
        let quoted: Vec<&str> = self.told.split('"').skip(1).step_by(2).collect();
        let silent = self.told.starts_with("nothing");
        if silent && !self.told.contains(" or ") && !told.is_empty() {
            return Err(format!("nothing was to be told, and this was: {told}"));
        }
        let heard = format!("{told}\n{log}");
        let may_be_silent = self.told.starts_with("nothing, or") && told.is_empty();
        if quoted.is_empty() || may_be_silent || quoted.iter().any(|text| holds(&heard, text)) {
            return Ok(());
        }
        let log: String = log.chars().take(600).collect();
        Err(format!("to be told: {}\ntold: {told}\nits log: {log}", self.told))
    }
}

/// Whether all parts of a text come one after the other, in one line.
fn holds(heard: &str, text: &str) -> bool {
    heard.lines().any(|line| {
        let mut rest = line;
        text.split('…').all(|part| match rest.find(part.trim()) {
            Some(at) => {
                rest = &rest[at + part.trim().len()..];
                true
            }
            None => false,
        })
    })
}

#[test]
fn a_head_says_three_facts_and_no_more() {
    let head = "#!/bin/sh\n# Tries:   this\n#          and that.\n# Stopped: by \"walls\".\n# Told:    \
                nothing.\nexit\n# Told: x\n";
    assert_eq!(facts(head), Ok(["this and that.", "by \"walls\".", "nothing."].map(ToOwned::to_owned)));
    let in_c = "// Tries: this.\n// Stopped: there.\n// Told: nothing.\n#include <stdio.h>\n";
    assert_eq!(facts(in_c).unwrap()[2], "nothing.", "what other languages comment with is code");
    assert!(facts("# Tries: x\n# Told: y\n").is_err() && facts("# Tries: x\n# Stopped: y\n").is_err());
}

#[test]
fn what_is_told_is_compared_piece_by_piece() {
    let bot = |told: &str| Bot { told: told.to_owned(), ..of("python").remove(0) };
    let late = bot("\"late: …; 0.30 s are allowed\", or \"out of memory\".");
    assert!(late.judge("X: late: thought; 0.30 s are allowed", "").is_ok());
    assert!(late.judge("X: late: thought; 0.50 s are allowed", "").is_err());
    assert!(late.judge("", "").is_err());
    assert!(bot("nothing.").judge("X: late", "").is_err() && bot("nothing.").judge("", "hello").is_ok());
    let kept_out = bot("nothing; its log says \"kept out\".");
    assert!(kept_out.judge("", "kept out").is_ok() && kept_out.judge("", "").is_err());
    assert!(bot("nothing, or \"late: …\".").judge("", "").is_ok());
}
