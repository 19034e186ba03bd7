//! Days and moments, read and written in one way for the command line, forms and records.

mod day;
mod utc_second;
mod utc_time;

pub use day::{Day, NoDay};
pub(crate) use utc_second::UtcSecond;
pub use utc_time::{NoUtcTime, UtcTime};
