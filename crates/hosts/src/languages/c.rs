//! Bots in C: one source, made into a program by the compiler of this machine. Headers of ours speak the
//! protocol for it, unless it does so itself. The same headers are C++, whose compiler is called alike.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use super::build::files::unpacked;
use super::build::{Builder, BuiltProgram, Compiling, Key, Recipe, first_line_with};
use super::{BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, on_the_path, output_within};

pub(super) const LANGUAGE: Language = Language {
    word: "c",
    title: "C",
    forms: &[Form {
        shape: Shape::Source { ending: "c" },
        begins: &[],
        marks: &["main(", "croupier/"],
        stored_as: |_| "bot.c".to_owned(),
    }],
    example: Example {
        game: "hearts",
        file: "duck.c",
        bytes: include_bytes!("../../../../examples/hearts/c/duck.c"),
    },
    templates: templates!(
        "c/",
        "hearts": "duck.c",
        "jujitsu": "bidder.c",
        "last-card": "shedder.c",
        "no-thanks": "bargain.c",
        "score-four": "blocker.c",
        "any-game": "chancer.c",
    ),
    kit: Kit {
        folder: "",
        sources: sources::C,
        beside: &[("README.md", include_bytes!("../../../../languages/c/README.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |search| Ok(Arc::new(Compiler::find(&C, Compiling::stopped_by(&search.interrupt))?)),
};

pub(super) const PACKAGES: Packages =
    Packages { debian: "gcc libc6-dev", fedora: "gcc glibc-devel", macos: "xcode-select --install" };
const C: Call = Call {
    word: LANGUAGE.word,
    tool: "a C compiler",
    program: "cc",
    standard: "-std=gnu11",
    packages: PACKAGES,
};
const FLAGS: [&str; 2] = ["-O2", "-fdiagnostics-color=never"];
/// The mathematics library is behind the source, where the linker looks for what the source needs.
const SCRIPT: &str = r#"cc=$1 kit=$2 file=./$3; shift 3; "$cc" "$@" -I "$kit" -o made.program "$file" -lm"#;

/// How a compiler that takes our headers is called.
#[derive(Debug)]
pub(super) struct Call {
    /// The language's word.
    pub(super) word: &'static str,
    /// What it is, for people.
    pub(super) tool: &'static str,
    pub(super) program: &'static str,
    /// The flag for the standard that bots are written to.
    pub(super) standard: &'static str,
    pub(super) packages: Packages,
}

/// The C compiler of this machine, or that for C++.
#[derive(Debug)]
pub(super) struct Compiler {
    standard: &'static str,
    program: PathBuf,
    version: String,
    /// Our headers. Gone with the last bot that uses them.
    kit: Scratch,
    builder: Builder,
}

impl Compiler {
    /// Looks for it.
    pub(super) fn find(call: &Call, compiling: Compiling) -> Result<Self, Missing> {
        let missing = Missing::Tool { tool: call.tool, packages: call.packages };
        let program = on_the_path(call.program).ok_or(missing.clone())?;
        let said = output_within(Command::new(&program).arg("--version"), ASKING);
        let said = said.ok().filter(|said| said.status.success()).ok_or(missing)?;
        let version = String::from_utf8_lossy(&said.stdout).lines().next().unwrap_or(call.program).to_owned();
        let kit = unpacked(call.word, sources::C).map_err(Missing::not_unpacked)?;
        let builder = Builder::new(call.word, compiling);
        Ok(Self { standard: call.standard, program, version, kit, builder })
    }
}

impl Runtime for Compiler {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        let kit = self.kit.path();
        let words: Vec<_> =
            [self.program.clone().into(), kit.into(), files.name().into(), self.standard.into()]
                .into_iter()
                .chain(FLAGS.map(Into::into))
                .collect();
        // Where our headers lie is another place in every run; what is in them counts.
        let key = Key::default().and(&self.version).and(self.program.as_os_str().as_encoded_bytes());
        let key = key.and_all(&words[2..]).and_folder(files.folder()).and_folder(kit);
        let recipe = || Recipe {
            sources: vec![files.folder().to_owned()],
            toolchain: vec![self.program.clone(), kit.to_owned()],
            script: SCRIPT,
            words,
            product: "made.program",
            first_error: |message| first_line_with(message, "error:"),
        };
        let made = self.builder.made(cell, &key, "bot", recipe);
        let made = made.map_err(|not| NoBot::uncompiled_with(not, &files))?;
        let limits = file.limits.clone();
        Ok(vec![file.process(file.stem(), "", BuiltProgram { made, files, limits })])
    }
}
