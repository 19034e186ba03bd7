//! A program that was made of a bot's source, and speaks the protocol on standard input and output.

use std::sync::Arc;

use super::Made;
use crate::bot_files::Staged;
use crate::cell::{ResourceLimits, SandboxSpec, Streams};
use crate::process::Launch;

/// The program, beside all that its bot sees.
#[derive(Debug, Clone)]
pub(in crate::languages) struct BuiltProgram {
    pub(in crate::languages) made: Arc<Made>,
    pub(in crate::languages) files: Arc<Staged>,
    pub(in crate::languages) limits: ResourceLimits,
}

impl Launch for BuiltProgram {
    fn spec(&self) -> SandboxSpec {
        SandboxSpec {
            folder: Some(self.files.folder().to_owned()),
            streams: Streams::Standard,
            limits: self.limits.clone(),
            ..SandboxSpec::new(self.made.file())
        }
    }

    fn notes(&self) -> &[String] {
        self.files.notes()
    }
}
