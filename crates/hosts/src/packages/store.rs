//! Where packages are kept, and what is there.
//!
//! Each language's packages of a list lie in a folder of their own, which is called by all that it depends
//! on. It is there as a whole or not at all.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{PackageLanguage, PackageList};

/// The environment variable that names another folder to keep packages in.
const CHOICE: &str = "CROUPIER_PACKAGES";
/// Where npm and Node have packages.
pub(super) const NODE_MODULES: &str = "node_modules";

/// Packages of a list that are not installed here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the packages of {file} are not installed for {language}; `croupier packages {file}` does it, once",
    file = file.display(), language = language.title()
)]
pub struct NotInstalled {
    /// The list.
    pub file: PathBuf,
    /// Whose they are.
    pub language: PackageLanguage,
}

/// A package that bots have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AvailablePackage {
    /// Its name; of a jar, that of its file.
    pub name: String,
    /// Its version, where it says so.
    pub version: Option<String>,
}

impl std::fmt::Display for AvailablePackage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{} {version}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// The folder of all packages: the one that is named; for everyone where root plays, since bots are other
/// users then; else the user's own.
pub(super) fn all_packages() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute(CHOICE).or_else(|| crate::languages::kept_for_bots().map(|cache| cache.join("packages")))
}

impl PackageList {
    /// Where the packages of a language are, or will be, for this version of what runs them.
    pub(super) fn place(&self, language: PackageLanguage, version: &str) -> Option<PathBuf> {
        let name = format!("{}-{}", language.word(), self.hash_of(language, version));
        all_packages().map(|folder| folder.join(name))
    }

    /// The folder that bots of a language see; `None` where the list has nothing for them.
    pub(crate) fn installed(
        &self,
        language: PackageLanguage,
        version: &str,
    ) -> Result<Option<PathBuf>, NotInstalled> {
        if self.of(language).is_empty() {
            return Ok(None);
        }
        let there = self.place(language, version).filter(|folder| folder.is_dir());
        there.map(Some).ok_or_else(|| NotInstalled { file: self.file().to_owned(), language })
    }
}

/// What lies in the folder of a language's packages.
#[must_use]
pub(crate) fn available(language: PackageLanguage, folder: &Path) -> Vec<AvailablePackage> {
    let mut found = match language {
        PackageLanguage::Python => names(folder).iter().filter_map(|name| distribution(name)).collect(),
        PackageLanguage::Java => jars(folder),
        PackageLanguage::JavaScript => modules(&folder.join(NODE_MODULES)),
    };
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// What pip leaves beside every package: `numpy-1.26.4.dist-info`.
fn distribution(name: &str) -> Option<AvailablePackage> {
    let (name, version) = name.strip_suffix(".dist-info")?.rsplit_once('-')?;
    Some(AvailablePackage { name: name.to_owned(), version: Some(version.to_owned()) })
}

fn jars(folder: &Path) -> Vec<AvailablePackage> {
    let jars = names(folder).into_iter().filter(|name| name.ends_with(".jar"));
    jars.map(|name| AvailablePackage { name, version: None }).collect()
}

/// Modules, and those of a scope, which lie a folder deeper.
fn modules(folder: &Path) -> Vec<AvailablePackage> {
    let (scopes, plain): (Vec<_>, Vec<_>) = names(folder)
        .into_iter()
        .filter(|name| !name.starts_with('.'))
        .partition(|name| name.starts_with('@'));
    let below = |scope: String| {
        let names = names(&folder.join(&scope)).into_iter();
        names.map(move |name| format!("{scope}/{name}")).collect::<Vec<_>>()
    };
    let all = plain.into_iter().chain(scopes.into_iter().flat_map(below));
    all.map(|name| AvailablePackage { version: version_of(&folder.join(&name)), name }).collect()
}

fn version_of(module: &Path) -> Option<String> {
    let about: serde_json::Value =
        serde_json::from_slice(&fs::read(module.join("package.json")).ok()?).ok()?;
    about["version"].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_told_with_its_version() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        file("numpy-1.26.4.dist-info/METADATA", "");
        file("numpy/__init__.py", "");
        file("gson-2.10.1.jar", "");
        file("node_modules/lodash/package.json", "{\"version\": \"4.17.21\"}");
        file("node_modules/@scope/own/package.json", "{}");
        file("node_modules/.bin/x", "");
        let told = |language| {
            available(language, folder.path()).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(told(PackageLanguage::Python), "numpy 1.26.4");
        assert_eq!(told(PackageLanguage::Java), "gson-2.10.1.jar");
        assert_eq!(told(PackageLanguage::JavaScript), "@scope/own, lodash 4.17.21");
    }

    #[test]
    fn what_is_not_installed_is_told_with_the_one_command_that_helps() {
        let missing = NotInstalled { file: "my/packages.toml".into(), language: PackageLanguage::Python };
        assert_eq!(
            missing.to_string(),
            "the packages of my/packages.toml are not installed for Python; `croupier packages \
             my/packages.toml` does it, once"
        );
    }
}
