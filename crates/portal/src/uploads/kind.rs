//! What can be uploaded: bots in the languages of the table, told by the name's end and checked by the first
//! bytes.

use croupier_hosts::languages::{self, Form, Language};

use super::NotTaken;

/// A file that is taken, by what it is.
#[derive(Debug, Clone, Copy)]
pub struct UploadKind {
    /// The language that it is written in.
    pub language: &'static Language,
    form: &'static Form,
}

/// The word for bots behind urls, which have no file.
pub const URL: &str = "url";
/// The end of an archive's name.
pub const ARCHIVE: &str = "zip";

impl UploadKind {
    /// The kind of a file by its name, and the proof of its first bytes.
    pub fn of(file_name: &str, bytes: &[u8]) -> Result<Self, NotTaken> {
        let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
        let end = end_of(file_name);
        let known = languages::by_name(name).or_else(|| end.is_empty().then(languages::program));
        let (language, form) = known.ok_or_else(|| {
            let endings = languages::endings();
            NotTaken::because(format!(
                "a bot cannot be a file that ends with .{end}; taken are {endings}, .{ARCHIVE} and programs"
            ))
        })?;
        if form.fits_bytes(bytes) {
            return Ok(Self { language, form });
        }
        Err(NotTaken::because(match form.begins {
            [] => format!("{file_name} is not text in UTF-8"),
            _ => format!("{file_name} is not what its name says: {}", language.title),
        }))
    }

    /// What such a file is called where it is kept: never as somebody else calls it.
    #[must_use]
    pub fn file_for(&self, bytes: &[u8]) -> String {
        (self.form.stored_as)(bytes)
    }

    /// Whether a file of it says that it plays, by the words that its language looks for among other files.
    #[must_use]
    pub fn plays(&self, bytes: &[u8]) -> bool {
        self.form.has_marks(bytes)
    }

    /// Whether it says how the folder around it is built.
    #[must_use]
    pub fn is_manifest(&self) -> bool {
        self.form.ending().is_none() && self.form.is_built()
    }
}

impl PartialEq for UploadKind {
    fn eq(&self, other: &Self) -> bool {
        self.language.word == other.language.word && self.form.shape == other.form.shape
    }
}

impl Eq for UploadKind {}

/// How bots of a word are called to people; the word itself where nobody knows it.
#[must_use]
pub fn title_of(word: &str) -> &str {
    match word {
        URL => "bots behind urls",
        word => languages::named(word).map_or(word, |language| language.title),
    }
}

/// All words that a contest may list.
#[must_use]
pub fn words() -> Vec<&'static str> {
    languages::words().into_iter().chain([URL]).collect()
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
        let word = |name: &str, bytes: &[u8]| UploadKind::of(name, bytes).unwrap().language.word;
        assert_eq!(word("mine.py", b"class A: pass"), "python");
        assert_eq!(word("Player.HS", b"module Player where"), "haskell");
        assert_eq!(word("bot", b"\x7fELF..."), "program");
        assert_eq!(word("bot", b"#!/usr/bin/env python3"), "program");
        assert!(UploadKind::of("a.jar", b"hello").unwrap_err().0.contains("not what its name says"));
        assert!(UploadKind::of("a.doc", b"x").unwrap_err().0.contains(".doc; taken are .py, "));
        assert!(UploadKind::of("a.py", b"\xff\xfe").unwrap_err().0.contains("UTF-8"));
    }

    #[test]
    fn every_language_takes_its_own_example_and_keeps_it_under_a_name_of_its_own() {
        for language in languages::ALL {
            let name = language.example.file.trim_end_matches(".sh");
            let kind = UploadKind::of(name, language.example.bytes).unwrap();
            assert_eq!(kind.language.word, language.word, "{name}");
            let kept = kind.file_for(language.example.bytes);
            assert_eq!(UploadKind::of(&kept, language.example.bytes).unwrap(), kind, "{kept}");
            assert!(!kept.contains(['/', '\\']), "{kept}");
        }
    }
}
