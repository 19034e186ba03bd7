//! A program in any language that speaks the protocol on standard input and output: started as it is.

use std::sync::Arc;

use super::script::cannot_begin;
use super::{BotFile, Example, Form, FoundBot, Kit, Language, NoBot, Runtime, Shape};
use crate::bot_files::Staged;
use crate::cell::{ResourceLimits, SandboxSpec, Streams};
use crate::process::Launch;

pub(super) const LANGUAGE: Language = Language {
    word: "program",
    title: "Program",
    forms: &[FORM],
    example: Example {
        game: "no-thanks",
        file: "bare_bot.sh",
        bytes: include_bytes!("../../../../examples/no-thanks/bare_bot.sh"),
    },
    templates: templates!(
        "",
        "no-thanks": "bare_bot.sh",
        "any-game": "bare_bot.c",
    ),
    kit: Kit {
        folder: "",
        sources: &[],
        beside: &[("protocol.md", include_bytes!("../../../../docs/protocol.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |_| Ok(Arc::new(Programs)),
};

pub(super) const FORM: Form =
    Form { shape: Shape::Program, begins: &[b"\x7fELF", b"#!"], marks: &[], stored_as: |_| "bot".to_owned() };

/// Whatever the machine can execute.
#[derive(Debug)]
struct Programs;

impl Runtime for Programs {
    fn version(&self) -> String {
        "any program that speaks the protocol".to_owned()
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let (cell, files) = (file.cell()?, file.staged()?);
        if let Some(why) = cannot_begin(&files.file(), |path| cell.shows(path)) {
            return Err(NoBot::broken(why));
        }
        let program = Program { files, limits: file.limits.clone() };
        Ok(vec![file.process(file.name(), "", program)])
    }
}

/// A program that is a bot.
#[derive(Debug, Clone)]
struct Program {
    /// The program, and all that it sees.
    files: Arc<Staged>,
    limits: ResourceLimits,
}

impl Launch for Program {
    fn spec(&self) -> SandboxSpec {
        SandboxSpec {
            folder: Some(self.files.folder().to_owned()),
            streams: Streams::Standard,
            limits: self.limits.clone(),
            ..SandboxSpec::new(self.files.file())
        }
    }

    fn notes(&self) -> &[String] {
        self.files.notes()
    }
}
