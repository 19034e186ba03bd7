//! The table of languages: all that the rest of the program knows of the languages in which bots are written.
//!
//! A language is one file here and one line in [`ALL`]. Whoever finds bots by their names, takes uploads,
//! tries this machine or lists what there is goes through the table and names no language. What one language
//! alone has stands in few places beside it, which decision 27 lists: how packages are brought, what a source
//! in Python imports, and where Python runs. What bots of a language are told and asked is the protocol's
//! matter, and no game is named here but by an example.

// Before the modules that use it.
/// A list of templates: the files of `examples/<game>/`, each in the folder that is named for all, or in
/// none.
macro_rules! templates {
    ($folder:literal, $($game:literal: $file:literal),* $(,)?) => {
        &[$($crate::languages::Example {
            game: $game,
            file: $file,
            bytes: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/../../examples/", $game, "/", $folder, $file
            )),
        }),*]
    };
}

mod bot;
mod build;
mod c;
mod classes;
mod cpp;
mod form;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod haskell;
mod java;
mod javascript;
mod listed;
mod missing;
mod program;
mod python;
mod rust;
mod script;
mod wasm;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::inside::CellKind;
use crate::interrupt::Interrupt;
use crate::packages::{NotInstalled, PackageLanguage, PackageList};
pub use crate::sources::KitSource;

pub use bot::{BotFile, FoundBot, NoBot, Plays, Runs};
pub(crate) use build::contents;
pub use build::{Compiling, Uncompiled};
pub use form::{Form, Shape};
pub use haskell::{HaskellBot, HaskellHost};
pub(crate) use java::kept_for_bots;
pub use java::{JavaBot, JavaHost};
pub(crate) use javascript::node_version;
#[cfg(feature = "wasm")]
pub(crate) use listed::Listed;
pub use missing::{Missing, Packages};
#[cfg(feature = "wasm")]
pub(crate) use python::carried;
pub use python::{Module, PythonBot, PythonHost};

/// All languages, in the order in which they are listed.
pub const ALL: &[Language] = &[
    python::LANGUAGE,
    java::LANGUAGE,
    haskell::LANGUAGE,
    javascript::LANGUAGE,
    c::LANGUAGE,
    cpp::LANGUAGE,
    rust::LANGUAGE,
    wasm::LANGUAGE,
    program::LANGUAGE,
];

/// A language in which bots are written.
pub struct Language {
    /// Its word in contests and lists.
    pub word: &'static str,
    /// How it is called to people.
    pub title: &'static str,
    /// What its bots look like.
    pub forms: &'static [Form],
    /// A bot that shows whether the language works on a machine.
    pub example: Example,
    /// What a new bot begins with: one for each game that it has one for, and one for any other.
    pub templates: &'static [Example],
    /// What an author needs of ours at home.
    pub kit: Kit,
    /// What brings packages for its bots, where they may have some.
    pub packages: Option<PackageLanguage>,
    /// What of the system's settings it does not start without: paths below `/etc`, of which a `*` at the end
    /// stands for any.
    pub settings: &'static [&'static str],
    /// Looks for it on this machine.
    pub find: fn(&FindSettings) -> Result<Arc<dyn Runtime>, Missing>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl Language {
    /// What a new bot of a game begins with: the language's own for it, or the one that plays any.
    #[must_use]
    pub fn template(&self, game: &str) -> Option<&'static Example> {
        let of = |game: &str| self.templates.iter().find(|template| template.game == game);
        of(game).or_else(|| of(ANY_GAME))
    }
}

/// What an author compiles against or imports, to write a bot at home.
#[derive(Debug)]
pub struct Kit {
    /// The folder in which its sources lie.
    pub folder: &'static str,
    /// They, in the order of names.
    pub sources: &'static [KitSource],
    /// What lies beside them: the page to read, and a manifest where the language has one.
    pub beside: &'static [KitSource],
    /// What authors compile against, where the language has such a thing.
    pub compiled: Option<CompiledKit>,
}

/// A file of a kit that is made on the machine it is for.
#[derive(Debug)]
pub struct CompiledKit {
    /// Its name.
    pub name: &'static str,
    /// Makes it, or says what is missing for it.
    pub make: fn() -> Result<Vec<u8>, Missing>,
}

/// What stands for a game's name where any is played.
pub const ANY_GAME: &str = "any-game";

/// A bot that this program carries.
#[derive(Debug)]
pub struct Example {
    /// The game that it plays, or [`ANY_GAME`].
    pub game: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

/// What a language is looked for with.
#[derive(Debug, Clone, Default)]
pub struct FindSettings {
    /// Where Python bots run.
    pub python_runs_in: CellKind,
    /// What ends every wait from outside.
    pub interrupt: Interrupt,
    /// The packages that bots may use.
    pub packages: Option<Arc<PackageList>>,
}

impl FindSettings {
    /// Where the packages of a language are, for this version of what runs them.
    fn packages_of(&self, language: PackageLanguage, version: &str) -> Result<Option<PathBuf>, NotInstalled> {
        self.packages.as_ref().map_or(Ok(None), |list| list.installed(language, version))
    }
}

/// A language as it was found on this machine.
pub trait Runtime: fmt::Debug + Send + Sync {
    /// What was found, with its version, for people.
    fn version(&self) -> String;

    /// The bots that a file holds, ready to be started. Where that takes running or compiling foreign code,
    /// it is done in the cell.
    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot>;

    /// Where the packages are that its bots have, where they have some.
    fn packages(&self) -> Option<&Path> {
        None
    }

    /// What its bots run in, where their clock depends on that: in our own process, fuel is counted by
    /// Wasmtime.
    fn runs_in(&self) -> Option<String> {
        None
    }

    /// The game of which a bot is taken to be that offers nothing of ours, and so might be of any.
    fn assumed_game(&self) -> Option<&'static str> {
        None
    }

    /// Which game they play.
    fn plays(self: Arc<Self>, _: &BotFile<'_>) -> Result<Plays, NoBot> {
        Ok(Plays::AsOffered)
    }
}

/// What of the system's settings languages do not start without.
pub(crate) fn settings() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|language| language.settings).copied()
}

/// The language of this word.
#[must_use]
pub fn named(word: &str) -> Option<&'static Language> {
    ALL.iter().find(|language| language.word == word)
}

/// The language of a bot's file: by the end of its name, or because it can be executed.
#[must_use]
pub fn of(file: &Path) -> Option<(&'static Language, &'static Form)> {
    let name = file.file_name()?.to_str()?;
    by_name(name).or_else(|| form::is_executable(file).then(program)).filter(|_| file.is_file())
}

/// The language of a file by its name alone; a program cannot be told by it.
#[must_use]
pub fn by_name(name: &str) -> Option<(&'static Language, &'static Form)> {
    forms().find(|(_, form)| form.fits(name))
}

/// Python, which may run in two kinds of cells.
#[must_use]
pub fn python() -> &'static Language {
    &python::LANGUAGE
}

/// Programs in whatever language.
#[must_use]
pub fn program() -> (&'static Language, &'static Form) {
    (&program::LANGUAGE, &program::FORM)
}

/// What makes a folder a bot: the file in it that says how it is built.
#[must_use]
pub fn manifest_in(folder: &Path) -> Option<PathBuf> {
    let names = forms().filter_map(|(_, form)| match form.shape {
        Shape::Folder { manifest } => Some(manifest),
        _ => None,
    });
    names.map(|name| folder.join(name)).find(|file| file.is_file())
}

/// Whether a file or folder that lies among others looks like a bot. A part of another is none, nor is a
/// source beside which lies what was made of it: that would play twice.
#[must_use]
pub fn looks_like_a_bot(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    if name.starts_with('.') {
        return false;
    }
    match of(path) {
        Some((language, form)) => {
            form.is_marked(path) && !(form.is_built() && form::is_made_already(language, path))
        }
        None => path.is_dir() && manifest_in(path).is_some(),
    }
}

/// The ends of names that mean a bot, for people: `.py, .jar, …`.
#[must_use]
pub fn endings() -> String {
    let all = forms().filter_map(|(_, form)| form.ending()).map(|ending| format!(".{ending}"));
    all.collect::<Vec<_>>().join(", ")
}

/// The words of all languages, for people.
#[must_use]
pub fn words() -> Vec<&'static str> {
    ALL.iter().map(|language| language.word).collect()
}

fn forms() -> impl Iterator<Item = (&'static Language, &'static Form)> {
    ALL.iter().flat_map(|language| language.forms.iter().map(move |form| (language, form)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_languages_share_a_word_or_an_ending() {
        let words: HashSet<&str> = words().into_iter().collect();
        assert_eq!(words.len(), ALL.len());
        let endings: Vec<&str> = forms().filter_map(|(_, form)| form.ending()).collect();
        assert_eq!(endings.iter().collect::<HashSet<_>>().len(), endings.len());
        assert!(endings.iter().all(|ending| *ending == ending.to_lowercase()), "{endings:?}");
    }

    #[test]
    fn every_language_has_an_example_of_its_own_for_a_game_that_there_is() {
        for language in ALL {
            let Example { game, file, bytes } = language.example;
            assert!(croupier_games::list::about(game).is_ok(), "{game}");
            let form = by_name(file).unwrap_or_else(program);
            assert_eq!(form.0.word, language.word, "{file}");
            if cfg!(feature = "wasm") || language.word != "wasm" {
                assert!(form.1.fits_bytes(bytes), "{file}");
            }
        }
    }

    #[test]
    fn every_language_has_something_to_begin_with_for_every_game_and_for_one_that_is_yet_to_come() {
        for language in ALL {
            // A game that is yet to come has no template of its own in any language.
            let has_its_own = |game: &&str| {
                ALL.iter().flat_map(|language| language.templates).any(|template| template.game == *game)
            };
            for game in croupier_games::list::names().into_iter().filter(has_its_own) {
                let template = language.template(game);
                let template = template.unwrap_or_else(|| panic!("{}: {game}", language.word));
                assert!(!template.bytes.is_empty(), "{game}: {}", template.file);
            }
            let word = language.word;
            // Nothing but views of bytes is known of a module's game.
            assert!(language.template("chess").is_some() || word == "wasm", "{word}");
        }
    }

    #[test]
    fn a_template_is_a_bot_of_its_language() {
        for language in ALL.iter().filter(|language| !["wasm", "program"].contains(&language.word)) {
            for template in language.templates {
                let (of, form) = by_name(template.file).unwrap();
                assert_eq!(of.word, language.word, "{}", template.file);
                assert!(form.fits_bytes(template.bytes), "{}", template.file);
            }
        }
    }

    #[test]
    fn of_a_folder_only_bots_are_taken_and_nothing_twice() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        for (name, text, is_bot) in [
            ("one.c", "int main(void) {}", true),
            ("helper.c", "int help;", false),
            ("made.c", "int main(void) {}", false),
            ("made.wasm", "\0asm", true),
            (".hidden.py", "", false),
            ("notes.txt", "", false),
            ("plain/readme.md", "", false),
        ] {
            file("made.wasm", "\0asm");
            let path = file(name, text);
            assert_eq!(looks_like_a_bot(&path), is_bot, "{name}");
        }
        assert!(!looks_like_a_bot(&folder.path().join("plain")));
        file("team/pom.xml", "<project/>");
        assert!(looks_like_a_bot(&folder.path().join("team")));
        assert!(!looks_like_a_bot(&folder.path().join("nobody.py")), "what is not there");
    }

    #[test]
    fn a_name_tells_its_language_whatever_its_letters() {
        let word = |name| by_name(name).map(|(language, _)| language.word);
        assert_eq!(word("mine.py"), Some("python"));
        assert_eq!(word("Player.HS"), Some("haskell"));
        assert_eq!(word("team.jar"), Some("java"));
        for nobody in ["notes.txt", "py", "", ".py.", "a.py~"] {
            assert_eq!(word(nobody), None, "{nobody}");
        }
    }
}
