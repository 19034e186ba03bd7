//! The packages that bots of a site have, as authors read of them: what is there, and the list that brings it
//! at home.

use croupier_hosts::languages::Missing;
use croupier_hosts::packages::{PackageLanguage, PackageList};
use croupier_hosts::{CellKind, Runtimes};

use crate::store::contests::Contest;

/// What the list is called at home.
pub(crate) const FILE: &str = "packages.toml";

/// The packages that bots have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allowed {
    /// Language by language, in words.
    languages: Vec<(PackageLanguage, String)>,
    /// The list with the versions that are there.
    list: String,
}

impl Allowed {
    /// All that is listed; what is not installed keeps a site from starting.
    pub(crate) fn of(runtimes: &Runtimes) -> Result<Self, Missing> {
        let Some(list) = runtimes.packages() else { return Ok(Self::default()) };
        let mut languages = Vec::new();
        for language in PackageLanguage::ALL.into_iter().filter(|language| has(list, runtimes, *language)) {
            let packages = runtimes.packages_of(language)?;
            let names: Vec<String> = packages.iter().map(ToString::to_string).collect();
            languages.push((language, names.join(", ")));
        }
        let list = list.pinned(|language| runtimes.packages_of(language).unwrap_or_default());
        Ok(Self { languages, list })
    }

    /// Those of the languages that a contest takes.
    pub(crate) fn for_contest(&self, contest: &Contest) -> Vec<(&'static str, String)> {
        let taken = self.languages.iter().filter(|(language, _)| contest.takes(language.word()));
        taken.map(|(language, names)| (language.title(), names.clone())).collect()
    }

    /// The list that brings the same at home.
    pub(crate) fn list(&self) -> &str {
        &self.list
    }

    /// Whether bots of a language have packages.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.languages.iter().any(|(language, _)| language.word() == word)
    }
}

/// Whether a list has something for bots of a language; those inside WebAssembly have no packages.
fn has(list: &PackageList, runtimes: &Runtimes, language: PackageLanguage) -> bool {
    let inside = language == PackageLanguage::Python && runtimes.python_runs_in() == CellKind::Wasm;
    !list.of(language).is_empty() && !inside
}
