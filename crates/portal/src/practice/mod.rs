//! Practice: a visitor plays against the house, in a table that lives in memory and is kept by nobody.
//!
//! Only players of the house sit here, so nothing foreign runs; a visitor is shown their seat's view and no more.

mod sitting;
mod tables;

pub(crate) use sitting::{Seen, Wish, opponents};
pub(crate) use tables::Tables;
