//! Telling a last block that was cut off from a block in the middle whose length was changed.
//!
//! Both claim more bytes than the file has. What was cut off is followed by nothing; a changed length has
//! swallowed the blocks behind it, and to cut the file there would throw good games away.

use super::reader::{hash_of, u32_at};
use super::{ANSWER_TIMES, BLOCK_HEAD, COMPLETE, GAMES, OUT, PART, TIMES};

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
    matches!(head[0], GAMES | COMPLETE | TIMES | ANSWER_TIMES | PART | OUT).then_some((head, packed))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::super::{Block, packed};
    use super::*;

    /// A block of every kind, whole.
    fn blocks() -> Vec<Vec<u8>> {
        let block = |kind| packed(Block { plain: b"some games".to_vec(), ..Block::new(3) }, kind).unwrap();
        [GAMES, TIMES, ANSWER_TIMES, PART, OUT]
            .map(block)
            .into_iter()
            .chain([Block::new(3).head(COMPLETE).to_vec()])
            .collect()
    }

    #[test]
    fn a_whole_block_of_any_kind_is_found_wherever_it_lies() {
        for (n, block) in blocks().into_iter().enumerate() {
            for before in [0, 1, 100] {
                let bytes = [&vec![9; before][..], &block, &[9; 5]].concat();
                assert!(holds_a_block(&bytes), "kind {n} behind {before} bytes");
                assert!(holds_a_block(&bytes[..before + block.len()]), "kind {n}, and nothing behind it");
            }
        }
    }

    #[test]
    fn half_a_block_and_one_that_was_changed_are_none() {
        assert!(!holds_a_block(&[]));
        for block in blocks() {
            assert!(!holds_a_block(&block[..block.len() - 1]));
            for at in (0..1).chain(17..block.len()) {
                let mut changed = block.clone();
                changed[at] ^= 0x40;
                assert!(!holds_a_block(&changed), "byte {at}");
            }
        }
    }

    /// So many heads in a row, each of which claims the same bytes for its block, and has not their hash.
    fn claims(heads: usize) -> Vec<u8> {
        let mut head = [0; BLOCK_HEAD];
        head[0] = GAMES;
        head[17..21].copy_from_slice(&0x0700_u32.to_le_bytes());
        [&head.repeat(heads)[..], &[0; 0x0700]].concat()
    }

    #[test]
    fn a_few_claims_may_be_an_accident_and_many_are_no_end() {
        assert!(!holds_a_block(&claims(1)));
        assert!(!holds_a_block(&claims(16)));
        assert!(holds_a_block(&claims(60)));
    }
}
