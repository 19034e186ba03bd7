//! Practice: a visitor plays against the house, in a table that lives in memory and is kept by nobody.
//!
//! Only players of the house sit here, so nothing foreign runs; a visitor is shown their seat's
//! view and no more. The house thinks in turns, a few tables at a time, and a table that is being
//! thought at belongs to whoever thinks: no page waits for it.

mod menu;
mod tables;

pub use menu::BadOpponent;
pub(crate) use menu::{check_opponent, opponents};
pub(crate) use tables::{PracticeTable, Tables, cleared};
