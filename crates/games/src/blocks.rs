//! Several blocks of a keyed BLAKE3 output at once.
//!
//! A game's luck is one block, and games come one after another. Many blocks side by side fill the wide
//! registers that every processor has: 36 ns each in place of about 100. The values are BLAKE3's own
//! (O'Connor, Aumasson, Neves and Wilcox-O'Hearn, *BLAKE3*, 2020, section 2); a test holds them against the
//! crate.

use std::array::from_fn;

/// So many blocks are worked out together: with fewer the compiler does not use wide registers.
pub(crate) const LANES: usize = 32;

/// An output ends after 2⁶⁴ bytes.
const ALL_BLOCKS: u64 = 1 << 58;

/// One word of each block.
type Lanes = [u32; LANES];

/// The third row of the state at the beginning.
const START: [u32; 4] = [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a];
/// Where each round finds the words of the message.
const ORDER: [[usize; 16]; 7] = orders();
/// First and last chunk, root of the tree, keyed: what a short message has that is hashed under a key.
const FLAGS: u32 = 1 | 2 | 8 | 16;

/// Each round takes the message in the order of the one before, permuted.
const fn orders() -> [[usize; 16]; 7] {
    const PERMUTED: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut orders = [[0; 16]; 7];
    let mut at = 0;
    while at < 7 * 16 {
        let (round, word) = (at / 16, at % 16);
        orders[round][word] = if round == 0 { word } else { orders[round - 1][PERMUTED[word]] };
        at += 1;
    }
    orders
}

/// The blocks from number `first` on, of what BLAKE3 puts out for a message of eight bytes under a key.
pub(crate) fn blocks(key: &[u8; 32], message: [u8; 8], first: u64) -> [[u8; 64]; LANES] {
    let key: [u32; 8] = words(key);
    let [low, high]: [u32; 2] = words(&message);
    let words_of_message = |word| [low, high].get(word).copied().unwrap_or(0);
    let number: [u64; LANES] = from_fn(|lane| first.wrapping_add(lane as u64) % ALL_BLOCKS);
    let mut state: [Lanes; 16] = from_fn(|word| match word {
        0..8 => [key[word]; LANES],
        8..12 => [START[word - 8]; LANES],
        12 => number.map(|number| number as u32),
        13 => number.map(|number| (number >> 32) as u32),
        14 => [message.len() as u32; LANES],
        _ => [FLAGS; LANES],
    });
    for order in ORDER {
        let m = order.map(words_of_message);
        mix(&mut state, [0, 4, 8, 12], m[0], m[1]);
        mix(&mut state, [1, 5, 9, 13], m[2], m[3]);
        mix(&mut state, [2, 6, 10, 14], m[4], m[5]);
        mix(&mut state, [3, 7, 11, 15], m[6], m[7]);
        mix(&mut state, [0, 5, 10, 15], m[8], m[9]);
        mix(&mut state, [1, 6, 11, 12], m[10], m[11]);
        mix(&mut state, [2, 7, 8, 13], m[12], m[13]);
        mix(&mut state, [3, 4, 9, 14], m[14], m[15]);
    }
    from_fn(|lane| {
        let mut block = [0; 64];
        for (at, bytes) in block.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let word = match at {
                0..8 => state[at][lane] ^ state[at + 8][lane],
                _ => state[at][lane] ^ key[at - 8],
            };
            *bytes = word.to_le_bytes();
        }
        block
    })
}

/// The quarter round of BLAKE3, in every lane.
#[inline(always)]
fn mix(state: &mut [Lanes; 16], which: [usize; 4], x: u32, y: u32) {
    let Ok([a, b, c, d]) = state.get_disjoint_mut(which) else { unreachable!("four different words") };
    for lane in 0..LANES {
        a[lane] = a[lane].wrapping_add(b[lane]).wrapping_add(x);
        d[lane] = (d[lane] ^ a[lane]).rotate_right(16);
        c[lane] = c[lane].wrapping_add(d[lane]);
        b[lane] = (b[lane] ^ c[lane]).rotate_right(12);
        a[lane] = a[lane].wrapping_add(b[lane]).wrapping_add(y);
        d[lane] = (d[lane] ^ a[lane]).rotate_right(8);
        c[lane] = c[lane].wrapping_add(d[lane]);
        b[lane] = (b[lane] ^ c[lane]).rotate_right(7);
    }
}

fn words<const BYTES: usize, const WORDS: usize>(bytes: &[u8; BYTES]) -> [u32; WORDS] {
    from_fn(|at| u32::from_le_bytes([bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_ones_of_blake3() {
        for (key, first) in [([0; 32], 0), ([0xa5; 32], 77), (from_fn(|n| n as u8), u64::from(u32::MAX) - 9)]
        {
            let mut output = blake3::Hasher::new_keyed(&key).update(b"a block.").finalize_xof();
            output.set_position(64 * first);
            for (lane, ours) in blocks(&key, *b"a block.", first).into_iter().enumerate() {
                let mut theirs = [0; 64];
                output.fill(&mut theirs);
                assert_eq!(ours, theirs, "block {lane} from {first} on");
            }
        }
    }
}
