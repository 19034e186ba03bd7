//! What is read out of records, for whichever game.

pub(crate) mod placings;
pub(crate) mod read_out;
pub mod record_bytes;
pub(crate) mod recorded;
pub(crate) mod stories;
