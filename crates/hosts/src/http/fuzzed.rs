//! An answer over HTTP for fuzzers: in pieces, to its end, and with the sign-in that it asks for.

use super::response::{Misread, Reading, Response};
use super::sign_in::{SignIn, Ticket};
use crate::wire::LONGEST_MESSAGE;

/// Reads an answer in pieces of this size; it is never longer than any may be.
pub(crate) fn answer(bytes: &[u8], size: usize) {
    let Ok(Some(answer)) = read(bytes, size.max(1)) else { return };
    assert!(answer.body.len() <= LONGEST_MESSAGE, "a body of {} bytes", answer.body.len());
    for private in [false, true] {
        if let Ok(mut ticket) = Ticket::from_challenges(&answer.challenges, private) {
            let header = ticket.authorize(&SignIn::new("ann", "secret"), "/play");
            assert!(!header.contains(['\r', '\n']), "a header that ends early: {header:?}");
        }
    }
}

fn read(bytes: &[u8], size: usize) -> Result<Option<Response>, Misread> {
    let mut reading = Reading::default();
    for piece in bytes.chunks(size) {
        if let Some(answer) = reading.take(piece)? {
            return Ok(Some(answer));
        }
    }
    Ok(reading.closed())
}
