//! Bots in C: one source, made into a program by the compiler of this machine; it speaks the protocol itself.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use super::build::{Builder, BuiltProgram, Compiling, Key, Recipe, first_line_with};
use super::{BotFile, Example, Form, FoundBot, Language, Missing, NoBot, Packages, Runtime, Shape};
use crate::tool::{ASKING, on_the_path, output_within};

pub(super) const LANGUAGE: Language = Language {
    word: "c",
    title: "C",
    forms: &[Form {
        shape: Shape::Source { ending: "c" },
        begins: &[],
        marks: &["main("],
        stored_as: |_| "bot.c".to_owned(),
    }],
    example: Example {
        game: "hearts",
        file: "bare_bot.c",
        bytes: include_bytes!("../../../../examples/hearts/bare_bot.c"),
    },
    find: |search| Ok(Arc::new(Compiler::find(Compiling::stopped_by(&search.interrupt))?)),
};

pub(super) const PACKAGES: Packages =
    Packages { debian: "gcc libc6-dev", fedora: "gcc glibc-devel", macos: "xcode-select --install" };
const FLAGS: [&str; 3] = ["-std=gnu11", "-O2", "-fdiagnostics-color=never"];
/// The mathematics library is behind the source, where the linker looks for what the source needs.
const SCRIPT: &str = r#"cc=$1 file=./$2; shift 2; "$cc" "$@" -o made.program "$file" -lm"#;

/// The C compiler of this machine.
#[derive(Debug)]
struct Compiler {
    program: PathBuf,
    version: String,
    builder: Builder,
}

impl Compiler {
    fn find(compiling: Compiling) -> Result<Self, Missing> {
        let missing = Missing::Tool { tool: "a C compiler", packages: PACKAGES };
        let program = on_the_path("cc").ok_or(missing.clone())?;
        let said = output_within(Command::new(&program).arg("--version"), ASKING);
        let said = said.ok().filter(|said| said.status.success()).ok_or(missing)?;
        let version = String::from_utf8_lossy(&said.stdout).lines().next().unwrap_or("cc").to_owned();
        Ok(Self { program, version, builder: Builder::new(LANGUAGE.word, compiling) })
    }
}

impl Runtime for Compiler {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        let words: Vec<_> = [self.program.clone().into(), files.name().into()]
            .into_iter()
            .chain(FLAGS.map(Into::into))
            .collect();
        let key = Key::default().and(&self.version).and_all(&words).and_folder(files.folder());
        let recipe = || Recipe {
            sources: vec![files.folder().to_owned()],
            toolchain: vec![self.program.clone()],
            script: SCRIPT,
            words,
            product: "made.program",
            first_error: |message| first_line_with(message, "error:"),
        };
        let made = self.builder.made(cell, &key, "bot", recipe)?;
        let limits = file.limits.clone();
        Ok(vec![file.process(file.stem(), "", BuiltProgram { made, files, limits })])
    }
}
