//! An executable in any language that speaks the protocol on standard input and output.

use std::path::{Path, PathBuf};

use crate::cell::{Channel, Inmate, Limits};
use crate::process::Launch;

/// A program that is a bot.
#[derive(Debug, Clone)]
pub struct Executable {
    file: PathBuf,
    hidden: Vec<PathBuf>,
    limits: Limits,
}

impl Executable {
    /// The program of this file, an absolute path; what is `hidden` in its folder it cannot read.
    #[must_use]
    pub fn new(file: &Path, hidden: Vec<PathBuf>, limits: Limits) -> Self {
        Self { file: file.to_owned(), hidden, limits }
    }
}

impl Launch for Executable {
    fn inmate(&self) -> Inmate {
        Inmate {
            folder: self.file.parent().map(Path::to_owned),
            hidden: self.hidden.clone(),
            channel: Channel::Standard,
            limits: self.limits.clone(),
            ..Inmate::new(&self.file)
        }
    }
}
