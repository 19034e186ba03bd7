//! An executable in any language that speaks the protocol on standard input and output.

use std::sync::Arc;

use crate::bot_files::Staged;
use crate::cell::{Channel, Inmate, Limits};
use crate::process::Launch;

/// A program that is a bot.
#[derive(Debug, Clone)]
pub struct Executable {
    files: Arc<Staged>,
    limits: Limits,
}

impl Executable {
    /// The program among these files, which are all that it sees.
    #[must_use]
    pub fn new(files: Arc<Staged>, limits: Limits) -> Self {
        Self { files, limits }
    }
}

impl Launch for Executable {
    fn inmate(&self) -> Inmate {
        Inmate {
            folder: Some(self.files.folder().to_owned()),
            channel: Channel::Standard,
            limits: self.limits.clone(),
            ..Inmate::new(self.files.file())
        }
    }

    fn notes(&self) -> &[String] {
        self.files.notes()
    }
}
