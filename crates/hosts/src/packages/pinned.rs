//! A list as it was installed: every package with the version that is there, so that at home it is the same.

use std::fmt::Write;

use super::{AvailablePackage, Entry, PackageLanguage, PackageList};

impl PackageList {
    /// The list as a file for whoever wants the same; `available` says what there is of a language.
    #[must_use]
    pub fn pinned(&self, available: impl Fn(PackageLanguage) -> Vec<AvailablePackage>) -> String {
        let mut text = String::new();
        for language in PackageLanguage::ALL.into_iter().filter(|&language| !self.of(language).is_empty()) {
            let there = available(language);
            let pinned = self.of(language).iter().map(|entry| pin(language, entry, &there));
            let quoted: Vec<String> = pinned.map(|entry| format!("\"{entry}\"")).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "{} = [{}]", language.word(), quoted.join(", "));
        }
        text
    }
}

/// An entry with its version; a file is told by its name.
fn pin(language: PackageLanguage, entry: &Entry, there: &[AvailablePackage]) -> String {
    if let Some(path) = entry.path() {
        return path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    let name = name_of(language, entry.said());
    let between = if language == PackageLanguage::Python { "==" } else { "@" };
    let found = there.iter().find(|package| plain(&package.name) == plain(name));
    match found.and_then(|package| package.version.as_deref()) {
        Some(version) => format!("{name}{between}{version}"),
        None => entry.said().to_owned(),
    }
}

/// The name in what is listed, without its version.
fn name_of(language: PackageLanguage, said: &str) -> &str {
    let end = match language {
        PackageLanguage::Python => said.find(|c: char| "=<>!~[;@ ".contains(c)),
        // The first sign may be that of a scope.
        _ => said.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at),
    };
    &said[..end.unwrap_or(said.len())]
}

/// A name as registries compare it.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '.'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_told_with_the_versions_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("packages.toml");
        std::fs::write(folder.path().join("gson.jar"), "").unwrap();
        let text =
            "python = [\"Scikit-Learn>=1\", \"numpy\"]\njava = [\"./gson.jar\"]\njavascript = [\"@a/b\"]\n";
        std::fs::write(&file, text).unwrap();
        let package = |name: &str, version: &str| AvailablePackage {
            name: name.to_owned(),
            version: Some(version.to_owned()),
        };
        let pinned = PackageList::read(&file).unwrap().pinned(|language| match language {
            PackageLanguage::Python => vec![package("scikit_learn", "1.5.0"), package("scipy", "1.0")],
            PackageLanguage::Java => Vec::new(),
            PackageLanguage::JavaScript => vec![package("@a/b", "2.0.1")],
        });
        assert_eq!(
            pinned,
            "python = [\"Scikit-Learn==1.5.0\", \"numpy\"]\njava = [\"gson.jar\"]\njavascript = \
             [\"@a/b@2.0.1\"]\n"
        );
    }
}
