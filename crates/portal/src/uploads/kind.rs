//! The kinds of bots that can be uploaded, told by the name's end and checked by the first bytes.

use super::NotTaken;

/// A kind of bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its word in contests and lists.
    pub word: &'static str,
    /// How it is called to people.
    pub title: &'static str,
    /// The end of its file's name; empty for none.
    end: &'static str,
    /// What its file is called where it is kept, unless it says so itself.
    stored_as: &'static str,
    /// What such a file begins with; empty for text.
    begins: &'static [u8],
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind { word: PYTHON, title: "Python", end: "py", stored_as: "bot.py", begins: b"" },
    Kind { word: "haskell", title: "Haskell", end: "hs", stored_as: "Player.hs", begins: b"" },
    Kind { word: "java", title: "Java", end: "jar", stored_as: "bot.jar", begins: b"PK" },
    Kind { word: "wasm", title: "WebAssembly", end: "wasm", stored_as: "bot.wasm", begins: b"\0asm" },
    Kind { word: "program", title: "Program", end: "", stored_as: "bot", begins: b"\x7fELF" },
];

/// The word for bots behind urls, which have no file.
pub const URL: &str = "url";
/// What a Python file is called.
pub const PYTHON: &str = "python";
/// The end of an archive's name.
pub const ARCHIVE: &str = "zip";

impl Kind {
    /// The kind of a file by its name, and the proof of its first bytes.
    pub fn of(file_name: &str, bytes: &[u8]) -> Result<&'static Self, NotTaken> {
        let end = end_of(file_name);
        let kind = KINDS.iter().find(|kind| kind.end == end);
        let kind = kind.ok_or_else(|| {
            NotTaken::because(format!(
                "a bot cannot be a file that ends with .{end}; taken are .py, .hs, .jar, .wasm, .zip and programs"
            ))
        })?;
        let script = kind.end.is_empty() && bytes.starts_with(b"#!");
        if !bytes.starts_with(kind.begins) && !script {
            return Err(NotTaken::because(format!("{file_name} is not what its name says: {}", kind.title)));
        }
        if kind.begins.is_empty() && std::str::from_utf8(bytes).is_err() {
            return Err(NotTaken::because(format!("{file_name} is not text in UTF-8")));
        }
        Ok(kind)
    }

    /// What such a file is called where it is kept. Haskell wants a file to be called like its module, so it is asked
    /// which one it is; a module's name has only letters and digits, and leads nowhere as a path.
    #[must_use]
    pub fn file_for(&self, bytes: &[u8]) -> String {
        match haskell_module(bytes).filter(|_| self.word == "haskell") {
            Some(module) => format!("{module}.hs"),
            None => self.stored_as.to_owned(),
        }
    }

    /// The kind of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.word == word)
    }
}

/// The module that a Haskell file says it is.
fn haskell_module(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut lines = text.lines();
    let begun =
        lines.find_map(|line| line.strip_prefix("module").filter(|rest| !rest.starts_with(is_of_a_name)));
    // Its name may stand on the next line.
    let name = begun
        .into_iter()
        .chain(lines)
        .flat_map(|line| line.split(|c| !is_of_a_name(c)))
        .find(|word| !word.is_empty())?;
    (name.starts_with(|c: char| c.is_ascii_uppercase()) && name.len() <= 60).then_some(name)
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The end of a name, in small letters; empty where it has none.
#[must_use]
pub fn end_of(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or_else(String::new, |(_, end)| end.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_told_by_name_and_first_bytes() {
        assert_eq!(Kind::of("mine.py", b"class A: pass").unwrap().word, "python");
        assert_eq!(Kind::of("Player.HS", b"module Player where").unwrap().word, "haskell");
        assert_eq!(Kind::of("bot", b"\x7fELF...").unwrap().word, "program");
        assert_eq!(Kind::of("bot", b"#!/usr/bin/env python3").unwrap().word, "program");
        assert!(Kind::of("a.jar", b"hello").unwrap_err().0.contains("not what its name says"));
        assert!(Kind::of("a.doc", b"x").unwrap_err().0.contains(".doc"));
        assert!(Kind::of("a.py", b"\xff\xfe").unwrap_err().0.contains("UTF-8"));
    }

    #[test]
    fn a_haskell_file_is_kept_under_the_name_of_its_module_and_never_under_a_path() {
        let kept = |text: &str| Kind::named("haskell").unwrap().file_for(text.as_bytes());
        assert_eq!(kept("-- | A player.\nmodule Lowest (playCard) where"), "Lowest.hs");
        assert_eq!(kept("module\n  Lowest\n  ( playCard ) where"), "Lowest.hs");
        for other in ["", "choose = id", "modules = 3", "module ../../etc where", "module lower where"] {
            assert_eq!(kept(other), "Player.hs", "{other}");
        }
        assert_eq!(Kind::named("python").unwrap().file_for(b"module Lowest"), "bot.py");
    }
}
