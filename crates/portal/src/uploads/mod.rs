//! Uploads: a file, an archive or a url becomes something that can be checked.
//!
//! What came in is kept by its content and never changed. Names that authors chose are shown and
//! never used as paths.

pub mod archive;
pub(crate) mod at_home;
pub(crate) mod cleaning;
pub mod content_store;
pub mod kind;
pub(crate) mod packed;
pub mod receive;

/// Why an upload is not taken, in one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotTaken(pub String);

impl NotTaken {
    /// For this reason.
    pub fn because(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}
