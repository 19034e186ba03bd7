//! What is shown of a tournament, to people and to programs: how far it is, how it ended, what is
//! to be known beside it; and files that are there whole or not at all.

pub(crate) mod asked_again;
mod loading;
pub(crate) mod outcome;
mod progress;
pub(crate) mod repeated_deals;
mod say;
pub(crate) mod waiting;

pub(crate) use loading::Loading;
pub(crate) use progress::Progress;
pub(crate) use say::{note, say, say_json, say_line};
