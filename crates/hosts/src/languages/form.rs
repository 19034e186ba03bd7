//! What bots of a language look like: the ends and first bytes of files, and folders with a manifest.

use std::path::Path;

use super::Language;

/// What a bot looks like.
#[derive(Debug)]
pub struct Form {
    /// How it is told from other files.
    pub shape: Shape,
    /// What such a file begins with, any one of these; a text in UTF-8 where nothing is named.
    pub begins: &'static [&'static [u8]],
    /// A file among others is a bot only where it has one of these words, and else a part of one; any is,
    /// where nothing is named.
    pub marks: &'static [&'static str],
    /// What it is called where the name that it came with is not kept.
    pub stored_as: fn(&[u8]) -> String,
}

/// How bots of a form are told from other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A file that is run as it is, by the end of its name.
    File {
        /// Without its dot, in small letters.
        ending: &'static str,
    },
    /// A source that has to be built, by the end of its name.
    Source {
        /// Without its dot, in small letters.
        ending: &'static str,
    },
    /// A folder that has to be built, by a file in it.
    Folder {
        /// What the file is called.
        manifest: &'static str,
    },
    /// A program: a file without an end that can be executed.
    Program,
}

impl Form {
    /// The end of its name, where it has one.
    #[must_use]
    pub fn ending(&self) -> Option<&'static str> {
        match self.shape {
            Shape::File { ending } | Shape::Source { ending } => Some(ending),
            Shape::Folder { .. } | Shape::Program => None,
        }
    }

    /// Whether it has to be built before it is run.
    #[must_use]
    pub fn is_built(&self) -> bool {
        matches!(self.shape, Shape::Source { .. } | Shape::Folder { .. })
    }

    /// Whether a file of this name has this form.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        match self.shape {
            Shape::File { ending } | Shape::Source { ending } => {
                name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending))
            }
            Shape::Folder { manifest } => name == manifest,
            Shape::Program => false,
        }
    }

    /// Whether a file of this form that lies among others is a bot of its own.
    #[must_use]
    pub fn is_marked(&self, file: &Path) -> bool {
        self.marks.is_empty() || std::fs::read(file).is_ok_and(|text| self.has_marks(&text))
    }

    /// Whether a text has one of the words of a bot of this form.
    #[must_use]
    pub fn has_marks(&self, text: &[u8]) -> bool {
        let has = |mark: &&str| text.windows(mark.len()).any(|part| part == mark.as_bytes());
        self.marks.iter().any(has)
    }

    /// Whether a file that begins so can have this form.
    #[must_use]
    pub fn fits_bytes(&self, bytes: &[u8]) -> bool {
        match self.begins {
            [] => std::str::from_utf8(bytes).is_ok(),
            several => several.iter().any(|beginning| bytes.starts_with(beginning)),
        }
    }
}

/// Whether what is made of a source lies beside it: the program or module of its name, or any bot of its
/// language that needs no building.
pub(super) fn is_made_already(language: &Language, source: &Path) -> bool {
    let (Some(folder), Some(stem)) = (source.parent(), source.file_stem()) else { return false };
    let made = |path: &Path| {
        let is_namesake = path.file_stem() == Some(stem) && path != source;
        let Some((other, form)) = super::of(path) else { return false };
        !form.is_built() && (is_namesake || other.word == language.word)
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).any(|path| made(&path))
}

/// Whether somebody may execute a file.
#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

/// Whether somebody may execute a file.
#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "exe")
}
