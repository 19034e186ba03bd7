//! The one file that names all packages of a tournament, the same at home and on a server.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{BadList, PackageLanguage};
use crate::languages::contents;

/// So many packages of a language may be listed.
const MOST: usize = 200;
/// Ends of names that mean a file beside the list.
const FILES: [&str; 6] = [".whl", ".tar.gz", ".zip", ".tgz", ".tar", ".jar"];

/// A package, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// One of the language's registry, perhaps with its version: `numpy==1.26.4`, `lodash@4.17.21`.
    Named(String),
    /// A file or folder.
    At {
        /// As it is listed.
        said: String,
        /// Where it is.
        path: PathBuf,
    },
}

impl Entry {
    /// As it is listed.
    #[must_use]
    pub fn said(&self) -> &str {
        match self {
            Self::Named(said) | Self::At { said, .. } => said,
        }
    }

    /// The file or folder, where it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Named(_) => None,
            Self::At { path, .. } => Some(path),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said())
    }
}

/// All packages that bots may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageList {
    file: PathBuf,
    /// Language by language, those that are listed.
    listed: Vec<(PackageLanguage, Vec<Entry>)>,
}

/// The list as it is written: by language.
type Written = BTreeMap<toml::Spanned<String>, Vec<toml::Spanned<String>>>;

impl PackageList {
    /// Reads a list; files that it names lie beside it.
    pub fn read(file: &Path) -> Result<Self, BadList> {
        let text =
            fs::read_to_string(file).map_err(|error| BadList::File { file: file.to_owned(), error })?;
        Self::parse(file, &text)
    }

    fn parse(file: &Path, text: &str) -> Result<Self, BadList> {
        let line =
            |at: usize| text.as_bytes()[..at.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1;
        let wrong = |at: usize, what: String| BadList::Text { file: file.to_owned(), line: line(at), what };
        let written: Written = toml::from_str(text).map_err(|error: toml::de::Error| {
            wrong(error.span().map_or(0, |span| span.start), error.message().replace('\n', " "))
        })?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = |language: PackageLanguage, said: Vec<toml::Spanned<String>>| {
            if said.len() > MOST {
                return Err(wrong(0, format!("at most {MOST} packages of a language are taken")));
            }
            let read = |said: toml::Spanned<String>| {
                let (at, said) = (said.span().start, said.into_inner());
                let shown = said.escape_default().to_string();
                entry(language, said, folder)
                    .map_err(|why| wrong(at, format!("{} \"{shown}\": {why}", language.word())))
            };
            said.into_iter().map(read).collect::<Result<Vec<_>, _>>()
        };
        let listed = |(word, said): (toml::Spanned<String>, _)| {
            let named = PackageLanguage::ALL.into_iter().find(|language| language.word() == word.get_ref());
            let language = named.ok_or_else(|| wrong(word.span().start, unknown(word.get_ref())))?;
            Ok((language, entries(language, said)?))
        };
        let listed = written.into_iter().map(listed).collect::<Result<Vec<_>, BadList>>()?;
        Ok(Self { file: file.to_owned(), listed })
    }

    /// Its file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The packages of a language.
    #[must_use]
    pub fn of(&self, language: PackageLanguage) -> &[Entry] {
        self.listed.iter().find(|(listed, _)| *listed == language).map_or(&[], |(_, entries)| entries)
    }

    /// A hash of all that is listed, with what the files hold: the same list is the same on every machine.
    #[must_use]
    pub fn hash(&self) -> String {
        let all = PackageLanguage::ALL.map(|language| self.hash_of(language, "")).join(" ");
        blake3::hash(all.as_bytes()).to_hex()[..16].to_owned()
    }

    /// A hash of the packages of a language, and of the version of what runs them.
    pub(super) fn hash_of(&self, language: PackageLanguage, version: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| _ = hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        add(language.word().as_bytes());
        add(version.as_bytes());
        for entry in self.of(language) {
            match entry {
                Entry::Named(said) => add(said.as_bytes()),
                // By its content: where it lies tells nothing.
                Entry::At { path, .. } => add(&content(path)),
            }
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

/// A word that names no language with packages.
fn unknown(word: &str) -> String {
    let words = PackageLanguage::ALL.map(PackageLanguage::word).join(", ");
    format!("\"{}\" is no language whose bots have packages; {words} are", word.escape_default())
}

/// The name and the hash of a file or folder.
fn content(path: &Path) -> Vec<u8> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
    if path.is_dir() {
        contents(path, &mut hasher);
    } else {
        hasher.update(&fs::read(path).unwrap_or_default());
    }
    hasher.finalize().as_bytes().to_vec()
}

/// What is wrong with an entry.
#[derive(Debug, thiserror::Error)]
enum BadEntry {
    #[error("a package begins with a letter or a digit, a file with ./ or its name")]
    Start,
    #[error("a name has no control characters")]
    Control,
    #[error("Java has jars; the name of a file that ends with .jar is needed")]
    NotJar,
    #[error("{}: {error}", path.display())]
    Missing { path: PathBuf, error: io::Error },
    #[error("{} is no file", .0.display())]
    NotFile(PathBuf),
}

/// An entry as it is said.
fn entry(language: PackageLanguage, said: String, folder: &Path) -> Result<Entry, BadEntry> {
    // What begins otherwise would be an option of the installer.
    if !said.starts_with(|c: char| c.is_ascii_alphanumeric() || "./@_".contains(c)) {
        return Err(BadEntry::Start);
    }
    if said.contains(char::is_control) {
        return Err(BadEntry::Control);
    }
    let is_file = ["./", "../", "/"].iter().any(|start| said.starts_with(start))
        || FILES.iter().any(|end| said.ends_with(end));
    if !is_file && language == PackageLanguage::Java {
        return Err(BadEntry::NotJar);
    }
    if !is_file {
        return Ok(Entry::Named(said));
    }
    let path = folder.join(&said);
    match path.canonicalize() {
        Err(error) => Err(BadEntry::Missing { path, error }),
        Ok(path) if language == PackageLanguage::Java && !path.is_file() => Err(BadEntry::NotFile(path)),
        Ok(path) => Ok(Entry::At { said, path }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(folder: &Path, text: &str) -> Result<PackageList, String> {
        let file = folder.join("packages.toml");
        fs::write(&file, text).unwrap();
        PackageList::read(&file).map_err(|error| error.to_string())
    }

    #[test]
    fn names_and_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a-1.0-py3-none-any.whl"), "").unwrap();
        fs::create_dir(folder.path().join("helpers")).unwrap();
        let text = "python = [\"numpy==1.26.4\", \"a-1.0-py3-none-any.whl\"]\n\
                    javascript = [\"@scope/name@1.0\", \"./helpers\"]\n";
        let list = listed(folder.path(), text).unwrap();
        let is_file =
            |language| list.of(language).iter().map(|entry| entry.path().is_some()).collect::<Vec<_>>();
        assert_eq!(is_file(PackageLanguage::Python), [false, true]);
        assert_eq!(is_file(PackageLanguage::JavaScript), [false, true]);
        assert!(list.of(PackageLanguage::Java).is_empty());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_what_would_be_accepted() {
        let folder = tempfile::tempdir().unwrap();
        for (text, told) in [
            (
                "\npyton = []\n",
                "line 2: \"pyton\" is no language whose bots have packages; python, java, javascript are",
            ),
            (
                "python = [\n\"--index-url=x\"]",
                "line 2: python \"--index-url=x\": a package begins with a letter",
            ),
            (
                "java = [\"gson\"]",
                "line 1: java \"gson\": Java has jars; the name of a file that ends with .jar",
            ),
            ("java = [\"no.jar\"]", "no.jar: No such file or directory"),
            (
                "python = [\"a\\u001b[2J\"]",
                "line 1: python \"a\\u{1b}[2J\": a name has no control characters",
            ),
        ] {
            let why = listed(folder.path(), text).unwrap_err();
            assert!(why.contains(told) && why.contains("packages.toml"), "{why}");
        }
    }

    #[test]
    fn a_list_is_known_by_what_it_names_and_what_its_files_hold() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let text = "java = [\"a.jar\"]\npython = [\"numpy\"]\n";
        for folder in [&one, &other] {
            fs::write(folder.path().join("a.jar"), "one").unwrap();
        }
        let hash = |folder: &tempfile::TempDir, text: &str| listed(folder.path(), text).unwrap().hash();
        let first = hash(&one, text);
        assert_eq!(first, hash(&other, &format!("# the same\n{text}")), "wherever it lies");
        assert_ne!(first, hash(&one, "java = [\"a.jar\"]\npython = [\"numpy==2\"]\n"));
        fs::write(other.path().join("a.jar"), "two").unwrap();
        assert_ne!(first, hash(&other, text), "another jar");
    }
}
