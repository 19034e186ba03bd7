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
    /// What its file is called where it is kept: Haskell wants its module's name.
    pub stored_as: &'static str,
    /// What such a file begins with; empty for text.
    begins: &'static [u8],
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind { word: "python", title: "Python", end: "py", stored_as: "bot.py", begins: b"" },
    Kind { word: "haskell", title: "Haskell", end: "hs", stored_as: "Player.hs", begins: b"" },
    Kind { word: "java", title: "Java", end: "jar", stored_as: "bot.jar", begins: b"PK" },
    Kind { word: "wasm", title: "WebAssembly", end: "wasm", stored_as: "bot.wasm", begins: b"\0asm" },
    Kind { word: "program", title: "Program", end: "", stored_as: "bot", begins: b"\x7fELF" },
];

/// The word for bots behind urls, which have no file.
pub const URL: &str = "url";
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

    /// The kind of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.word == word)
    }
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
        assert_eq!(Kind::of("Player.HS", b"module Player where").unwrap().stored_as, "Player.hs");
        assert_eq!(Kind::of("bot", b"\x7fELF...").unwrap().word, "program");
        assert_eq!(Kind::of("bot", b"#!/usr/bin/env python3").unwrap().word, "program");
        assert!(Kind::of("a.jar", b"hello").unwrap_err().0.contains("not what its name says"));
        assert!(Kind::of("a.doc", b"x").unwrap_err().0.contains(".doc"));
        assert!(Kind::of("a.py", b"\xff\xfe").unwrap_err().0.contains("UTF-8"));
    }
}
