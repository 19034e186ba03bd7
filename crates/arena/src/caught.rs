//! A panic caught at the border of a thread: whoever waits for the thread hears of it, and does not wait for
//! ever.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Work that ended in a panic, with its message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Panicked(pub String);

/// What the work came to, or its panic. What it was working on is not to be used afterwards.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let words = panic.downcast_ref::<&str>().map(ToString::to_string);
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Panicked(words.unwrap_or_else(|| "no message".to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_comes_back_as_its_message() {
        assert_eq!(caught(|| 7), Ok(7));
        assert_eq!(caught(|| -> u8 { panic!("seat {}", 9) }), Err(Panicked("seat 9".to_owned())));
        assert_eq!(caught(|| -> u8 { panic!("plain") }), Err(Panicked("plain".to_owned())));
    }
}
