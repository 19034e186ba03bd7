//! What can go wrong between a tournament, the store and those who play.

use std::io;

use croupier_queue::{QueueError, ServerUrl};
use croupier_session::{NotFound, NotGiven, SessionError};

use crate::pack::BadPack;
use crate::sheet::BadSheet;

/// What a coordinator, a worker or whoever looks at them could not do.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The store says no.
    #[error(transparent)]
    Store(#[from] QueueError),
    /// The store cannot be reached, or is none.
    #[error("{store}: {why}")]
    Unreached {
        /// Where it is, without its password.
        store: String,
        /// Why not.
        why: QueueError,
    },
    /// The store does not answer.
    #[error("it does not answer")]
    Silent,
    /// The system says no.
    #[error(transparent)]
    System(#[from] io::Error),
    /// A tournament that cannot be given out.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A bot whose files are not found any more.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// A bot whose files cannot be sent.
    #[error("\"{bot}\": {why}")]
    NotSent {
        /// As the plan names it.
        bot: String,
        /// Why not.
        why: BadPack,
    },
    /// A bot of which nothing lies here.
    #[error("\"{0}\" has no files that could be sent")]
    NoFiles(String),
    /// A run that cannot be told.
    #[error(transparent)]
    NotGiven(#[from] NotGiven),
    /// What is known of a run makes no sense.
    #[error(transparent)]
    Sheet(#[from] BadSheet),
}

impl WorkerError {
    /// A store that cannot be had.
    pub(crate) fn unreached(store: &ServerUrl, why: QueueError) -> Self {
        Self::Unreached { store: store.to_string(), why }
    }

    /// Whether whoever called said something that cannot be.
    #[must_use]
    pub fn is_bad_input(&self) -> bool {
        match self {
            Self::Session(error) => error.is_bad_input(),
            Self::NotFound(_) | Self::NotSent { .. } | Self::NoFiles(_) => true,
            Self::Store(why) | Self::Unreached { why, .. } => matches!(
                why,
                QueueError::NoQueue { .. }
                    | QueueError::Extension
                    | QueueError::Newer { .. }
                    | QueueError::Refused(_)
            ),
            Self::Silent | Self::System(_) | Self::NotGiven(_) | Self::Sheet(_) => false,
        }
    }
}
