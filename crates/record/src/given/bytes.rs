//! What tasks and results are wrapped in: what it is, its version, its length, a hash, and packed bytes.
//!
//! ```text
//! kind (8 bytes)  version (2)  plain length (4)  hash of the packed bytes (8)  packed bytes
//! ```

use std::io;

use crate::luck::TellsAll;

/// The version of tasks and results that is written and read here.
const VERSION: u16 = 1;
/// What stands in front of the packed bytes.
const FRONT: usize = 22;
/// The fastest: packing must not slow a tournament.
const PACKING_LEVEL: i32 = 1;
/// No task and no result of ours is larger; a length beyond it is none.
const LARGEST: u32 = 1 << 28;

/// Bytes that are no task, or no result, of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadJob {
    /// They begin otherwise.
    #[error("these bytes are no {0}")]
    NoSuch(&'static str),
    /// They are of another version of this program.
    #[error("a {what} of version {found}; this program reads version {VERSION}")]
    OtherVersion {
        /// What they are.
        what: &'static str,
        /// Their version.
        found: u16,
    },
    /// They have changed since they were written, or were never written like this.
    #[error("a {0} that is damaged")]
    Damaged(&'static str),
}

/// Why a task or a result cannot be made into bytes.
#[derive(Debug, thiserror::Error)]
pub enum NotGiven {
    /// It would tell more than its own games.
    #[error(transparent)]
    TellsAll(#[from] TellsAll),
    /// It is too large.
    #[error("{0} bytes are too many for one job; at most {LARGEST} are possible")]
    TooLarge(usize),
    /// There is no memory for it.
    #[error("it cannot be packed: {0}")]
    Unpacked(#[from] io::Error),
}

/// What bytes are of: the words for it, and how they begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) what: &'static str,
    pub(super) magic: &'static [u8; 8],
}

impl Kind {
    /// Wraps bytes.
    pub(super) fn wrap(self, plain: &[u8]) -> Result<Vec<u8>, NotGiven> {
        let length = u32::try_from(plain.len()).ok().filter(|&length| length <= LARGEST);
        let length = length.ok_or(NotGiven::TooLarge(plain.len()))?;
        let packed = zstd::bulk::compress(plain, PACKING_LEVEL)?;
        let mut bytes = Vec::with_capacity(FRONT + packed.len());
        bytes.extend_from_slice(self.magic);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&hash_of(&packed));
        bytes.extend_from_slice(&packed);
        Ok(bytes)
    }

    /// The bytes that were wrapped. What they say of their length is believed up to a bound, and no memory is
    /// taken before the hash fits.
    pub(super) fn unwrap(self, bytes: &[u8]) -> Result<Vec<u8>, BadJob> {
        let no_such = BadJob::NoSuch(self.what);
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or(no_such.clone())?;
        if magic != self.magic {
            return Err(no_such);
        }
        let damaged = || BadJob::Damaged(self.what);
        let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(damaged)?;
        let found = u16::from_le_bytes(*version);
        if found != VERSION {
            return Err(BadJob::OtherVersion { what: self.what, found });
        }
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let length = u32::from_le_bytes(*length);
        let (hash, packed) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        if length > LARGEST || *hash != hash_of(packed) {
            return Err(damaged());
        }
        let plain = zstd::bulk::decompress(packed, length as usize).map_err(|_| damaged())?;
        if plain.len() == length as usize { Ok(plain) } else { Err(damaged()) }
    }
}

fn hash_of(packed: &[u8]) -> [u8; 8] {
    let hash = blake3::hash(packed);
    std::array::from_fn(|n| hash.as_bytes()[n])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    const KIND: Kind = Kind { what: "test", magic: b"CROUTEST" };

    #[test]
    fn bytes_come_back_as_they_were_wrapped() {
        for plain in [&b""[..], b"one", &[7; 100_000]] {
            assert_eq!(KIND.unwrap(&KIND.wrap(plain).unwrap()).unwrap(), plain);
        }
    }

    #[test]
    fn a_changed_byte_and_a_missing_one_are_noticed_wherever_they_are() {
        let bytes = KIND.wrap(b"who sits where").unwrap();
        for at in 0..bytes.len() {
            assert!(KIND.unwrap(&bytes[..at]).is_err(), "the first {at} bytes");
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(KIND.unwrap(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn what_is_of_another_kind_or_version_is_told_from_what_is_damaged() {
        let bytes = KIND.wrap(b"x").unwrap();
        let other = Kind { what: "result", magic: b"CROUELSE" };
        assert_eq!(other.unwrap(&bytes).unwrap_err().to_string(), "these bytes are no result");
        let mut later = bytes.clone();
        later[8] = 2;
        let told = KIND.unwrap(&later).unwrap_err().to_string();
        assert_eq!(told, "a test of version 2; this program reads version 1");
        let mut changed = bytes;
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(KIND.unwrap(&changed), Err(BadJob::Damaged("test")));
    }

    #[test]
    fn a_length_that_promises_more_than_there_is_takes_no_memory_and_is_damage() {
        let mut bytes = KIND.wrap(b"x").unwrap();
        bytes[10..14].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(KIND.unwrap(&bytes), Err(BadJob::Damaged("test")));
        bytes[10..14].copy_from_slice(&7_u32.to_le_bytes());
        assert_eq!(KIND.unwrap(&bytes), Err(BadJob::Damaged("test")));
    }
}
