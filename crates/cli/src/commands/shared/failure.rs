//! How a command can fail, and the exit code that says so.
//!
//! * 0: done.
//! * 1: something outside went wrong: a disk is full, a record is damaged; or a checked bot is not sound, a
//!   compared one not better, a game played again differs, something that the doctor tried does not work.
//! * 2: bad input: the message says where, what, and what would be accepted; nothing was written.
//! * 130: interrupted; what was played so far is kept.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use croupier_arena::naming::BadBot;
use croupier_arena::{BadField, CannotPlay};
use croupier_games::{BadSetup, UnknownGame};
use croupier_record::{RecordError, ReplayError};
use croupier_report::LogError;
use croupier_session::{NotFound, SessionError};

/// The exit code of an interrupted run.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    BadInput(String),
    /// Something outside went wrong.
    Trouble(anyhow::Error),
    /// A bot that was checked has faults; they have been shown.
    NotSound,
    /// What was played again differs from its record; it has been shown where.
    Differs,
    /// Something that was tried on this machine does not work; it has been told.
    DoesNotWork,
    /// Whoever read our output has read enough.
    Enough,
    /// A bot that was compared is not shown to be better; what is known has been told.
    NotBetter,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl Failure {
    /// A file or folder that cannot be written.
    pub(crate) fn unwritten(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Trouble(anyhow::anyhow!("{}: {error}", path.display()))
    }

    /// What to tell the user; an interrupted run has already said what it has.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::BadInput(message) => Some(message.clone()),
            Self::Trouble(error) => Some(format!("{error:#}")),
            Self::NotSound
            | Self::Differs
            | Self::DoesNotWork
            | Self::Enough
            | Self::NotBetter
            | Self::Interrupted => None,
        }
    }

    /// The exit code.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::BadInput(_) => 2,
            Self::Trouble(_)
            | Self::NotSound
            | Self::Differs
            | Self::DoesNotWork
            | Self::Enough
            | Self::NotBetter => 1,
            Self::Interrupted => INTERRUPTED,
        })
    }
}

impl From<BadSetup> for Failure {
    fn from(error: BadSetup) -> Self {
        Self::BadInput(error.to_string())
    }
}

impl From<CannotPlay> for Failure {
    fn from(error: CannotPlay) -> Self {
        match error {
            CannotPlay::Setup(error) => error.into(),
            error => Self::Trouble(error.into()),
        }
    }
}

impl From<BadField> for Failure {
    fn from(error: BadField) -> Self {
        Self::BadInput(error.to_string())
    }
}

impl From<BadBot> for Failure {
    fn from(error: BadBot) -> Self {
        Self::BadInput(error.to_string())
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Self::BadInput(error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        if error.is_bad_input() { Self::BadInput(error.to_string()) } else { Self::Trouble(error.into()) }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Interrupted => Self::Interrupted,
            error if error.is_bad_input() => Self::BadInput(error.to_string()),
            error => Self::Trouble(error.into()),
        }
    }
}

impl From<NotFound> for Failure {
    fn from(error: NotFound) -> Self {
        Self::BadInput(error.to_string())
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::Trouble(error.into())
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        Self::Trouble(error.into())
    }
}
