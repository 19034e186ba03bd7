//! Bots in Rust: one source, or a folder as for `cargo`, without packages. A crate of ours speaks the
//! protocol for them, unless they do so themselves.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::build::files::unpacked;
use super::build::{Builder, BuiltProgram, Compiling, Key, Recipe};
use super::{BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, on_the_path, output_within};

const MANIFEST: &str = "Cargo.toml";

pub(super) const LANGUAGE: Language = Language {
    word: "rust",
    title: "Rust",
    forms: &[
        Form {
            shape: Shape::Source { ending: "rs" },
            begins: &[],
            marks: &["fn main"],
            stored_as: |_| "bot.rs".to_owned(),
        },
        Form {
            shape: Shape::Folder { manifest: MANIFEST },
            begins: &[],
            marks: &[],
            stored_as: |_| MANIFEST.to_owned(),
        },
    ],
    example: Example {
        game: "no-thanks",
        file: "bargain.rs",
        bytes: include_bytes!("../../../../examples/no-thanks/rust/bargain.rs"),
    },
    templates: templates!(
        "rust/",
        "hearts": "duck.rs",
        "jujitsu": "bidder.rs",
        "last-card": "shedder.rs",
        "no-thanks": "bargain.rs",
        "score-four": "blocker.rs",
        "any-game": "chancer.rs",
    ),
    kit: Kit {
        folder: "src",
        sources: sources::RUST,
        beside: &[
            ("README.md", include_bytes!("../../../../languages/rust/README.md")),
            ("Cargo.toml", include_bytes!("../../../../languages/rust/Cargo.toml")),
        ],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |search| Ok(Arc::new(Toolchain::find(Compiling::stopped_by(&search.interrupt))?)),
};

const PACKAGES: Packages = Packages { debian: "rustc gcc", fedora: "rust gcc", macos: "brew install rust" };
/// One source; or a folder: its library, if it has one, and its program. Cargo itself would lock files, which
/// no cell allows, and has nothing to do without packages. Our own crate takes a second, so only those who
/// use it wait for it.
const SCRIPT: &str = r#"rustc=$1/bin/rustc kit=$2 file=./$3
shift $#
if grep -rqw croupier --include='*.rs' .; then
    "$rustc" --edition 2021 -O --crate-type rlib --crate-name croupier -o libcroupier.rlib "$kit/lib.rs" || return 1
    set -- --extern croupier=libcroupier.rlib
fi
if [ "$file" != ./Cargo.toml ]; then
    "$rustc" --edition 2021 -O -o made.program "$@" "$file"
    return
fi
package=$(awk '/^\[/ { within = /dependencies/ } within && !/^[[#]|^croupier[ .=]/ && NF { print; exit }' Cargo.toml)
[ -z "$package" ] || { echo "error: its Cargo.toml names packages, and a cell can fetch none: $package" >&2; return 1; }
said() { sed -n "s/^$1 *= *\"\([A-Za-z0-9_-]*\)\".*/\1/p" Cargo.toml | head -n 1; }
edition=$(said edition) name=$(said name | tr - _)
if [ -f src/lib.rs ]; then
    "$rustc" --edition "${edition:-2015}" -O --crate-type rlib --crate-name "$name" "$@" -o "lib$name.rlib" src/lib.rs ||
        return 1
    set -- "$@" --extern "$name=lib$name.rlib" -L .
fi
"$rustc" --edition "${edition:-2015}" -O -o made.program "$@" src/main.rs"#;

/// The Rust of this machine.
#[derive(Debug)]
struct Toolchain {
    /// Where all of it lies: behind a version manager's shim is a real one.
    home: PathBuf,
    version: String,
    /// Our crate. Gone with the last bot that uses it.
    kit: Scratch,
    builder: Builder,
}

impl Toolchain {
    fn find(compiling: Compiling) -> Result<Self, Missing> {
        let missing = || Missing::Tool { tool: "Rust", packages: PACKAGES };
        let said = |words: &[&str]| {
            let output = output_within(Command::new("rustc").args(words), ASKING).ok()?;
            let text = String::from_utf8(output.stdout).ok()?;
            output.status.success().then(|| text.trim().to_owned())
        };
        let home = said(&["--print", "sysroot"]).and_then(|home| Path::new(&home).canonicalize().ok());
        let home = home.filter(|home| home.join("bin/rustc").is_file()).ok_or_else(missing)?;
        let version = said(&["--version"]).ok_or_else(missing)?;
        on_the_path("cc").ok_or_else(|| Missing::Part {
            what: format!("{version} is here without a linker"),
            helps: super::c::PACKAGES.to_string(),
        })?;
        let kit = unpacked(LANGUAGE.word, sources::RUST).map_err(Missing::not_unpacked)?;
        Ok(Self { home, version, kit, builder: Builder::new(LANGUAGE.word, compiling) })
    }

    fn recipe(&self, folder: &Path, words: Vec<OsString>) -> Recipe {
        Recipe {
            sources: vec![folder.to_owned()],
            toolchain: vec![self.home.clone(), self.kit.path().to_owned()],
            script: SCRIPT,
            words,
            product: "made.program",
            first_error,
        }
    }
}

impl Runtime for Toolchain {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        let (home, kit) = (self.home.as_os_str(), self.kit.path());
        let words = vec![home.into(), kit.into(), files.name().into()];
        // Where our crate lies is another place in every run; what is in it counts.
        let key = Key::default().and(&self.version).and(home.as_encoded_bytes()).and_all(&words[2..]);
        let key = key.and(SCRIPT).and_folder(files.folder()).and_folder(kit);
        let recipe = || self.recipe(files.folder(), words);
        let made = self.builder.made(cell, &key, "bot", recipe);
        let made = made.map_err(|not| NoBot::uncompiled_with(not, &files))?;
        let limits = file.limits.clone();
        Ok(vec![file.process(file.stem(), "", BuiltProgram { made, files, limits })])
    }
}

/// The first error in one line: rustc writes its words in one and its place below.
fn first_error(message: &str) -> String {
    let mut lines = message.lines().map(str::trim).skip_while(|line| !line.starts_with("error"));
    let Some(head) = lines.next() else { return super::build::first_line_with(message, "error") };
    match lines.next().and_then(|line| line.strip_prefix("--> ")) {
        Some(place) => format!("{place}: {head}"),
        None => head.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::first_error;

    #[test]
    fn the_first_error_is_one_line_with_its_place_and_its_words() {
        let said =
            "warning: unused\n --> a.rs:1:1\n\nerror[E0425]: cannot find value `x`\n --> bot.rs:3:5\n  |\n";
        assert_eq!(first_error(said), "bot.rs:3:5: error[E0425]: cannot find value `x`");
        assert_eq!(
            first_error("error: no matching package named `rand` found\nlocation"),
            "error: no matching package named `rand` found"
        );
        assert_eq!(first_error("killed"), "killed");
    }
}
