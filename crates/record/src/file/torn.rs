//! Telling a last block that was cut off from a block in the middle whose length was changed.
//!
//! Both claim more bytes than the file has. What was cut off is followed by nothing; a changed length has
//! swallowed the blocks behind it, and to cut the file there would throw good games away.

use super::reader::{hash_of, u32_at};
use super::{ANSWER_TIMES, BLOCK_HEAD, COMPLETE, GAMES, PART, TIMES};

/// Bytes are hashed so many times over, on average. More candidates than that are no accident, and no end
/// either.
const HASHED: usize = 16;

/// Whether a whole block lies somewhere in these bytes.
pub(super) fn holds_a_block(bytes: &[u8]) -> bool {
    let mut budget = HASHED * bytes.len();
    for at in 0..bytes.len() {
        let Some((head, packed)) = candidate(&bytes[at..]) else { continue };
        let Some(left) = budget.checked_sub(packed.len()) else { return true };
        budget = left;
        if hash_of(packed) == head[21..29] {
            return true;
        }
    }
    false
}

/// What would be a block if its hash were right: its head and its bytes.
fn candidate(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, rest) = bytes.split_at_checked(BLOCK_HEAD)?;
    let packed = rest.get(..u32_at(head, 17) as usize)?;
    matches!(head[0], GAMES | COMPLETE | TIMES | ANSWER_TIMES | PART).then_some((head, packed))
}
