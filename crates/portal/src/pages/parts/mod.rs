//! What pages are made of: the frame around them, files that the binary carries, headers, pieces that
//! many readers share, and how times, numbers and terms are written. No page is here.

pub(crate) mod assets;
pub(crate) mod attachment;
pub(crate) mod calendar;
pub(super) mod frame;
pub(super) mod headers;
pub(super) mod shared;
pub(super) mod terms;
pub(super) mod words;
