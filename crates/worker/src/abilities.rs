//! What a run needs of a worker, and what a worker offers, in words: a job goes to whoever offers all
//! that it needs.

use croupier_hosts::cell::Tier;
use croupier_hosts::languages::{self, Language};
use croupier_hosts::{CellKind, Runtimes};

/// Bots behind urls.
pub const URLS: &str = "urls";
/// A cell that keeps bots from files, network and each other.
pub const WALLS: &str = "walls";
/// What stands before the hash of a list of packages.
const PACKAGES: &str = "packages:";
/// What stands behind Python where it runs inside WebAssembly.
const IN_WASM: &str = "-in-wasm";

/// Bots of a language, in the kind of cell in which those in Python run.
#[must_use]
pub fn of_language(language: &Language, python_in: CellKind) -> String {
    let inside = python_in == CellKind::Wasm && language.word == languages::python().word;
    if inside { format!("{}{IN_WASM}", language.word) } else { language.word.to_owned() }
}

/// The packages of a list, by its hash.
#[must_use]
pub fn of_packages(hash: &str) -> String {
    format!("{PACKAGES}{hash}")
}

/// A word as people read it.
#[must_use]
pub fn in_words(word: &str) -> String {
    if let Some(hash) = word.strip_prefix(PACKAGES) {
        return format!("the packages with the hash {hash}");
    }
    match word {
        URLS => "bots behind urls".to_owned(),
        WALLS => "a cell with walls".to_owned(),
        word => word
            .strip_suffix(IN_WASM)
            .map_or_else(|| word.to_owned(), |language| format!("{language} in WebAssembly")),
    }
}

/// What a worker offers beside its languages: walls, where its cell has them, and its packages.
#[must_use]
pub fn beside_languages(runtimes: &Runtimes) -> Vec<String> {
    let mut words = vec![URLS.to_owned()];
    if runtimes.cell().is_ok_and(|cell| cell.tier() != Tier::LimitsOnly) {
        words.push(WALLS.to_owned());
    }
    words.extend(runtimes.packages().map(|list| of_packages(&list.hash())));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_as_people_say_them() {
        let python = languages::python();
        let told = |cell| in_words(&of_language(python, cell));
        assert_eq!(
            (told(CellKind::Process), told(CellKind::Wasm)),
            ("python".into(), "python in WebAssembly".into())
        );
        assert_eq!(in_words(&of_packages("12ab")), "the packages with the hash 12ab");
    }
}
